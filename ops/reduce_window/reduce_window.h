#pragma once
// ReduceWindow: x padded, dilated and swept by a window whose elements are combined with `init`, over all axes:
//   y[o] = init f x'[o * strides + w * dilations] f ...  for all w in window,
// where x' is x with base_dilations - 1 elements `init` between its elements and `padding` of them around it.
//   operands: x, init, and where the field `window` is empty: window, strides, dilations (each rank(x) integers)
//
// C1 init has one element of x's dtype; kinds: numbers or bool (All and Any: not 0 is true, the result 0 or 1)
// C2 window, strides, dilations, base_dilations have rank(x) entries, at least 1 (or none: all 1); padding has two per
//    axis, none negative (or none: all 0)
// C3 dimension i of y = (n' - (window - 1) dilation - 1) / stride + 1, 0 where the window does not fit; y is of x's
// dtype

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

enum class WindowFunction { kAdd, kMul, kMinimum, kMaximum, kAll, kAny };
std::span<const char* const> EnumNames(WindowFunction);

struct ReduceWindow {
  WindowFunction function = WindowFunction::kAdd;
  std::vector<int64_t> window, strides, dilations, base_dilations, padding;

  static void Fields(auto& op, auto&& f) {
    f("function", op.function);
    f("window", op.window);
    f("strides", op.strides);
    f("dilations", op.dilations);
    f("base_dilations", op.base_dilations);
    f("padding", op.padding);
  }
  using ReferenceTypes = NumberTypes;
  static Status FromTflite(const TfliteOperator&, ReduceWindow*);
};

Result<TensorTypes> Infer(const ReduceWindow&, Inputs);
Result<TfliteForm> ToTflite(const ReduceWindow&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const ReduceWindow&, interpreter::PrepareContext&);

// One axis of the sweep, checked.
struct SweptAxis {
  int64_t n = 0, window = 1, stride = 1, dilation = 1, base = 1, before = 0, after = 0, out = 0;
  // The element of x at position w of window o; -1: there is `init`.
  int64_t At(int64_t o, int64_t w) const {
    int64_t p = o * stride + w * dilation - before;
    return p < 0 || p % base != 0 || p / base >= n ? -1 : p / base;
  }
};
// From the op's fields and, where the operands say it, their elements.
Result<std::vector<SweptAxis>> SweepOf(const ReduceWindow&, const Shape& x,
                                       std::span<const std::vector<int64_t>> operands);

}  // namespace slipway::ops
