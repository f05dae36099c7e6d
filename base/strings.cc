#include "base/strings.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

#include "base/dtype.h"
#include "base/shape.h"
#include "base/tensor.h"

namespace slipway {

namespace {

template <class T>
void AppendNumber(std::string& out, T v) {
  char buffer[40];
  auto r = std::to_chars(buffer, buffer + sizeof buffer, v);
  out.append(buffer, static_cast<size_t>(r.ptr - buffer));
}

}  // namespace

void AppendInteger(std::string& out, int64_t v) { AppendNumber(out, v); }
void AppendUnsigned(std::string& out, uint64_t v) { AppendNumber(out, v); }
void AppendReal(std::string& out, float v) { AppendNumber(out, v); }
void AppendReal(std::string& out, double v) { AppendNumber(out, v); }

void AppendPartsV(std::string& out, const char* letters, va_list parts) {
  for (; *letters; ++letters) {
    switch (*letters) {
      case 's':
        out.append(va_arg(parts, const char*));
        break;
      case 'S':
        out.append(*va_arg(parts, const std::string*));
        break;
      case 'v':
        out.append(*va_arg(parts, const std::string_view*));
        break;
      case 'c':
        out.push_back(static_cast<char>(va_arg(parts, int)));
        break;
      case 'b':
        out.append(va_arg(parts, int) ? "true" : "false");
        break;
      case 'i':
        AppendInteger(out, va_arg(parts, int));
        break;
      case 'd':
        AppendInteger(out, va_arg(parts, int64_t));
        break;
      case 'u':
        AppendUnsigned(out, va_arg(parts, uint64_t));
        break;
      case 'f':
        AppendReal(out, static_cast<float>(va_arg(parts, double)));
        break;
      case 'g':
        AppendReal(out, va_arg(parts, double));
        break;
      case 't':
        out.append(DTypeName(static_cast<DType>(va_arg(parts, int))));
        break;
      case 'H':
        out.append(ToString(*va_arg(parts, const Shape*)));
        break;
      case 'T':
        out.append(ToString(*va_arg(parts, const TensorType*)));
        break;
      default: {
        const OtherText* other = va_arg(parts, const OtherText*);
        other->append(out, other->value);
      }
    }
  }
}

void AppendParts(std::string* out, const char* letters, ...) {
  va_list parts;
  va_start(parts, letters);
  AppendPartsV(*out, letters, parts);
  va_end(parts);
}

std::string JoinParts(const char* letters, ...) {
  std::string out;
  va_list parts;
  va_start(parts, letters);
  AppendPartsV(out, letters, parts);
  va_end(parts);
  return out;
}

std::vector<std::string> StrSplit(std::string_view s, char separator) {
  std::vector<std::string> parts;
  while (true) {
    size_t at = s.find(separator);
    parts.emplace_back(s.substr(0, at));
    if (at == std::string_view::npos) return parts;
    s.remove_prefix(at + 1);
  }
}

template <class T>
std::optional<T> ParseNumber(std::string_view s) {
  T value{};
  auto r = std::from_chars(s.data(), s.data() + s.size(), value);
  if (r.ec != std::errc() || r.ptr != s.data() + s.size() || s.empty()) return std::nullopt;
  return value;
}
template std::optional<signed char> ParseNumber(std::string_view);
template std::optional<unsigned char> ParseNumber(std::string_view);
template std::optional<short> ParseNumber(std::string_view);
template std::optional<unsigned short> ParseNumber(std::string_view);
template std::optional<int> ParseNumber(std::string_view);
template std::optional<unsigned> ParseNumber(std::string_view);
template std::optional<long> ParseNumber(std::string_view);
template std::optional<unsigned long> ParseNumber(std::string_view);
template std::optional<float> ParseNumber(std::string_view);
template std::optional<double> ParseNumber(std::string_view);

static int EditDistance(std::string_view a, std::string_view b) {
  std::vector<int> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i);
    for (size_t j = 1; j <= b.size(); ++j) {
      int next = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = row[j];
      row[j] = next;
    }
  }
  return row[b.size()];
}

std::string NearestWord(std::string_view word, const std::vector<std::string>& candidates) {
  if (word.size() > 256) return {};
  int best = static_cast<int>(word.size()) / 2 + 1;
  std::string nearest;
  for (const std::string& candidate : candidates) {
    int distance = EditDistance(word, candidate);
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string HumanBytes(uint64_t bytes) {
  const char* units[] = {"B", "kB", "MB", "GB", "TB"};
  double value = static_cast<double>(bytes);
  int unit = 0;
  while (value >= 1000 && unit < 4) {
    value /= 1000;
    ++unit;
  }
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, unit == 0 || value >= 100 ? "%.0f %s" : "%.1f %s", value, units[unit]);
  return buffer;
}

}  // namespace slipway
