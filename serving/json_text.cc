#include "serving/json_text.h"

#include <charconv>
#include <cmath>
#include <cstdint>

#include "serving/rpc_status.h"

namespace slipway::serving {

namespace {

template <class T>
void AppendReal(T v, int exact_digits, std::string* out) {
  if (std::isnan(v)) return void(out->append("NaN"));
  if (std::isinf(v)) return void(out->append(v < 0 ? "-Infinity" : "Infinity"));
  char text[48];
  auto end = std::to_chars(text, text + sizeof text, v, std::chars_format::general, 6).ptr;
  T back = 0;
  std::from_chars(text, end, back);
  if (back != v) end = std::to_chars(text, text + sizeof text, v, std::chars_format::general, exact_digits).ptr;
  std::string_view written(text, static_cast<size_t>(end - text));
  out->append(written);
  if (written.find_first_of(".e") == std::string_view::npos) out->append(".0");
}

// The length of the UTF-8 sequence at the front of `s`, 0 if there is none.
size_t Utf8Length(std::string_view s) {
  auto byte = [&s](size_t i) { return static_cast<uint8_t>(s[i]); };
  uint8_t lead = byte(0);
  size_t n = lead < 0x80 ? 1 : lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  if (n == 0 || n > s.size() || (lead >= 0x80 && lead < 0xc2)) return 0;
  for (size_t i = 1; i < n; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  bool overlong = (lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xf0 && byte(1) < 0x90);
  bool surrogate = lead == 0xed && byte(1) >= 0xa0, beyond = lead == 0xf4 && byte(1) >= 0x90;
  return overlong || surrogate || beyond ? 0 : n;
}

const char* Escape(char c) {
  switch (c) {
    case '"':
      return "\\\"";
    case '\\':
      return "\\\\";
    case '\b':
      return "\\b";
    case '\f':
      return "\\f";
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return nullptr;
  }
}

int Base64Value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  if (c == '/' || c == '_') return 63;
  return -1;
}

constexpr char kHex[] = "0123456789ABCDEF";
constexpr char kBase64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

bool HasJsonForm(DType t) {
  return t == DType::kString || t == DType::kBool || t == DType::kF32 || t == DType::kF64 ||
         (IsInteger(t) && t != DType::kI4 && t != DType::kU16);
}

void AppendFloat(float v, std::string* out) { AppendReal(v, 9, out); }
void AppendDouble(double v, std::string* out) { AppendReal(v, 17, out); }

std::string Quote(std::string_view s) {
  std::string out = "\"";
  while (!s.empty()) {
    size_t n = Utf8Length(s);
    auto c = static_cast<uint8_t>(s[0]);
    if (n == 0) {
      out += "\xef\xbf\xbd";
      n = 1;
    } else if (const char* escape = Escape(s[0])) {
      out += escape;
    } else if (c < 32) {
      out += {'\\', 'u', '0', '0', kHex[c >> 4], kHex[c & 15]};
    } else {
      out += s.substr(0, n);
    }
    s.remove_prefix(n);
  }
  return out + "\"";
}

std::string ToBase64(std::string_view s) {
  std::string out;
  out.reserve((s.size() + 2) / 3 * 4);
  for (size_t i = 0; i < s.size(); i += 3) {
    uint32_t v = static_cast<uint8_t>(s[i]) << 16;
    if (i + 1 < s.size()) v |= static_cast<uint8_t>(s[i + 1]) << 8;
    if (i + 2 < s.size()) v |= static_cast<uint8_t>(s[i + 2]);
    out += kBase64[v >> 18];
    out += kBase64[v >> 12 & 63];
    out += i + 1 < s.size() ? kBase64[v >> 6 & 63] : '=';
    out += i + 2 < s.size() ? kBase64[v & 63] : '=';
  }
  return out;
}

std::optional<std::string> FromBase64(std::string_view s) {
  for (int i = 0; i < 2 && !s.empty() && s.back() == '='; ++i) s.remove_suffix(1);
  if (s.size() % 4 == 1) return std::nullopt;
  std::string out;
  out.reserve(s.size() / 4 * 3 + 3);
  uint32_t bits = 0;
  int count = 0;
  for (char c : s) {
    int v = Base64Value(c);
    if (v < 0) return std::nullopt;
    bits = bits << 6 | static_cast<uint32_t>(v);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count & 255);
  }
  return out;
}

std::string ErrorJson(std::string_view message) { return StrCat("{ \"error\": ", Quote(CutMessage(message)), " }"); }

}  // namespace slipway::serving
