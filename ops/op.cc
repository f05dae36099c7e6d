#include "ops/op.h"

#include <functional>

#include "ops/infer.h"
#include "ops/text.h"

namespace slipway::ops {

namespace {

// Collects every field as text, in order.
class FieldPrinter final : public FieldVisitor {
 public:
  std::vector<std::pair<std::string, std::string>> fields;
  void Bool(const char* n, bool& v) override { Add(n, v ? "true" : "false"); }
  void Int(const char* n, int64_t& v) override { Add(n, StrCat(v)); }
  void Float(const char* n, double& v) override { Add(n, StrCat(v)); }
  void String(const char* n, std::string& v) override { Add(n, QuoteText(v)); }
  void Ints(const char* n, std::vector<int64_t>& v) override { Add(n, StrCat("[", StrJoin(v, ","), "]")); }
  void Floats(const char* n, std::vector<double>& v) override { Add(n, StrCat("[", StrJoin(v, ","), "]")); }
  void Strings(const char* n, std::vector<std::string>& v) override {
    std::vector<std::string> quoted;
    for (const std::string& s : v) quoted.push_back(QuoteText(s));
    Add(n, StrCat("[", StrJoin(quoted, ","), "]"));
  }
  void Enum(const char* n, int& v, std::span<const char* const> names) override {
    Add(n, v >= 0 && v < static_cast<int>(names.size()) ? names[v] : StrCat(v));
  }
  void Type(const char* n, DType& v) override { Add(n, DTypeName(v)); }
  void Types(const char* n, std::vector<DType>& v) override { Add(n, StrCat("[", StrJoin(v, ","), "]")); }
  void ShapeField(const char* n, Shape& v) override { Add(n, slipway::ToString(v)); }
  void Shapes(const char* n, std::vector<Shape>& v) override { Add(n, StrCat("[", StrJoin(v, ","), "]")); }
  void TensorField(const char* n, Tensor& v) override { Add(n, v.valid() ? TensorText(v) : "none"); }

 private:
  void Add(const char* name, std::string text) { fields.emplace_back(name, std::move(text)); }
};

// Takes what kind of its family an op is.
class KindReader final : public FieldVisitor {
 public:
  const char* kind = nullptr;
  void Bool(const char*, bool&) override {}
  void Int(const char*, int64_t&) override {}
  void Float(const char*, double&) override {}
  void String(const char*, std::string&) override {}
  void Ints(const char*, std::vector<int64_t>&) override {}
  void Floats(const char*, std::vector<double>&) override {}
  void Strings(const char*, std::vector<std::string>&) override {}
  void Enum(const char* n, int& v, std::span<const char* const> names) override {
    if (std::string_view(n) == "kind" && v >= 0 && v < static_cast<int>(names.size())) kind = names[v];
  }
  void Type(const char*, DType&) override {}
  void Types(const char*, std::vector<DType>&) override {}
  void ShapeField(const char*, Shape&) override {}
  void Shapes(const char*, std::vector<Shape>&) override {}
  void TensorField(const char*, Tensor&) override {}
};

// Sets the fields named in the text; counts what it took so that unknown names are noticed.
class FieldParser final : public FieldVisitor {
 public:
  FieldParser(std::vector<std::pair<std::string, std::string>> given) : given_(std::move(given)) {}
  Status status;
  std::string Unused() const { return given_.empty() ? "" : given_[0].first; }

  void Bool(const char* n, bool& v) override {
    if (auto t = Take(n)) {
      if (*t == "true" || *t == "false")
        v = *t == "true";
      else
        Bad(n, *t);
    }
  }
  void Int(const char* n, int64_t& v) override { Number(n, v); }
  void Float(const char* n, double& v) override { Number(n, v); }
  void String(const char* n, std::string& v) override {
    if (auto t = Take(n)) {
      if (auto s = UnquoteText(*t))
        v = *s;
      else
        Bad(n, *t);
    }
  }
  void Ints(const char* n, std::vector<int64_t>& v) override {
    List(n, v, [](const std::string& s) { return ParseNumber<int64_t>(s); });
  }
  void Floats(const char* n, std::vector<double>& v) override {
    List(n, v, [](const std::string& s) { return ParseNumber<double>(s); });
  }
  void Strings(const char* n, std::vector<std::string>& v) override {
    List(n, v, [](const std::string& s) { return UnquoteText(s); });
  }
  void Enum(const char* n, int& v, std::span<const char* const> names) override {
    auto t = Take(n);
    if (!t) return;
    for (size_t i = 0; i < names.size(); ++i)
      if (*t == names[i]) {
        v = static_cast<int>(i);
        return;
      }
    Bad(n, *t);
  }
  void Type(const char* n, DType& v) override {
    if (auto t = Take(n)) {
      v = DTypeFromName(*t);
      if (v == DType::kInvalid && *t != "invalid") Bad(n, *t);
    }
  }
  void Types(const char* n, std::vector<DType>& v) override {
    List(n, v, [](const std::string& s) -> std::optional<DType> {
      DType t = DTypeFromName(s);
      if (t == DType::kInvalid) return std::nullopt;
      return t;
    });
  }
  void ShapeField(const char* n, Shape& v) override {
    if (auto t = Take(n)) {
      if (auto s = ParseShape(*t))
        v = *s;
      else
        Bad(n, *t);
    }
  }
  void Shapes(const char* n, std::vector<Shape>& v) override {
    List(n, v, [](const std::string& s) { return ParseShape(s); });
  }
  void TensorField(const char* n, Tensor& v) override {
    if (auto t = Take(n)) {
      if (*t == "none") {
        v = {};
        return;
      }
      auto parsed = ParseTensor(*t);
      if (parsed.ok())
        v = *parsed;
      else
        status = parsed.status();
    }
  }

