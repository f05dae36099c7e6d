#pragma once
// Small string helpers without iostreams, locale or exceptions.

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace slipway {

inline void StrAppendOne(std::string& out, std::string_view s) { out.append(s); }
inline void StrAppendOne(std::string& out, const std::string& s) { out.append(s); }
inline void StrAppendOne(std::string& out, const char* s) { out.append(s); }
inline void StrAppendOne(std::string& out, char c) { out.push_back(c); }
inline void StrAppendOne(std::string& out, bool b) { out.append(b ? "true" : "false"); }
template <class T>
requires(std::is_arithmetic_v<T> && !std::is_same_v<T, bool> &&
         !std::is_same_v<T, char>) void StrAppendOne(std::string& out, T v) {
  char buffer[40];  // shortest form that reads back to the same value
  auto r = std::to_chars(buffer, buffer + sizeof buffer, v);
  out.append(buffer, static_cast<size_t>(r.ptr - buffer));
}

template <class... A>
void StrAppend(std::string& out, const A&... parts) {
  (StrAppendOne(out, parts), ...);
}

template <class... A>
std::string StrCat(const A&... parts) {
  std::string out;
  (StrAppendOne(out, parts), ...);
  return out;
}

// "a, b, c"; works for any range of things StrCat takes.
template <class Range>
std::string StrJoin(const Range& range, std::string_view separator) {
  std::string out;
  bool first = true;
  for (const auto& item : range) {
    if (!first) out.append(separator);
    first = false;
    StrAppendOne(out, item);
  }
  return out;
}

inline std::vector<std::string> StrSplit(std::string_view s, char separator) {
  std::vector<std::string> parts;
  while (true) {
    size_t at = s.find(separator);
    parts.emplace_back(s.substr(0, at));
    if (at == std::string_view::npos) return parts;
    s.remove_prefix(at + 1);
  }
}

// The whole of `s` as a number, or nothing.
template <class T>
std::optional<T> ParseNumber(std::string_view s) {
  T value{};
  auto r = std::from_chars(s.data(), s.data() + s.size(), value);
  if (r.ec != std::errc() || r.ptr != s.data() + s.size() || s.empty()) return std::nullopt;
  return value;
}

// The candidate nearest to `word` by edit distance, for "did you mean"; empty if none is near.
std::string NearestWord(std::string_view word, const std::vector<std::string>& candidates);

// "1.4 kB", "13 MB": for people.
std::string HumanBytes(uint64_t bytes);

}  // namespace slipway
