#pragma once
// InteriorPad: StableHLO's pad. `value` before (low), behind (high) and between (interior) the elements along each
// axis; negative low and high take elements away.
//   operands: x, value
//
// C1 low, high and interior are empty (0 everywhere) or have rank(x) entries; interior is not negative
// C2 value has one element of x's dtype
// C3 dimension i of y = low + high + n + max(n - 1, 0) interior, at least 0; dtype and quantization are x's

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct InteriorPad {
  std::vector<int64_t> low, high, interior;

  static void Fields(auto& op, auto&& f) {
    f("low", op.low);
    f("high", op.high);
    f("interior", op.interior);
  }
  using ReferenceTypes = AnyTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Status FromTflite(const TfliteOperator&, InteriorPad*);
};

Result<TensorTypes> Infer(const InteriorPad&, Inputs);
Result<TfliteForm> ToTflite(const InteriorPad&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const InteriorPad&, interpreter::PrepareContext&);

// One axis: element i of x lies at low + i * step of y, if that is in [0, size).
struct PaddedAxis {
  int64_t low = 0, step = 1, size = 0;
};
Result<PaddedAxis> PadAxis(int64_t n, int64_t low, int64_t high, int64_t interior);

}  // namespace slipway::ops