 private:
  std::optional<std::string> Take(const char* name) {
    for (size_t i = 0; i < given_.size(); ++i)
      if (given_[i].first == name) {
        std::string text = given_[i].second;
        given_.erase(given_.begin() + static_cast<int64_t>(i));
        return text;
      }
    return std::nullopt;
  }
  void Bad(const char* name, const std::string& text) {
    if (status.ok()) status = BadInput("field '", name, "' cannot be '", text, "'");
  }
  template <class T>
  void Number(const char* n, T& v) {
    if (auto t = Take(n)) {
      if (auto x = ParseNumber<T>(*t))
        v = *x;
      else
        Bad(n, *t);
    }
  }
  template <class T, class F>
  void List(const char* n, std::vector<T>& v, F parse) {
    auto t = Take(n);
    if (!t) return;
    v.clear();
    if (t->size() < 2 || t->front() != '[' || t->back() != ']') return Bad(n, *t);
    for (const std::string& item : SplitTopLevel(std::string_view(*t).substr(1, t->size() - 2), ',')) {
      auto x = parse(item);
      if (!x) return Bad(n, *t);
      v.push_back(*x);
    }
  }
  std::vector<std::pair<std::string, std::string>> given_;
};

std::vector<std::pair<std::string, std::string>> FieldTexts(const OpInfo& info, const void* data) {
  FieldPrinter printer;
  info.fields(info.clone(data).get(), printer);
  return printer.fields;
}

}  // namespace

std::string Label(const Op& op) {
  KindReader reader;
  op.info().fields(op.info().clone(op.data()).get(), reader);
  return reader.kind ? reader.kind : op.name();
}

std::string ToString(const Op& op) {
  auto fields = FieldTexts(op.info(), op.data());
  auto defaults = FieldTexts(op.info(), op.info().make().get());
  std::string body;
  for (size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].second == defaults[i].second) continue;
    StrAppend(body, body.empty() ? "" : " ", fields[i].first, "=", fields[i].second);
  }
  return body.empty() ? op.name() : StrCat(op.name(), "{", body, "}");
}

bool operator==(const Op& a, const Op& b) {
  if (a.valid() != b.valid()) return false;
  if (!a.valid() || (&a.info() == &b.info() && a.data() == b.data())) return true;
  return &a.info() == &b.info() && FieldTexts(a.info(), a.data()) == FieldTexts(b.info(), b.data());
}

size_t Hash(const Op& op) { return std::hash<std::string>()(ToString(op)); }

Result<Op> ParseOp(std::string_view text) {
  size_t brace = text.find('{');
  std::string name(text.substr(0, brace));
  const OpInfo* info = FindOp(name);
  if (!info) return BadInput("there is no op '", name, "'");
  std::vector<std::pair<std::string, std::string>> given;
  if (brace != std::string_view::npos) {
    if (text.back() != '}') return BadInput("op '", name, "': the braces do not close");
    for (const std::string& field : SplitTopLevel(text.substr(brace + 1, text.size() - brace - 2), ' ')) {
      size_t eq = field.find('=');
      if (eq == std::string::npos) return BadInput("op '", name, "': '", field, "' is not name=value");
      given.emplace_back(field.substr(0, eq), field.substr(eq + 1));
    }
  }
  std::shared_ptr<void> data = info->make();
  FieldParser parser(std::move(given));
  info->fields(data.get(), parser);
  if (!parser.status.ok()) return std::move(parser.status).At(name);
  if (!parser.Unused().empty()) return BadInput("op '", name, "' has no field '", parser.Unused(), "'");
  return Op(*info, std::move(data));
}

Op VisitFields(const Op& op, FieldVisitor& visitor) {
  std::shared_ptr<void> data = op.info().clone(op.data());
  op.info().fields(data.get(), visitor);
  return Op(op.info(), std::move(data));
}

std::optional<std::vector<int64_t>> Inputs::Ints(int i) const {
  const Tensor* t = constant(i);
  if (!t || !(IsInteger(t->dtype()) || t->dtype() == DType::kBool)) return std::nullopt;
  return t->AsInts();
}

Status Inputs::Count(int least, int most) const {
  if (size() < least || size() > most) {
    if (least == most) return BadInput("expected ", least, " operands, got ", size());
    return BadInput("expected ", least, " to ", most, " operands, got ", size());
  }
  for (int i = 0; i < least; ++i)
    if (!Has(i)) return BadInput("operand ", i, " is missing");
  return OkStatus();
}

Status CheckIntegers(Inputs in, int i, const char* name, int rank) {
  const TensorType& t = in[i];
  if (!IsInteger(t.dtype)) return BadInput(name, " is ", t.dtype, ", expected integers");
  if (t.shape.has_rank() && t.shape.rank() != rank)
    return BadInput(name, " has shape ", t.shape, ", expected rank ", rank);
  return OkStatus();
}

Status CheckInteger(Inputs in, int i, const char* name) {
  const TensorType& t = in[i];
  bool one = !t.shape.has_rank() || !t.shape.IsStatic() || t.shape.Elements() == 1;
  if (!IsInteger(t.dtype) || !one) return BadInput(name, " is ", t, ", expected one integer");
  return OkStatus();
}

int64_t LengthOf(Inputs in, int i) {
  const Shape& s = in.shape(i);
  return s.has_rank() && s.rank() == 1 ? s[0] : kUnknownDim;
}

Result<Shape> UnknownDims(int64_t rank) {
  if (rank < 0) return Shape::UnknownRank();
  if (rank > kMaxRank) return Unsupported("rank ", rank, " is above the limit of ", kMaxRank);
  Shape s;
  for (int64_t i = 0; i < rank; ++i) s.push_back(kUnknownDim);
  return s;
}

}  // namespace slipway::ops
