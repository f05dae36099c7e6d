#include "interpreter/recurrent/computed_weights.h"
#include "interpreter/recurrent/lstm.h"
#include "interpreter/recurrent/lstm_byte_sums.h"
#include "interpreter/recurrent/lstm_i8.h"
#include "ops/lstm/lstm.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;
using interpreter::LstmByteSums;
using interpreter::LstmF32;
using interpreter::LstmI8;
using interpreter::LstmSpec;

template <class Layer>
static Result<Kernel> PrepareCodes(const Lstm& op, const LstmSpec& s, interpreter::PrepareContext& c) {
  ASSIGN_OR_RETURN(Layer layer, Layer::Make(s, op.intermediate_scales, op.intermediate_zero_points, c));  // lstm_c7
  size_t scratch = layer.scratch_bytes();
  Kernel k = interpreter::MakeKernel(std::move(layer), [](const Layer& l, EvalContext& e) {
    l.Run(e, e.scratch());
    return Code::kOk;
  });
  k.scratch_bytes = scratch;
  return k;
}

static Result<Kernel> PrepareLayer(const Lstm& op, interpreter::PrepareContext& c) {
  const Shape& x = c.in_shape(0);
  SequenceSizes n = op.one_step ? SequenceSizes{x[0], 1, x[1]} : SizesOfSequence(x, op.time_major);
  LstmSpec s{.operands = PresentOperands(kLstmOperands, [&](int i) { return c.Has(i); }),
             .activation = op.activation,
             .cell_clip = op.cell_clip,
             .proj_clip = op.proj_clip,
             .time_major = op.time_major || op.one_step,
             .asymmetric = op.asymmetric_quantize_inputs,
             .batch = n.batch,
             .time = n.time,
             .input = n.depth,
             .cells = c.in_shape(4)[0],
             .outputs = c.out_shape(0).back(),
             .result_step = c.out_shape(0).back(),
             .last_cell = op.returns_cell ? 1 : -1};
  if (c.in(0).dtype == DType::kI8) {
    bool byte_sums = op.one_step && op.intermediate_scales.size() == LstmByteSums::kIntermediates;
    return byte_sums ? PrepareCodes<LstmByteSums>(op, s, c) : PrepareCodes<LstmI8>(op, s, c);
  }
  ASSIGN_OR_RETURN(LstmF32 layer, LstmF32::Make(s, c));
  size_t scratch = layer.scratch_bytes();
  std::string path = layer.hybrid() ? "hybrid" : "";
  Kernel k = interpreter::MakeKernel(std::move(layer), [](const LstmF32& l, EvalContext& e) {
    l.Run(e, e.scratch(), &e.pool());
    return Code::kOk;
  });
  k.scratch_bytes = scratch;
  k.path = std::move(path);
  return k;
}

Result<Kernel> Prepare(const Lstm& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareRecurrent(
      op, c, [](const Lstm& layer, interpreter::PrepareContext& now) { return PrepareLayer(layer, now); });
}

}  // namespace slipway::ops
