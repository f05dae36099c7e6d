#include "ir/wire/lower/lower.h"

namespace slipway::wire {

LowerFunction FindLowering(std::string_view tf_op) {
  struct Row {
    std::string_view name;
    LowerFunction lower;
  };
  static constexpr Row kRows[] = {
#define LOWERING(tf, name) {tf, Lower##name},
#include "ir/wire/tf_lowerings.def"
#undef LOWERING
  };
  for (const Row& row : kRows)
    if (row.name == tf_op) return row.lower;
  return nullptr;
}

}  // namespace slipway::wire
