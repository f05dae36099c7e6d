#include "serving/rest_path.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace slipway::serving {

namespace {

bool EqualsAnyCase(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool IsNumber(std::string_view s) { return !s.empty() && s.find_first_not_of("0123456789") == std::string_view::npos; }

// A name or label as it stands in a path.
bool IsSegment(std::string_view s) { return !s.empty() && s.find(':') == std::string_view::npos; }

bool IsVerb(std::string_view s) { return s == "predict" || s == "classify" || s == "regress"; }

// The parts after /v1/models; false if they are no such path.
bool Split(bool is_post, std::vector<std::string> parts, RestPath* out, std::string* version) {
  if (is_post) {
    if (parts.empty()) return false;
    size_t colon = parts.back().rfind(':');
    if (colon == std::string::npos) return false;
    out->verb = parts.back().substr(colon + 1);
    parts.back().resize(colon);
    if (!IsVerb(out->verb)) return false;
  } else if (parts.size() > 1 && parts.back() == "metadata" && parts.size() % 2 == 0) {
    out->verb = "metadata";
    parts.pop_back();
  }
  if (parts.size() != 1 && parts.size() != 3) return false;
  if (!IsSegment(parts[0])) return false;
  out->model = PercentDecoded(parts[0]);
  if (parts.size() == 1) return true;
  if (EqualsAnyCase(parts[1], "versions")) {
    *version = parts[2];
    return IsNumber(parts[2]);
  }
  out->version = {.kind = VersionChoice::Kind::kLabel, .label = PercentDecoded(parts[2])};
  return EqualsAnyCase(parts[1], "labels") && IsSegment(parts[2]);
}

}  // namespace

std::string PercentDecoded(std::string_view s) {
  std::string out;
  for (size_t i = 0; i < s.size(); ++i) {
    int high = s[i] == '%' && i + 2 < s.size() ? HexDigit(s[i + 1]) : -1;
    int low = high >= 0 ? HexDigit(s[i + 2]) : -1;
    if (low < 0) {
      out += s[i];
      continue;
    }
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

bool IsApiPath(std::string_view path) { return path.size() >= 4 && EqualsAnyCase(path.substr(0, 4), "/v1/"); }

RpcStatus ParseRestPath(std::string_view method, std::string_view path, RestPath* out) {
  RpcStatus malformed = InvalidArgument("Malformed request: ", method, " ", path);
  bool is_post = method == "POST";
  if (!is_post && method != "GET") return malformed;
  std::vector<std::string> parts = StrSplit(path.substr(std::min<size_t>(path.size(), 4)), '/');
  if (!EqualsAnyCase(parts[0], "models")) return malformed;
  parts.erase(parts.begin());
  if (!is_post && parts.empty()) return InvalidArgument("Missing model name in request.");
  std::string version;
  if (!Split(is_post, std::move(parts), out, &version)) return malformed;
  if (version.empty()) return {};
  auto number = ParseNumber<int64_t>(version);
  if (!number) return InvalidArgument("Failed to convert version: ", version, " to numeric.");
  out->version = {.kind = VersionChoice::Kind::kVersion, .version = *number};
  return {};
}

}  // namespace slipway::serving
