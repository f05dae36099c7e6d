// In place of interpreter/movement/strided_copy.cc, for models whose only operators that move elements keep their order
// (RESHAPE and its like): one run.
#include "interpreter/movement/strided_copy.h"

#include <algorithm>
#include <cstring>

namespace slipway::interpreter {

int64_t StridedCopy::Elements() const {
  int64_t n = 1;
  for (int i = 0; i < loops; ++i) n *= size[i];
  return n;
}

int MovableBytes(DType dtype) {
  if (dtype == DType::kString && KeepsDType(dtype)) return 0;
  int bytes = DTypeSize(dtype);
  return bytes > 0 ? bytes : -1;
}

StridedCopy Simplify(const StridedCopy& copy) { return copy; }

void RunCopy(const StridedCopy& copy, const void* from, void* to, ThreadPool&) {
  CHECK(copy.loops == 1 && copy.from[0] == 1 && copy.to[0] == 1);
  if (copy.element > 0) {
    std::memcpy(to, from, static_cast<size_t>(copy.Elements() * copy.element));
    return;
  }
  if (KeepsDType(DType::kString))
    std::copy_n(static_cast<const std::string*>(from), copy.Elements(), static_cast<std::string*>(to));
}

}  // namespace slipway::interpreter
