#pragma once
// ShuffledFullyConnected: FullyConnected on codes of u8 that count from 128, whatever the zero points, with weights
// stored in blocks: TFLite's FULLY_CONNECTED of the weights format SHUFFLED4x16INT8.
//
// Operands: x; weights [out, in], whose elements lie as [out / 4][in / 16][4][16] with the highest bit turned; bias.
// Results: y; x in blocks as the weights, which is what TFLite works on.
//
// C1 x and weights u8, bias i32; scales of x, weights and y
// C2 weights have rank 2, out is a multiple of 4, in of 16; bias has `out` elements
// C3 x's elements are 1 or 4 rows of `in`; with keep_num_dims its last dimension is `in`
// C4 activation in {NONE, RELU, RELU_N1_TO_1, RELU6}; y's zero point is in their limits only
// C5 y: i16, [rows, out] or x's shape with `out` as last dimension (keep_num_dims); the other: u8 of x's shape

#include "ops/attributes.h"
#include "ops/infer.h"
#include "ops/op.h"

namespace slipway::ops {

struct FullyConnected;

struct ShuffledFullyConnected {
  Activation activation = Activation::kNone;
  bool keep_num_dims = false;

  static void Fields(auto& op, auto&& f) {
    f("activation", op.activation);
    f("keep_num_dims", op.keep_num_dims);
  }
  using TfliteOther = FullyConnected;  // of plain weights
  static bool IsTflite(const TfliteOperator&);
  static Status FromTflite(const TfliteOperator&, ShuffledFullyConnected*);
};

Result<TensorTypes> Infer(const ShuffledFullyConnected&, Inputs);
Result<TfliteForm> ToTflite(const ShuffledFullyConnected&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const ShuffledFullyConnected&, interpreter::PrepareContext&);

}  // namespace slipway::ops
