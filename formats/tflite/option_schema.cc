#include "formats/tflite/option_schema.h"

#include <map>

#include "flatbuffers/reflection_generated.h"
#include "formats/tflite/schema_bfbs_generated.h"
#include "formats/tflite/schema_generated.h"

namespace slipway::tflite {

#define OPTIONS(table, code)                                                                                   \
  static_assert(code < 256 ? fb::BuiltinOptionsTraits<fb::table>::enum_value == fb::BuiltinOptions(code & 255) \
                           : fb::BuiltinOptions2Traits<fb::table>::enum_value == fb::BuiltinOptions2(code & 255));
#include "formats/tflite/options.def"

namespace {

std::string_view View(const flatbuffers::String* s) { return {s->c_str(), s->size()}; }

std::string_view LastName(const flatbuffers::String* qualified) {
  std::string_view name = View(qualified);
  return name.substr(name.rfind('.') + 1);
}

Wire WireOf(reflection::BaseType type) {
  switch (type) {
    case reflection::Bool:
      return Wire::kBool;
    case reflection::Byte:
      return Wire::kI8;
    case reflection::UByte:
      return Wire::kU8;
    case reflection::Short:
      return Wire::kI16;
    case reflection::UShort:
      return Wire::kU16;
    case reflection::Int:
      return Wire::kI32;
    case reflection::UInt:
      return Wire::kU32;
    case reflection::Long:
      return Wire::kI64;
    case reflection::ULong:
      return Wire::kU64;
    case reflection::Float:
      return Wire::kF32;
    case reflection::Double:
      return Wire::kF64;
    default:
      CheckFailed(__FILE__, __LINE__, "schema.fbs: an option is neither scalar, vector of scalars nor string");
  }
}

bool NamesSubgraph(std::string_view name) {
  return name == "subgraph" || name == "called_computations" || name.ends_with("subgraph_index") ||
         name.ends_with("subgraph_indices");
}

OptionField MakeField(const reflection::Schema& schema, const reflection::Field& field) {
  OptionField out;
  const reflection::Type& type = *field.type();
  out.name = View(field.name());
  out.slot = field.id();
  out.deprecated = field.deprecated();
  out.names_subgraph = NamesSubgraph(out.name);
  if (type.base_type() == reflection::String) {
    out.form = OptionForm::kString;
    out.wire = Wire::kU8;
  } else if (type.base_type() == reflection::Vector) {
    out.form = OptionForm::kVector;
    out.wire = WireOf(type.element());
  } else {
    out.wire = WireOf(type.base_type());
    out.fallback = out.wire == Wire::kF32 || out.wire == Wire::kF64 ? field.default_real()
                                                                    : static_cast<double>(field.default_integer());
    if (type.index() >= 0) {
      for (const reflection::EnumVal* value : *schema.enums()->Get(static_cast<unsigned>(type.index()))->values()) {
        CHECK(value->value() == static_cast<int64_t>(out.enum_values.size()));
        out.enum_values.push_back(View(value->name()));
      }
    }
  }
  return out;
}

void AddUnion(const reflection::Schema& schema, std::string_view name, int first_code,
              std::map<int, OptionSchema>& out) {
  const reflection::Enum* members = nullptr;
  for (const reflection::Enum* candidate : *schema.enums())
    if (View(candidate->name()) == name) members = candidate;
  CHECK(members != nullptr);
  for (const reflection::EnumVal* member : *members->values()) {
    if (member->value() == 0) continue;
    const reflection::Object* table = schema.objects()->Get(static_cast<unsigned>(member->union_type()->index()));
    OptionSchema& entry = out[first_code + static_cast<int>(member->value())];
    entry.name = LastName(table->name());
    entry.fields.resize(table->fields()->size());
    for (const reflection::Field* field : *table->fields()) entry.fields[field->id()] = MakeField(schema, *field);
  }
}

std::map<int, OptionSchema> Build() {
  const reflection::Schema& schema = *reflection::GetSchema(fb::ModelBinarySchema::data());
  std::map<int, OptionSchema> out;
  AddUnion(schema, "slipway.tflite.fb.BuiltinOptions", 0, out);
  AddUnion(schema, "slipway.tflite.fb.BuiltinOptions2", 256, out);
  return out;
}

}  // namespace

const OptionSchema* FindOptionSchema(OptionsType type) {
  static const std::map<int, OptionSchema>& all = *new std::map<int, OptionSchema>(Build());
  auto it = all.find(static_cast<int>(type));
  return it == all.end() ? nullptr : &it->second;
}

}  // namespace slipway::tflite
