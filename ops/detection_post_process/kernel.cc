#include "interpreter/kernel.h"
#include "ops/detection_post_process/detection_post_process.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  DetectionPostProcess op;
  DetectionSizes sizes;
  TensorType operands[3];
};

// The operand's numbers: as they lie there, or in `memory`.
const float* Numbers(const TensorType& type, int i, EvalContext& c, std::vector<float>* memory) {
  if (type.dtype == DType::kF32) return c.In<float>(i);
  memory->resize(static_cast<size_t>(type.shape.Elements()));
  float scale = type.quant.scale[0];
  int64_t zero = type.quant.zero_point[0];
  for (size_t k = 0; k < memory->size(); ++k) {
    int64_t code = type.dtype == DType::kU8 ? int64_t{c.In<uint8_t>(i)[k]} : int64_t{c.In<int8_t>(i)[k]};
    (*memory)[k] = scale * static_cast<float>(code - zero);
  }
  return memory->data();
}

Code Eval(const State& s, EvalContext& c) {
  std::vector<float> memory[3];
  const float* in[3];
  for (int i = 0; i < 3; ++i) in[i] = Numbers(s.operands[i], i, c, &memory[i]);
  FindDetections(s.op, s.sizes, in[0], in[1], in[2],
                 {c.Out<float>(0), c.Out<float>(1), c.Out<float>(2), c.Out<float>(3)});
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const DetectionPostProcess& op, interpreter::PrepareContext& c) {
  State s{op, {c.in_shape(0)[1], c.in_shape(0)[2], c.in_shape(1)[2]}, {c.in(0), c.in(1), c.in(2)}};
  for (const TensorType& t : s.operands)
    if (IsFloat(t.dtype) && t.dtype != DType::kF32) return interpreter::NoKernelFor("DetectionPostProcess", c);
  return interpreter::MakeKernel(std::move(s), [](const State& state, EvalContext& e) { return Eval(state, e); });
}

}  // namespace slipway::ops
