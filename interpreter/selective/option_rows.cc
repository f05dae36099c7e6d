// In place of formats/tflite/option_schema.cc: rows for the option tables that the build's operators read, written by
// CMake out of schema.fbs, instead of the reflection of all.
#include <vector>

#include "formats/tflite/option_schema.h"

namespace slipway::tflite {

namespace {

struct Row {
  OptionsType type;
  const char* name;
  OptionForm form;
  Wire wire;
  float fallback;
  uint8_t enum_values;  // 0: no enum
  bool deprecated, names_subgraph;
};

constexpr Row kRows[] = {
#define OPTION(type, name, form, wire, fallback, enum_values, deprecated, names_subgraph) \
  {OptionsType::type, name, OptionForm::form, Wire::wire, fallback, enum_values, deprecated, names_subgraph},
#include "formats/tflite/option_rows.def"
#undef OPTION
    {OptionsType::NONE, "", OptionForm::kScalar, Wire::kI8, 0, 0, false, false},
};

struct Table {
  OptionsType type;
  OptionSchema schema;
};

std::vector<Table> Build() {
  std::vector<Table> all;
  for (const Row& row : kRows) {
    if (all.empty() || all.back().type != row.type) all.push_back({row.type, {"its options", {}}});
    if (row.type == OptionsType::NONE) break;  // the last: the table of all that are not read, without fields
    OptionSchema& schema = all.back().schema;
    OptionField field;
    field.name = row.name;
    field.slot = static_cast<uint16_t>(schema.fields.size());
    field.form = row.form;
    field.wire = row.wire;
    field.fallback = static_cast<double>(row.fallback);
    field.enum_values.resize(row.enum_values);
    field.deprecated = row.deprecated;
    field.names_subgraph = row.names_subgraph;
    schema.fields.push_back(std::move(field));
  }
  return all;
}

}  // namespace

const OptionSchema* FindOptionSchema(OptionsType type) {
  static const std::vector<Table>& all = *new std::vector<Table>(Build());
  if (type == OptionsType::NONE) return nullptr;
  const Table* table = all.data();
  while (table->type != type && table->type != OptionsType::NONE) ++table;
  return &table->schema;
}

}  // namespace slipway::tflite
