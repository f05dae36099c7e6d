#include <cstring>

#include "formats/tflite/option_schema.h"

namespace slipway::tflite {

namespace {

std::string_view WireName(Wire wire) {
  constexpr std::string_view kNames[] = {"bool", "byte", "ubyte", "short", "ushort", "int",
                                         "uint", "long", "ulong", "float", "double"};
  return kNames[static_cast<int>(wire)];
}

std::string KindName(OptionForm form, Wire wire) {
  if (form == OptionForm::kString) return "string";
  return form == OptionForm::kVector ? StrCat("[", WireName(wire), "]") : std::string(WireName(wire));
}

const OptionField* FindField(const OptionSchema& schema, int slot) {
  return slot >= 0 && slot < static_cast<int>(schema.fields.size()) ? &schema.fields[static_cast<size_t>(slot)]
                                                                    : nullptr;
}

template <class T>
void AppendElements(std::string& out, const std::string& bytes) {
  for (size_t i = 0; i + sizeof(T) <= bytes.size(); i += sizeof(T)) {
    T v;
    std::memcpy(&v, bytes.data() + i, sizeof v);
    StrAppend(out, i ? "," : "", v);
  }
}

void AppendVector(std::string& out, const OptionValue& value) {
  out += '[';
  switch (value.wire) {
    case Wire::kF32:
      AppendElements<float>(out, value.bytes);
      break;
    case Wire::kF64:
      AppendElements<double>(out, value.bytes);
      break;
    case Wire::kI32:
      AppendElements<int32_t>(out, value.bytes);
      break;
    case Wire::kU32:
      AppendElements<uint32_t>(out, value.bytes);
      break;
    case Wire::kI64:
      AppendElements<int64_t>(out, value.bytes);
      break;
    case Wire::kU64:
      AppendElements<uint64_t>(out, value.bytes);
      break;
    case Wire::kI16:
      AppendElements<int16_t>(out, value.bytes);
      break;
    case Wire::kU16:
      AppendElements<uint16_t>(out, value.bytes);
      break;
    case Wire::kI8:
      AppendElements<int8_t>(out, value.bytes);
      break;
    case Wire::kU8:
    case Wire::kBool:
      AppendElements<uint8_t>(out, value.bytes);
      break;
  }
  out += ']';
}

void AppendValue(std::string& out, const OptionValue& value, const OptionField* field) {
  if (value.form == OptionForm::kString) {
    StrAppend(out, "'", value.bytes, "'");
  } else if (value.form == OptionForm::kVector) {
    AppendVector(out, value);
  } else if (value.wire == Wire::kF32 || value.wire == Wire::kF64) {
    StrAppend(out, static_cast<float>(value.real));
  } else if (value.wire == Wire::kBool) {
    StrAppend(out, value.integer != 0);
  } else if (field && value.integer >= 0 && value.integer < static_cast<int64_t>(field->enum_values.size())) {
    StrAppend(out, field->enum_values[static_cast<size_t>(value.integer)]);
  } else {
    StrAppend(out, value.integer);
  }
}

}  // namespace

std::string_view OptionsTypeName(OptionsType type) {
  if (type == OptionsType::NONE) return "NONE";
  const OptionSchema* schema = FindOptionSchema(type);
  return schema ? schema->name : "unknown options";
}

Status CheckOption(OptionsType type, int slot, std::string_view name, OptionForm form, Wire wire, double fallback) {
  const OptionSchema* schema = FindOptionSchema(type);
  if (!schema) return BadInput("the schema has no options table with code ", static_cast<int>(type));
  const OptionField* field = FindField(*schema, slot);
  std::string where = StrCat(schema->name, " slot ", slot);
  if (!field) return BadInput(where, ": the table has ", schema->fields.size(), " fields");
  if (field->name != name) return BadInput(where, " is '", field->name, "', not '", name, "'");
  if (field->deprecated) return BadInput(where, " ('", name, "') is deprecated");
  if (field->form != form || field->wire != wire)
    return BadInput(where, " ('", name, "') is a ", KindName(field->form, field->wire), ", not a ",
                    KindName(form, wire));
  if (form == OptionForm::kScalar && field->fallback != fallback)
    return BadInput(where, " ('", name, "') has the default ", field->fallback, ", not ", fallback);
  return OkStatus();
}

Status CheckOptions(const OptionsTable& table) {
  if (table.type == OptionsType::NONE)
    return table.values.empty() ? OkStatus() : BadInput("option values without a table");
  const OptionSchema* schema = FindOptionSchema(table.type);
  if (!schema)
    return Unsupported("options of code ", static_cast<int>(table.type), " are newer than this program's schema");
  int last = -1;
  for (const OptionValue& value : table.values) {
    const OptionField* field = FindField(*schema, value.slot);
    if (!field || field->deprecated || value.slot <= last)
      return BadInput(schema->name, " has a value in slot ", value.slot, ", which is unknown, deprecated or repeated");
    if (field->form != value.form || field->wire != value.wire)
      return BadInput(schema->name, ".", field->name, " is a ", KindName(field->form, field->wire));
    if (value.form == OptionForm::kVector && value.bytes.size() % static_cast<size_t>(WireBytes(value.wire)) != 0)
      return BadInput(schema->name, ".", field->name, " has a part of an element");
    last = value.slot;
  }
  return OkStatus();
}

std::string DescribeOptions(const OptionsTable& table) {
  const OptionSchema* schema = FindOptionSchema(table.type);
  std::string out;
  for (const OptionValue& value : table.values) {
    const OptionField* field = schema ? FindField(*schema, value.slot) : nullptr;
    if (!out.empty()) out += ' ';
    if (field)
      StrAppend(out, field->name, "=");
    else
      StrAppend(out, "slot", value.slot, "=");
    AppendValue(out, value, field);
  }
  return out;
}

}  // namespace slipway::tflite
