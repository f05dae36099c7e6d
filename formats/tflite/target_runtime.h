#pragma once
// The runtime that a .tflite file is written for: a release of LiteRT, or our own interpreter, which runs all that
// LiteRT does and more.

#include <string>
#include <string_view>

#include "base/status.h"
#include "formats/tflite/builtin.h"

namespace slipway::tflite {

inline constexpr int kNewestLiteRt = 3;  // LiteRT 2.3

struct TargetRuntime {
  bool slipway = false;
  int litert_minor = kNewestLiteRt;  // of LiteRT 2; means nothing for slipway
};

// "litert" (the newest), "litert:2.0" ... "litert:2.3", "slipway". Patch releases (2.1.4) are their minor release.
Result<TargetRuntime> TargetRuntimeFromName(std::string_view);
// "LiteRT 2.1", "Slipway": for sentences.
std::string RuntimeName(const TargetRuntime&);
// Does the runtime's resolver know the operator in this version? Slipway knows what the newest LiteRT does.
bool KnowsVersion(const TargetRuntime&, Builtin, int version);

}  // namespace slipway::tflite
