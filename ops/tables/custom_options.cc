#include "ops/tables/custom_options.h"

#include "formats/tflite/flexbuffer.h"
#include "ops/tables/known_custom.h"
#include "ops/text.h"

namespace slipway::ops {

namespace {

using tflite::FlexMap;
using tflite::FlexValue;

class FieldWriter final : public FieldVisitor {
 public:
  FlexMap map;
  void Bool(const char* n, bool& v) override { map[n] = FlexValue::Bool(v); }
  void Int(const char* n, int64_t& v) override { map[n] = FlexValue::Int(v); }
  void Float(const char* n, double& v) override { map[n] = FlexValue::Float(v); }
  void String(const char* n, std::string& v) override { map[n] = FlexValue::String(v); }
  void Ints(const char* n, std::vector<int64_t>& v) override { map[n] = FlexValue::Ints(v); }
  void Floats(const char* n, std::vector<double>& v) override { map[n] = FlexValue::Floats(v); }
  void Strings(const char* n, std::vector<std::string>& v) override { map[n] = FlexValue::Strings(v); }
  void Enum(const char* n, int& v, std::span<const char* const> names) override {
    CHECK(v >= 0 && v < static_cast<int>(names.size()));
    map[n] = FlexValue::String(names[static_cast<size_t>(v)]);
  }
  void Type(const char* n, DType& v) override { map[n] = FlexValue::String(DTypeName(v)); }
  void Types(const char* n, std::vector<DType>& v) override { List(n, v); }
  void ShapeField(const char* n, Shape& v) override { map[n] = FlexValue::String(slipway::ToString(v)); }
  void Shapes(const char* n, std::vector<Shape>& v) override { List(n, v); }
  void TensorField(const char* n, Tensor& v) override {
    map[n] = FlexValue::String(v.valid() ? TensorText(v) : "none");
  }

 private:
  template <class T>
  void List(const char* n, const std::vector<T>& values) {
    std::vector<std::string> texts;
    for (const T& v : values) texts.push_back(StrCat(v));
    map[n] = FlexValue::Strings(std::move(texts));
  }
};

class FieldReader final : public FieldVisitor {
 public:
  explicit FieldReader(FlexMap map) : map_(std::move(map)) {}

  // The first field that could not be read, or one that the op does not have.
  Status Finish(bool others_allowed = false) {
    if (status_.ok() && !others_allowed && !map_.empty())
      return BadInput("there is no option '", map_.begin()->first, "'");
    return status_;
  }

  void Bool(const char* n, bool& v) override {
    if (Take(n, {Kind::kBool, Kind::kInt})) v = value_.integer != 0;
  }
  void Int(const char* n, int64_t& v) override {
    if (Take(n, {Kind::kInt, Kind::kBool})) v = value_.integer;
  }
  void Float(const char* n, double& v) override {
    if (Take(n, {Kind::kFloat, Kind::kInt})) v = value_.kind == Kind::kInt ? double(value_.integer) : value_.real;
  }
  void String(const char* n, std::string& v) override {
    if (Take(n, {Kind::kString})) v = value_.text;
  }
  void Ints(const char* n, std::vector<int64_t>& v) override {
    if (Take(n, {Kind::kInts})) v = value_.integers;
  }
  void Floats(const char* n, std::vector<double>& v) override {
    if (!Take(n, {Kind::kFloats, Kind::kInts})) return;
    v = value_.reals;
    if (value_.kind == Kind::kInts) v.assign(value_.integers.begin(), value_.integers.end());
  }
  void Strings(const char* n, std::vector<std::string>& v) override {
    if (TakeTexts(n)) v = value_.texts;
  }
  void Enum(const char* n, int& v, std::span<const char* const> names) override {
    if (!Take(n, {Kind::kString})) return;
    for (size_t i = 0; i < names.size(); ++i)
      if (value_.text == names[i]) {
        v = static_cast<int>(i);
        return;
      }
    Fail(n, StrCat("cannot be '", value_.text, "'"));
  }
  void Type(const char* n, DType& v) override {
    if (Take(n, {Kind::kString})) Parse(n, value_.text, v, ParseType);
  }
  void Types(const char* n, std::vector<DType>& v) override { List(n, v, ParseType); }
  void ShapeField(const char* n, Shape& v) override {
    if (Take(n, {Kind::kString})) Parse(n, value_.text, v, ParseShape);
  }
  void Shapes(const char* n, std::vector<Shape>& v) override { List(n, v, ParseShape); }
  void TensorField(const char* n, Tensor& v) override {
    if (!Take(n, {Kind::kString})) return;
    v = {};
    if (value_.text == "none") return;
    Result<Tensor> parsed = ParseTensor(value_.text);
    if (parsed.ok())
      v = *parsed;
    else
      Fail(n, parsed.status().message());
  }

 private:
  using Kind = FlexValue::Kind;

  static std::optional<DType> ParseType(std::string_view text) {
    DType t = DTypeFromName(text);
    if (t == DType::kInvalid && text != "invalid") return std::nullopt;
    return t;
  }

  void Fail(const char* name, std::string_view why) {
    if (status_.ok()) status_ = BadInput("option '", name, "' ", why);
  }

  // Moves the option into value_ if it is there and of one of these kinds.
  bool Take(const char* name, std::initializer_list<Kind> kinds) {
    auto it = map_.find(name);
    if (it == map_.end()) return false;
    value_ = std::move(it->second);
    map_.erase(it);
    for (Kind k : kinds)
      if (value_.kind == k) return true;
    Fail(name, "is of another kind");
    return false;
  }

  // An empty vector has no kind of its own.
  bool TakeTexts(const char* name) {
    if (!Take(name, {Kind::kStrings, Kind::kInts})) return false;
    if (value_.kind == Kind::kInts && !value_.integers.empty()) {
      Fail(name, "is of another kind");
      return false;
    }
    return true;
  }

  template <class T, class F>
  void Parse(const char* name, const std::string& text, T& v, F parse) {
    if (auto parsed = parse(text))
      v = *parsed;
    else
      Fail(name, StrCat("cannot be '", text, "'"));
  }

  template <class T, class F>
  void List(const char* name, std::vector<T>& v, F parse) {
    if (!TakeTexts(name)) return;
    v.clear();
    for (const std::string& text : value_.texts) {
      T item{};
      Parse(name, text, item, parse);
      v.push_back(item);
    }
  }

  FlexMap map_;
  FlexValue value_;
  Status status_;
};

}  // namespace

std::string WriteCustomOptions(const Op& op) {
  FieldWriter writer;
  VisitFields(op, writer);
  return tflite::WriteFlexMap(writer.map);
}

Status ReadKnownFields(const OpInfo& info, std::string_view bytes, void* op) {
  ASSIGN_OR_RETURN(FlexMap map, tflite::ReadFlexMap(bytes));
  FieldReader reader(std::move(map));
  info.fields(op, reader);
  return reader.Finish(true);
}

Result<Op> ReadCustomOptions(const OpInfo& info, std::string_view bytes) {
  ASSIGN_OR_RETURN(FlexMap map, tflite::ReadFlexMap(bytes));
  std::shared_ptr<void> data = info.make();
  FieldReader reader(std::move(map));
  info.fields(data.get(), reader);
  RETURN_IF_ERROR(reader.Finish());
  return Op(info, std::move(data));
}

}  // namespace slipway::ops
