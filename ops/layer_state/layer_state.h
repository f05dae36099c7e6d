#pragma once
// LayerState: memory that lasts from run to run, for the op that takes it as a state (ops/states.h) and changes it in
// place. Zeros at first (an i8 one holds its zero point). In a .tflite file: a variable tensor.
//
// A state operand that comes from anything else is what the state begins with in every run.
//
// C1 no operands
// C2 type(y) = (dtype, shape), with any quantization; the shape is static

#include "ops/infer.h"
#include "ops/op.h"

namespace slipway::ops {

struct LayerState {
  DType dtype = DType::kF32;
  Shape shape;

  static void Fields(auto& op, auto&& f) {
    f("dtype", op.dtype);
    f("shape", op.shape);
  }
  static constexpr bool kStateful = true;
};

Result<TensorTypes> Infer(const LayerState&, Inputs);

}  // namespace slipway::ops
