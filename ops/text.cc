#include "ops/text.h"

#include <cmath>
#include <limits>

namespace slipway::ops {

std::string QuoteText(std::string_view bytes) {
  static const char* hex = "0123456789abcdef";
  std::string out = "\"";
  for (unsigned char c : bytes) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += static_cast<char>(c);
    } else if (c >= 32 && c < 127) {
      out += static_cast<char>(c);
    } else {
      out += "\\x";
      out += hex[c >> 4];
      out += hex[c & 15];
    }
  }
  return out + "\"";
}

static int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

std::optional<std::string> UnquoteText(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return std::nullopt;
  text = text.substr(1, text.size() - 2);
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
    } else if (i + 1 < text.size() && text[i + 1] != 'x') {
      out += text[++i];
    } else if (i + 3 < text.size() && HexDigit(text[i + 2]) >= 0 && HexDigit(text[i + 3]) >= 0) {
      out += static_cast<char>(HexDigit(text[i + 2]) * 16 + HexDigit(text[i + 3]));
      i += 3;
    } else {
      return std::nullopt;
    }
  }
  return out;
}

std::vector<std::string> SplitTopLevel(std::string_view text, char separator) {
  std::vector<std::string> parts;
  std::string current;
  int depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quoted) {
      current += c;
      if (c == '\\' && i + 1 < text.size())
        current += text[++i];
      else if (c == '"')
        quoted = false;
      continue;
    }
    if (c == '"') quoted = true;
    if (c == '[' || c == '{' || c == '(') ++depth;
    if (c == ']' || c == '}' || c == ')') --depth;
    if (c == separator && depth == 0) {
      if (!current.empty()) parts.push_back(std::move(current));
      current.clear();
    } else {
      current += c;
    }
  }
  if (!current.empty()) parts.push_back(std::move(current));
  return parts;
}

std::optional<Shape> ParseShape(std::string_view text) {
  if (text.size() < 2 || text.front() != '[' || text.back() != ']') return std::nullopt;
  text = text.substr(1, text.size() - 2);
  if (text == "*") return Shape::UnknownRank();
  std::vector<int64_t> dims;
  if (!text.empty())
    for (const std::string& part : StrSplit(text, ',')) {
      auto d = part == "?" ? std::optional<int64_t>(-1) : ParseNumber<int64_t>(part);
      if (!d) return std::nullopt;
      dims.push_back(*d);
    }
  auto shape = Shape::FromDims(dims);
  if (!shape.ok()) return std::nullopt;
  return *shape;
}

static bool ParseScale(std::string_view text, Quantization* quant) {
  size_t colon = text.find(':');
  if (colon == std::string_view::npos) return false;
  auto scale = ParseNumber<float>(text.substr(0, colon));
  auto zero = ParseNumber<int64_t>(text.substr(colon + 1));
  if (!scale || !zero) return false;
  quant->scale.push_back(*scale);
  quant->zero_point.push_back(*zero);
  return true;
}

std::optional<TensorType> ParseTensorType(std::string_view text) {
  size_t bracket = text.find('[');
  if (bracket == std::string_view::npos) return std::nullopt;
  size_t close = text.find(']', bracket);
  if (close == std::string_view::npos) return std::nullopt;
  TensorType type;
  type.dtype = DTypeFromName(text.substr(0, bracket));
  auto shape = ParseShape(text.substr(bracket, close - bracket + 1));
  if (type.dtype == DType::kInvalid || !shape) return std::nullopt;
  type.shape = *shape;
  std::string_view rest = text.substr(close + 1);
  if (rest.empty()) return type;
  if (rest.size() < 2 || rest.front() != '{' || rest.back() != '}') return std::nullopt;
  rest = rest.substr(1, rest.size() - 2);
  if (rest.starts_with("axis=")) {
    size_t space = rest.find(' ');
    if (space == std::string_view::npos) return std::nullopt;
    auto axis = ParseNumber<int>(rest.substr(5, space - 5));
    if (!axis) return std::nullopt;
    type.quant.axis = *axis;
    rest = rest.substr(space + 1);
  }
  for (const std::string& part : StrSplit(rest, ','))
    if (!ParseScale(part, &type.quant)) return std::nullopt;
  return type;
}

std::string TensorText(const Tensor& t) {
  std::vector<std::string> items;
  if (t.dtype() == DType::kString) {
    for (const std::string& s : t.strings()) items.push_back(QuoteText(s));
  } else if (IsFloat(t.dtype())) {
    for (double v : t.AsDoubles())
      items.push_back(t.dtype() == DType::kF64 ? StrCat(v) : StrCat(static_cast<float>(v)));
  } else if (IsInteger(t.dtype()) || t.dtype() == DType::kBool) {
    for (int64_t v : t.AsInts()) items.push_back(StrCat(v));
  }
  return StrCat(t.type(), "(", StrJoin(items, ","), ")");
}

Result<Tensor> ParseTensor(std::string_view text) {
  size_t paren = text.find('(');
  if (paren == std::string_view::npos || text.back() != ')') return BadInput("'", text, "' is not a tensor");
  auto type = ParseTensorType(text.substr(0, paren));
  if (!type || !type->shape.IsStatic()) return BadInput("'", text.substr(0, paren), "' is not a tensor type");
  std::vector<std::string> items = SplitTopLevel(text.substr(paren + 1, text.size() - paren - 2), ',');
  if (static_cast<int64_t>(items.size()) != type->shape.Elements())
    return BadInput("tensor ", *type, " has ", items.size(), " elements written");
  Tensor t(*type);
  if (type->dtype == DType::kString) {
    for (size_t i = 0; i < items.size(); ++i) {
      auto s = UnquoteText(items[i]);
      if (!s) return BadInput("'", items[i], "' is not a quoted string");
      t.strings()[i] = *s;
    }
    return t;
  }
  bool good = true;
  bool known = VisitFixedDType(type->dtype, [&](auto tag) {
    using T = decltype(tag);
    auto out = t.as<T>();
    for (size_t i = 0; i < items.size(); ++i) {
      if constexpr (std::is_integral_v<T>) {
        auto v = ParseNumber<int64_t>(items[i]);
        good = good && v.has_value();
        if (v) out[i] = static_cast<T>(*v);
      } else {
        auto v = ParseNumber<double>(items[i]);
        good = good && v.has_value();
        if (!v) continue;
        if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
          out[i] = T(static_cast<float>(*v));
        else
          out[i] = static_cast<T>(*v);
      }
    }
  });
  if (!known || !good) return BadInput("tensor ", *type, " has an element that is no such number");
  return t;
}

}  // namespace slipway::ops
