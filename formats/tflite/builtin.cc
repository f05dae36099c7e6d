#include "formats/tflite/builtin.h"

#include "formats/tflite/schema_generated.h"

namespace slipway::tflite {

namespace {

#define BUILTIN(name, code) static_assert(static_cast<int>(fb::BuiltinOperator::name) == code);
#include "formats/tflite/builtins.def"
static_assert(static_cast<int>(fb::BuiltinOperator::MAX) == kBuiltinCount - 1);

constexpr const char* kNames[] = {
#define BUILTIN(name, code) #name,
#include "formats/tflite/builtins.def"
};

}  // namespace

const char* BuiltinName(Builtin op) {
  int code = static_cast<int>(op);
  return code >= 0 && code < kBuiltinCount ? kNames[code] : nullptr;
}

std::optional<Builtin> BuiltinCode(std::string_view name) {
  for (int code = 0; code < kBuiltinCount; ++code)
    if (name == kNames[code]) return static_cast<Builtin>(code);
  return std::nullopt;
}

}  // namespace slipway::tflite
