#pragma once
// Builtin operators of the .tflite schema: codes and names. Source: builtins.def, proven against schema.fbs.

#include <cstdint>
#include <optional>
#include <string_view>

namespace slipway::tflite {

enum class Builtin : int32_t {
#define BUILTIN(name, code) name = code,
#include "formats/tflite/builtins.def"
};
inline constexpr int kBuiltinCount = 0
#define BUILTIN(name, code) +1
#include "formats/tflite/builtins.def"
    ;

// "CONV_2D"; nullptr for a code that the schema does not know.
const char* BuiltinName(Builtin);
// The operator of an exact name.
std::optional<Builtin> BuiltinCode(std::string_view name);

}  // namespace slipway::tflite
