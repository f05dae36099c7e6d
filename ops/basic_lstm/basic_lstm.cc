#include "ops/basic_lstm/basic_lstm.h"

#include "ops/recurrent.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const BasicLstm&, Inputs in) {
  RETURN_IF_ERROR(in.Count(5));  // basic_lstm_c1
  DType x = in.dtype(0);
  if (x != DType::kF32 && x != DType::kU8) return Unsupported("x is ", x, ", expected f32 or u8");  // basic_lstm_c3
  bool codes = x == DType::kU8;
  DType state = codes ? DType::kI16 : DType::kF32;
  auto dim = [&](int i, int d) { return in.shape(i).has_rank() && in.shape(i).rank() == 2 ? in.shape(i)[d] : -1; };
  int64_t batch = dim(0, 0), input = dim(0, 1), units = dim(1, 1);
  int64_t depth = input < 0 || units < 0 ? -1 : input + units, gates = units < 0 ? -1 : 4 * units;
  RETURN_IF_ERROR(CheckOperand(in, 0, x, {batch, input}));                           // basic_lstm_c2
  RETURN_IF_ERROR(CheckOperand(in, 1, x, {batch, units}));                           // basic_lstm_c2
  RETURN_IF_ERROR(CheckOperand(in, 2, x, {gates, depth}));                           // basic_lstm_c2
  RETURN_IF_ERROR(CheckOperand(in, 3, codes ? DType::kI32 : DType::kF32, {gates}));  // basic_lstm_c2
  RETURN_IF_ERROR(CheckOperand(in, 4, state, {batch, units}));                       // basic_lstm_c2
  return TensorTypes{{x, {batch, units}}, {state, {batch, units}}, {x, {batch, depth}}, {state, {batch, gates}}};  // c5
}

}  // namespace slipway::ops
