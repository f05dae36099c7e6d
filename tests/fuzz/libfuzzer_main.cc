// libFuzzer's entry to the target named SLIPWAY_FUZZ_TARGET.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/target.h"

#define SLIPWAY_JOIN(a, b) a##b
#define SLIPWAY_RUN(name) SLIPWAY_JOIN(Run_, name)

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  slipway::fuzz::SLIPWAY_RUN(SLIPWAY_FUZZ_TARGET)({reinterpret_cast<const char*>(data), size});
  return 0;
}
