#include "formats/tflite/options.h"

#include <algorithm>
#include <cstring>

#include "formats/tflite/element_code.h"
#include "formats/tflite/option_schema.h"

namespace slipway::tflite {

namespace {

// The values that a wire type of integers holds, as far as int64 can say them.
void IntegerRange(Wire wire, int64_t* min, int64_t* max) {
  int bits = WireBytes(wire) * 8;
  bool is_signed = wire == Wire::kI8 || wire == Wire::kI16 || wire == Wire::kI32 || wire == Wire::kI64;
  if (wire == Wire::kBool) bits = 1;
  *min = is_signed ? std::numeric_limits<int64_t>::min() >> (64 - bits) : 0;
  *max = bits == 64 ? std::numeric_limits<int64_t>::max()
                    : static_cast<int64_t>((uint64_t{1} << (is_signed ? bits - 1 : bits)) - 1);
}

int64_t LoadInteger(const char* p, Wire wire) {
  size_t bytes = static_cast<size_t>(WireBytes(wire));
  int64_t min, max;
  IntegerRange(wire, &min, &max);
  uint64_t v = 0;
  std::memcpy(&v, p, bytes);
  if (min < 0) {
    int shift = 64 - static_cast<int>(bytes) * 8;
    return static_cast<int64_t>(v << shift) >> shift;
  }
  return static_cast<int64_t>(v);
}

void RequireOption(OptionsType type, int slot, const char* name, OptionForm form, Wire wire, double fallback) {
  Status s = CheckOption(type, slot, name, form, wire, fallback);
  if (!s.ok()) CheckFailed(__FILE__, __LINE__, s.message().c_str());
}

int64_t TypeCode(DType dtype) { return CodeFromDType(dtype).value_or(-1); }

}  // namespace

int WireBytes(Wire wire) {
  constexpr int kBytes[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
  return kBytes[static_cast<int>(wire)];
}

const OptionValue* OptionsTable::Find(int slot) const {
  for (const OptionValue& value : values)
    if (value.slot == slot) return &value;
  return nullptr;
}

OptionsReader::OptionsReader(const OptionsTable& table, OptionsType type) : table_(table), type_(type) {
  present_ = table.type == type && type != OptionsType::NONE;
  if (!present_ && table.type != OptionsType::NONE)
    status_ =
        BadInput("the operator has ", OptionsTypeName(table.type), " where ", OptionsTypeName(type), " are expected");
}

void OptionsReader::Fail(const char* name, std::string_view why) {
  if (status_.ok()) status_ = BadInput("option '", name, "' ", why);
}

const OptionValue* OptionsReader::Find(int slot, const char* name, OptionForm form, Wire wire) {
  if (!present_) return nullptr;
  const OptionValue* value = table_.Find(slot);
  if (value && (value->form != form || value->wire != wire)) RequireOption(type_, slot, name, form, wire, 0);
  return value;
}

int64_t OptionsReader::Integer(int slot, const char* name, Wire wire, int64_t fallback, int64_t min, int64_t max) {
  const OptionValue* value = Find(slot, name, OptionForm::kScalar, wire);
  if (!value) return fallback;
  if (value->integer >= min && value->integer <= max) return value->integer;
  Fail(name, StrCat("is ", value->integer, ", outside of what can be computed with (", min, " to ", max, ")"));
  return fallback;
}

int64_t OptionsReader::EnumCode(int slot, const char* name, Wire wire, int64_t fallback) {
  const OptionValue* value = Find(slot, name, OptionForm::kScalar, wire);
  if (!value) return fallback;
  const OptionSchema* schema = FindOptionSchema(type_);
  CHECK(schema && slot < static_cast<int>(schema->fields.size()));
  const OptionField& field = schema->fields[static_cast<size_t>(slot)];
  if (value->integer >= 0 && value->integer < static_cast<int64_t>(field.enum_values.size())) return value->integer;
  Fail(name, StrCat("is ", value->integer, ", which the schema does not know"));
  return fallback;
}

double OptionsReader::Real(int slot, const char* name, double fallback) {
  const OptionValue* value = Find(slot, name, OptionForm::kScalar, Wire::kF32);
  return value ? value->real : fallback;
}

void OptionsReader::Type(int slot, const char* name, DType& field, DType fallback) {
  field = fallback;
  const OptionValue* value = Find(slot, name, OptionForm::kScalar, Wire::kI8);
  if (!value) return;
  DType dtype = DTypeFromCode(static_cast<int>(value->integer));
  if (dtype == DType::kInvalid)
    Fail(name, StrCat("is the element type ", value->integer, ", which is not supported"));
  else
    field = dtype;
}

void OptionsReader::Ints(int slot, const char* name, std::vector<int64_t>& field, Wire wire) {
  field.clear();
  const OptionValue* value = Find(slot, name, OptionForm::kVector, wire);
  if (!value) return;
  size_t step = static_cast<size_t>(WireBytes(wire));
  field.reserve(value->bytes.size() / step);
  for (size_t at = 0; at + step <= value->bytes.size(); at += step)
    field.push_back(LoadInteger(value->bytes.data() + at, wire));
}

void OptionsReader::Floats(int slot, const char* name, std::vector<float>& field) {
  field.clear();
  const OptionValue* value = Find(slot, name, OptionForm::kVector, Wire::kF32);
  if (!value) return;
  field.resize(value->bytes.size() / sizeof(float));
  if (!field.empty()) std::memcpy(field.data(), value->bytes.data(), field.size() * sizeof(float));
}

void OptionsReader::String(int slot, const char* name, std::string& field) {
  const OptionValue* value = Find(slot, name, OptionForm::kString, Wire::kU8);
  field = value ? value->bytes : std::string();
}

void OptionsReader::Bytes(int slot, const char* name, std::string& field) {
  const OptionValue* value = Find(slot, name, OptionForm::kVector, Wire::kU8);
  field = value ? value->bytes : std::string();
}

OptionValue& OptionsWriter::Add(int slot, OptionForm form, Wire wire) {
  auto at =
      std::find_if(table_.values.begin(), table_.values.end(), [&](const OptionValue& v) { return v.slot >= slot; });
  CHECK(at == table_.values.end() || at->slot != slot);
  OptionValue& value = *table_.values.insert(at, OptionValue());
  value.slot = static_cast<uint16_t>(slot);
  value.form = form;
  value.wire = wire;
  return value;
}

void OptionsWriter::Integer(int slot, const char* name, int64_t value, int64_t fallback, Wire wire) {
  RequireOption(table_.type, slot, name, OptionForm::kScalar, wire, static_cast<double>(fallback));
  int64_t min, max;
  IntegerRange(wire, &min, &max);
  if (value < min || value > max) {
    if (status_.ok())
      status_ = Unsupported("option '", name, "' is ", value, "; a .tflite file holds ", min, " to ", max);
    return;
  }
  if (value != fallback) Add(slot, OptionForm::kScalar, wire).integer = value;
}

void OptionsWriter::Real(int slot, const char* name, double value, double fallback) {
  RequireOption(table_.type, slot, name, OptionForm::kScalar, Wire::kF32, fallback);
  double stored = static_cast<float>(value);
  if (stored != fallback) Add(slot, OptionForm::kScalar, Wire::kF32).real = stored;
}

void OptionsWriter::Type(int slot, const char* name, DType field, DType fallback) {
  if (!CodeFromDType(field)) {
    if (status_.ok()) status_ = Unsupported("option '", name, "': no element type of .tflite is ", field);
    return;
  }
  Integer(slot, name, TypeCode(field), TypeCode(fallback), Wire::kI8);
}

void OptionsWriter::Ints(int slot, const char* name, const std::vector<int64_t>& field, Wire wire) {
  RequireOption(table_.type, slot, name, OptionForm::kVector, wire, 0);
  int64_t min, max;
  IntegerRange(wire, &min, &max);
  std::string bytes;
  for (int64_t v : field) {
    if (v < min || v > max) {
      if (status_.ok())
        status_ = Unsupported("option '", name, "' has the element ", v, "; a .tflite file holds ", min, " to ", max);
      return;
    }
    bytes.append(reinterpret_cast<const char*>(&v), static_cast<size_t>(WireBytes(wire)));
  }
  Add(slot, OptionForm::kVector, wire).bytes = std::move(bytes);
}

void OptionsWriter::Floats(int slot, const char* name, const std::vector<float>& field) {
  RequireOption(table_.type, slot, name, OptionForm::kVector, Wire::kF32, 0);
  Add(slot, OptionForm::kVector, Wire::kF32)
      .bytes.assign(reinterpret_cast<const char*>(field.data()), field.size() * sizeof(float));
}

void OptionsWriter::String(int slot, const char* name, const std::string& field) {
  RequireOption(table_.type, slot, name, OptionForm::kString, Wire::kU8, 0);
  Add(slot, OptionForm::kString, Wire::kU8).bytes = field;
}

void OptionsWriter::Bytes(int slot, const char* name, const std::string& field) {
  RequireOption(table_.type, slot, name, OptionForm::kVector, Wire::kU8, 0);
  Add(slot, OptionForm::kVector, Wire::kU8).bytes = field;
}

Result<OptionsTable> OptionsWriter::Finish() && {
  if (!status_.ok()) return std::move(status_);
  return std::move(table_);
}

void OptionsChecker::Type(int slot, const char* name, DType, DType fallback) {
  Visit(slot, name, OptionForm::kScalar, Wire::kI8, static_cast<double>(TypeCode(fallback)));
}

void OptionsChecker::Visit(int slot, const char* name, OptionForm form, Wire wire, double fallback) {
  if (status_.ok()) status_ = CheckOption(type_, slot, name, form, wire, fallback);
  if (status_.ok() && std::count(visited_.begin(), visited_.end(), slot))
    status_ = BadInput(OptionsTypeName(type_), " slot ", slot, " is mapped twice");
  visited_.push_back(slot);
}

std::vector<std::string> OptionsChecker::Unvisited() const {
  std::vector<std::string> names;
  const OptionSchema* schema = FindOptionSchema(type_);
  for (size_t slot = 0; schema && slot < schema->fields.size(); ++slot)
    if (!schema->fields[slot].deprecated && !std::count(visited_.begin(), visited_.end(), static_cast<int>(slot)))
      names.emplace_back(schema->fields[slot].name);
  return names;
}

}  // namespace slipway::tflite
