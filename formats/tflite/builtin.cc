#include "formats/tflite/builtin.h"

#include <cstring>

#include "formats/tflite/schema_generated.h"

namespace slipway::tflite {

namespace {

#define BUILTIN(name, code) static_assert(static_cast<int>(fb::BuiltinOperator::name) == code);
#include "formats/tflite/builtins.def"
static_assert(static_cast<int>(fb::BuiltinOperator::MAX) == kBuiltinCount - 1);

// One after the other, each with its end: without an address for each.
constexpr char kNames[] =
#define BUILTIN(name, code) #name "\0"
#include "formats/tflite/builtins.def"
    ;

}  // namespace

const char* BuiltinName(Builtin op) {
  int code = static_cast<int>(op);
  if (code < 0 || code >= kBuiltinCount) return nullptr;
  const char* name = kNames;
  for (; code > 0; --code) name += std::strlen(name) + 1;
  return name;
}

std::optional<Builtin> BuiltinCode(std::string_view name) {
  const char* known = kNames;
  for (int code = 0; code < kBuiltinCount; ++code, known += std::strlen(known) + 1)
    if (name == known) return static_cast<Builtin>(code);
  return std::nullopt;
}

}  // namespace slipway::tflite
