#include <algorithm>
#include <array>
#include <cmath>

#include "interpreter/movement/move_kernel.h"
#include "ops/concat/concat.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;
using interpreter::MovePlan;
using interpreter::MoveTypes;
using interpreter::PrepareContext;
using interpreter::StridedCopy;
using interpreter::Strides;

namespace {

int AxisOf(const Concat& op, int rank) { return op.axis < 0 ? op.axis + rank : op.axis; }

Result<Kernel> PrepareCopies(const Concat& op, PrepareContext& c) {
  return interpreter::PrepareMoves(op, c, {}, [](const Concat& o, const MoveTypes& t, MovePlan* plan) {
    Strides to(t.out(0));
    int axis = AxisOf(o, t.out(0).rank());
    int64_t start = 0;
    for (int operand = 0; operand < t.num_inputs(); ++operand) {
      const Shape& x = t.in(operand);
      Strides from(x);
      StridedCopy copy = t.NewCopy(0);
      copy.to_offset = start * to[axis];
      for (int i = 0; i < x.rank(); ++i) copy.Add(x[i], from[i], to[i]);
      plan->Copy(operand, 0, copy);
      start += x[axis];
    }
  });
}

// Floats: copies, then the activation over the result.
struct ClampState {
  Kernel copies;
  int64_t elements;
  float lo, hi;
};

Code EvalClamped(const ClampState& s, EvalContext& c) {
  if (Code code = s.copies.eval(s.copies.state.get(), c); code != Code::kOk) return code;
  float* y = c.Out<float>(0);
  c.pool().ForRange(s.elements, 16384, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) y[i] = y[i] < s.lo ? s.lo : y[i] > s.hi ? s.hi : y[i];
  });
  return Code::kOk;
}

// 8-bit operands with scales of their own: every code of an operand has a fixed code of the result.
struct Recoded {
  int64_t row, offset;  // elements of one row of the operand, and where it starts in a row of y
  std::array<uint8_t, 256> codes;
};
struct RecodeState {
  int64_t rows, row;  // of y
  std::vector<Recoded> operands;
};

template <class T>
std::array<uint8_t, 256> CodesFor(const Quantization& in, const Quantization& out, Activation activation) {
  float lo, hi;
  ActivationRange(activation, &lo, &hi);
  auto code = [&](float real) { return std::round(real / out.scale[0]) + static_cast<float>(out.zero_point[0]); };
  float least = std::max<float>(std::numeric_limits<T>::min(), code(lo));
  float most = std::min<float>(std::numeric_limits<T>::max(), code(hi));
  float scale = in.scale[0] * (1 / out.scale[0]), bias = -static_cast<float>(in.zero_point[0]) * scale;
  std::array<uint8_t, 256> codes;
  for (int i = 0; i < 256; ++i) {
    float q = static_cast<float>(static_cast<T>(static_cast<uint8_t>(i)));
    float v = std::round(q * scale + bias) + static_cast<float>(out.zero_point[0]);
    codes[static_cast<size_t>(i)] = static_cast<uint8_t>(static_cast<T>(std::max(least, std::min(most, v))));
  }
  return codes;
}

Code EvalRecoded(const RecodeState& s, EvalContext& c) {
  uint8_t* y = c.Out<uint8_t>(0);
  c.pool().ForRange(s.rows, 16384 / (s.row + 1) + 1, [&](int64_t begin, int64_t end) {
    for (size_t k = 0; k < s.operands.size(); ++k) {
      const Recoded& r = s.operands[k];
      const uint8_t* x = c.In<uint8_t>(static_cast<int>(k));
      for (int64_t row = begin; row < end; ++row)
        for (int64_t i = 0; i < r.row; ++i) y[row * s.row + r.offset + i] = r.codes[x[row * r.row + i]];
    }
  });
  return Code::kOk;
}

Result<Kernel> PrepareRecoded(const Concat& op, PrepareContext& c) {
  const Shape& y = c.out_shape(0);
  int axis = AxisOf(op, y.rank());
  RecodeState s{y.Elements(0, axis), y.Elements(axis, y.rank()), {}};
  int64_t offset = 0;
  for (int i = 0; i < c.num_inputs(); ++i) {
    const Quantization &in = c.in(i).quant, &out = c.out(0).quant;
    if (in.scale.size() != 1 || out.scale.size() != 1) return interpreter::NoKernelFor("Concat", c);
    int64_t row = c.in_shape(i).Elements(axis, y.rank());
    bool is_signed = c.in(i).dtype == DType::kI8;
    s.operands.push_back(
        {row, offset,
         is_signed ? CodesFor<int8_t>(in, out, op.activation) : CodesFor<uint8_t>(in, out, op.activation)});
    offset += row;
  }
  return interpreter::MakeKernel(std::move(s),
                                 [](const RecodeState& state, EvalContext& ctx) { return EvalRecoded(state, ctx); });
}

}  // namespace

Result<Kernel> Prepare(const Concat& op, PrepareContext& c) {
  DType t = c.in(0).dtype;
  bool same = true;
  for (int i = 0; i < c.num_inputs(); ++i)
    same = same && (c.in(i).quant == c.out(0).quant || c.in(i).quant.empty() || c.out(0).quant.empty());
  bool clamps = op.activation != Activation::kNone;
  if (same && !clamps) return PrepareCopies(op, c);
  if (t == DType::kI8 || t == DType::kU8) return PrepareRecoded(op, c);
  if (t != DType::kF32) return interpreter::NoKernelFor("Concat", c);
  ClampState s{.elements = c.out_shape(0).Elements()};
  ASSIGN_OR_RETURN(s.copies, PrepareCopies(op, c));
  ActivationRange(op.activation, &s.lo, &s.hi);
  return interpreter::MakeKernel(std::move(s),
                                 [](const ClampState& state, EvalContext& ctx) { return EvalClamped(state, ctx); });
}

}  // namespace slipway::ops
