#pragma once
// Small string helpers without iostreams, locale or exceptions.

#include <cstdarg>
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
void AppendInteger(std::string& out, int64_t v);
void AppendUnsigned(std::string& out, uint64_t v);
// The shortest form that reads back to the same value.
void AppendReal(std::string& out, float v);
void AppendReal(std::string& out, double v);
template <class T>
requires(std::is_arithmetic_v<T> && !std::is_same_v<T, bool> &&
         !std::is_same_v<T, char>) void StrAppendOne(std::string& out, T v) {
  if constexpr (std::is_floating_point_v<T>)
    AppendReal(out, v);
  else if constexpr (std::is_unsigned_v<T>)
    AppendUnsigned(out, v);
  else
    AppendInteger(out, v);
}

// Texts are joined out of line: a call passes one letter per part and the parts as C arguments, which is a fraction of
// the code of appending them in place, and every sentence of the product is such a call. TextPart says a type's letter
// and what is passed; a type without one has a StrAppendOne.
struct OtherText {
  const void* value = nullptr;
  void (*append)(std::string& out, const void* value) = nullptr;
};
template <class T>
struct TextPart {
  static constexpr char kLetter = 'x';
  // `other` lives to the end of the call that the part is passed to.
  static const OtherText* Pass(const T& part, OtherText&& other = {}) {
    other = {&part, [](std::string& out, const void* value) { StrAppendOne(out, *static_cast<const T*>(value)); }};
    return &other;
  }
};
template <class T>
requires(std::is_arithmetic_v<T>) struct TextPart<T> {
  static constexpr bool kSmall = sizeof(T) <= sizeof(int);
  static constexpr char kLetter = std::is_same_v<T, bool>       ? 'b'
                                  : std::is_same_v<T, char>     ? 'c'
                                  : std::is_same_v<T, float>    ? 'f'
                                  : std::is_floating_point_v<T> ? 'g'
                                  : std::is_unsigned_v<T>       ? 'u'
                                  : kSmall                      ? 'i'
                                                                : 'd';
  static auto Pass(T part) {
    if constexpr (std::is_floating_point_v<T>)
      return static_cast<double>(part);
    else if constexpr (kLetter == 'u')
      return static_cast<uint64_t>(part);
    else if constexpr (kLetter == 'd')
      return static_cast<int64_t>(part);
    else
      return static_cast<int>(part);
  }
};
// A part that is passed by its address.
template <class T, char letter>
struct AddressPart {
  static constexpr char kLetter = letter;
  static const T* Pass(const T& part) { return &part; }
};
struct CharactersPart {
  static constexpr char kLetter = 's';
  static const char* Pass(const char* part) { return part; }
};
template <>
struct TextPart<std::string> : AddressPart<std::string, 'S'> {};
template <>
struct TextPart<std::string_view> : AddressPart<std::string_view, 'v'> {};
template <>
struct TextPart<const char*> : CharactersPart {};
template <>
struct TextPart<char*> : CharactersPart {};
template <size_t n>
struct TextPart<char[n]> : CharactersPart {};

template <char... letter>
inline constexpr char kTextLetters[] = {letter..., 0};

void AppendPartsV(std::string& out, const char* letters, va_list parts);
void AppendParts(std::string* out, const char* letters, ...);
std::string JoinParts(const char* letters, ...);

template <class... A>
void StrAppend(std::string& out, const A&... parts) {
  AppendParts(&out, kTextLetters<TextPart<A>::kLetter...>, TextPart<A>::Pass(parts)...);
}

template <class... A>
std::string StrCat(const A&... parts) {
  return JoinParts(kTextLetters<TextPart<A>::kLetter...>, TextPart<A>::Pass(parts)...);
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

std::vector<std::string> StrSplit(std::string_view s, char separator);

// The whole of `s` as a number, or nothing: for int, unsigned, long, unsigned long, float and double.
template <class T>
std::optional<T> ParseNumber(std::string_view s);

// The candidate nearest to `word` by edit distance, for "did you mean"; empty if none is near.
std::string NearestWord(std::string_view word, const std::vector<std::string>& candidates);

// "1.4 kB", "13 MB": for people.
std::string HumanBytes(uint64_t bytes);

}  // namespace slipway
