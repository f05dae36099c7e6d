#pragma once
// The paths of the REST API: /v1/models/NAME[/versions/N or /labels/L][:VERB or /metadata].
//
// The fixed words match in any case, the verb and "metadata" only in lower case; names and labels are percent-decoded.

#include <string>
#include <string_view>

#include "serving/model_store.h"

namespace slipway::serving {

struct RestPath {
  std::string model;
  VersionChoice version;
  std::string verb;  // "predict", "classify", "regress"; "metadata"; empty: status
};

// INVALID_ARGUMENT "Malformed request: METHOD PATH", "Missing model name in request." or a version beyond int64.
RpcStatus ParseRestPath(std::string_view method, std::string_view path, RestPath* out);

// Is the path under /v1/ (in any case)?
bool IsApiPath(std::string_view path);

// "%5F" to "_"; sequences that are none stay.
std::string PercentDecoded(std::string_view text);

}  // namespace slipway::serving
