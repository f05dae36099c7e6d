#include "serving/json_document.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "serving/json_text.h"

namespace slipway::serving {

namespace {

using simdjson::dom::element_type;

constexpr size_t kShown = 256;
constexpr size_t kSimdjsonCountLimit = 0xffffff;

// What stands for a special number in a text that was rewritten.
constexpr std::string_view kMark("\0number:", 8);
constexpr std::string_view kEscapedMark = "\"\\u0000number:";

bool EndsToken(char c) { return std::string_view(",:[]{}\" \t\r\n").find(c) != std::string_view::npos; }

bool IsSpecial(std::string_view token) {
  if (!token.empty() && token[0] == '-') token.remove_prefix(1);
  return token == "Infinity" || token == "Inf" || token == "NaN";
}

// An integer beyond 64 bits, which is a double.
bool IsHugeInteger(std::string_view token) {
  std::string_view digits = token.substr(token[0] == '-');
  if (digits.size() < 19 || digits.find_first_not_of("0123456789") != std::string_view::npos) return false;
  int64_t i;
  uint64_t u;
  const char* end = token.data() + token.size();
  return std::from_chars(token.data(), end, i).ec != std::errc() &&
         std::from_chars(token.data(), end, u).ec != std::errc();
}

// Walks tokens and writes them in plain JSON, up to the end of the first document.
class Rewriter {
 public:
  explicit Rewriter(std::string_view text) : rest_(text) {}

  std::string Run() {
    out_.reserve(rest_.size() + 64);
    do Take();
    while (!rest_.empty() && depth_ > 0);
    return std::move(out_);
  }
  bool has_specials() const { return has_specials_; }

 private:
  void Take() {
    while (!rest_.empty() && std::string_view(" \t\r\n").find(rest_[0]) != std::string_view::npos) Copy(1);
    if (rest_.empty()) return;
    char c = rest_[0];
    if (c == '"') return TakeString();
    if (c == '[' || c == '{') ++depth_;
    if (c == ']' || c == '}') --depth_;
    if (EndsToken(c)) return Copy(1);
    size_t n = 1;
    while (n < rest_.size() && !EndsToken(rest_[n])) ++n;
    TakeScalar(rest_.substr(0, n));
  }
  void TakeString() {
    size_t n = 1;
    while (n < rest_.size() && rest_[n] != '"') n += rest_[n] == '\\' ? 2 : 1;
    Copy(std::min(n + 1, rest_.size()));
  }
  void TakeScalar(std::string_view token) {
    if (IsSpecial(token)) {
      has_specials_ = true;
      StrAppend(out_, kEscapedMark, token, "\"");
    } else {
      StrAppend(out_, token, IsHugeInteger(token) ? "e0" : "");
    }
    rest_.remove_prefix(token.size());
  }
  void Copy(size_t n) {
    out_.append(rest_.substr(0, n));
    rest_.remove_prefix(n);
  }

  std::string_view rest_;
  std::string out_;
  int64_t depth_ = 0;
  bool has_specials_ = false;
};

}  // namespace

RpcStatus JsonDocument::Parse(std::string_view text) {
  text_bytes_ = text.size();
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return InvalidArgument("JSON Parse error: The document is empty");
  Element root;
  text_ = simdjson::padded_string(text);
  if (parser_.parse(text_).get(root)) {
    Rewriter rewriter(text);
    std::string plain = rewriter.Run();
    has_specials_ = rewriter.has_specials();
    text_ = simdjson::padded_string(plain);
    if (auto error = parser_.parse(text_).get(root))
      return InvalidArgument("JSON Parse error: ", simdjson::error_message(error));
  }
  if (root.get(object_)) return InvalidArgument("JSON Value: ", Show(root), " Is not object");
  return {};
}

std::optional<JsonDocument::Element> JsonDocument::Find(std::string_view key) const {
  Element e;
  if (object_[key].get(e)) return std::nullopt;
  return e;
}

std::optional<double> JsonDocument::Special(const Element& e) const {
  std::string_view s;
  if (!has_specials_ || e.get(s) || !s.starts_with(kMark)) return std::nullopt;
  s.remove_prefix(kMark.size());
  if (s.ends_with("NaN")) return std::numeric_limits<double>::quiet_NaN();
  double infinity = std::numeric_limits<double>::infinity();
  return s[0] == '-' ? -infinity : infinity;
}

bool JsonDocument::GetDouble(const Element& e, double* v) const {
  if (e.is_number()) return !e.get(*v);
  if (auto special = Special(e)) return *v = *special, true;
  return false;
}

bool JsonDocument::GetString(const Element& e, std::string_view* v) const { return !e.get(*v) && !Special(e); }

std::string JsonDocument::Show(const Element& e) const {
  if (auto special = Special(e)) {
    std::string text;
    AppendDouble(*special, &text);
    return text;
  }
  std::string text = simdjson::minify(e);
  if (text.size() > kShown) text = text.substr(0, kShown) + "...";
  return text;
}

const char* JsonDocument::TypeName(const Element& e) const {
  switch (e.type()) {
    case element_type::STRING:
      return Special(e) ? "Number" : "String";
    case element_type::BOOL:
      return bool(e) ? "True" : "False";
    case element_type::NULL_VALUE:
      return "Null";
    case element_type::OBJECT:
      return "Object";
    case element_type::ARRAY:
      return "Array";
    default:
      return "Number";
  }
}

RpcStatus ReadSignatureName(const JsonDocument& document, std::string* name) {
  auto member = document.Find("signature_name");
  if (!member) return {};
  std::string_view text;
  if (!document.GetString(*member, &text))
    return InvalidArgument("JSON Value: ", document.Show(*member),
                           " not formatted correctly. 'signature_name' key must be a string value");
  *name = text;
  return {};
}

size_t CountElements(const simdjson::dom::array& list) {
  size_t n = list.size();
  if (n < kSimdjsonCountLimit) return n;
  n = 0;
  for ([[maybe_unused]] auto e : list) ++n;
  return n;
}

std::optional<std::string_view> Base64Member(const JsonDocument::Element& e) {
  simdjson::dom::object o;
  if (e.get(o) || o.size() != 1) return std::nullopt;
  std::string_view text;
  if (o["b64"].get(text)) return std::nullopt;
  return text;
}

}  // namespace slipway::serving
