#include "base/status.h"

#include <cstdio>
#include <cstdlib>

namespace slipway {

void CheckFailed(const char* file, int line, const char* what) {
  std::fprintf(stderr, "slipway: internal error at %s:%d: %s\n", file, line, what);
  std::abort();
}

}  // namespace slipway
