#include "formats/bundle/object_key.h"

#include "base/strings.h"

namespace slipway::bundle {

namespace {

// Order-preserving codes: comparing the bytes compares what they stand for.
void AppendOrderedUnsigned(std::string& out, uint64_t value) {
  std::string bytes;
  for (; value; value >>= 8) bytes.insert(bytes.begin(), static_cast<char>(value));
  out.push_back(static_cast<char>(bytes.size()));
  out += bytes;
}

// n bytes hold 7n - 1 bits and the sign. Big-endian two's complement, its first n bits inverted.
void AppendOrderedSigned(std::string& out, int64_t value) {
  uint64_t magnitude = static_cast<uint64_t>(value < 0 ? ~value : value);
  int n = 1;
  while (n < 10 && magnitude >> (7 * n - 1)) ++n;
  std::string bytes;
  for (int i = n - 1; i >= 0; --i) bytes.push_back(static_cast<char>(i > 7 ? value >> 63 : value >> (8 * i)));
  for (int bit = 0; bit < n; ++bit) bytes[static_cast<size_t>(bit / 8)] ^= static_cast<char>(0x80 >> (bit % 8));
  out += bytes;
}

void AppendOrderedString(std::string& out, std::string_view s) {
  for (char c : s) {
    out.push_back(c);
    if (c == '\0') out.push_back('\xff');
    if (c == '\xff') out.push_back('\0');
  }
  out.append("\0\1", 2);
}

}  // namespace

std::string EscapeName(std::string_view name) {
  std::string out;
  for (char c : name) {
    if (c == '.')
      out += "..";
    else if (c == '/')
      out += ".S";
    else
      out += c;
  }
  return out;
}

std::string UnescapeName(std::string_view escaped) {
  std::string out;
  for (size_t i = 0; i < escaped.size(); ++i) {
    char next = escaped[i] == '.' && i + 1 < escaped.size() ? escaped[i + 1] : '\0';
    if (next == '.' || next == 'S') {
      out += next == '.' ? '.' : '/';
      ++i;
    } else {
      out += escaped[i];
    }
  }
  return out;
}

std::string ObjectPath(std::span<const std::string> names) {
  std::string out;
  for (const std::string& name : names) {
    if (!out.empty()) out += '/';
    out += EscapeName(name);
  }
  return out;
}

std::string VariableKey(std::string_view object_path) { return StrCat(object_path, "/.ATTRIBUTES/VARIABLE_VALUE"); }

std::string SlotKey(std::string_view variable_path, std::string_view optimizer_path, std::string_view slot) {
  return VariableKey(StrCat(variable_path, "/.OPTIMIZER_SLOT/", optimizer_path, "/", EscapeName(slot)));
}

std::string SliceKey(std::string_view name, std::span<const SliceExtent> extents) {
  std::string out;
  AppendOrderedUnsigned(out, 0);
  AppendOrderedString(out, name);
  AppendOrderedUnsigned(out, extents.size());
  for (const SliceExtent& extent : extents) {
    AppendOrderedSigned(out, extent.start);
    AppendOrderedSigned(out, extent.length);
  }
  return out;
}

}  // namespace slipway::bundle
