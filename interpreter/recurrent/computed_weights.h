#pragma once
// Recurrent layers whose quantized weights are computed: prepared at each run, with the weights that it finds.

#include <algorithm>
#include <iterator>
#include <vector>

#include "interpreter/late_kernel.h"

namespace slipway::interpreter {

template <class Op>
struct ComputedWeights {
  Op op;
  LateContext context;
  std::vector<int> operands;
};

// `PrepareLayer(op, PrepareContext&)` wants constants for all operands that are not f32, but for x and the states.
template <class Op, class F>
Result<Kernel> PrepareRecurrent(const Op& op, PrepareContext& c, F prepare_layer) {
  static_assert(std::is_empty_v<F>, "the function may not capture");
  ComputedWeights<Op> s{op, LateContext(c), {}};
  std::vector<Tensor> zeros(static_cast<size_t>(c.num_inputs()));
  for (int i = 1; i < c.num_inputs(); ++i) {
    bool state = std::find(std::begin(Op::kStates), std::end(Op::kStates), i) != std::end(Op::kStates);
    if (!c.Has(i) || state || c.in(i).dtype == DType::kF32) continue;
    if (!c.constant(i)) s.operands.push_back(i);
    s.context.SetConstant(i, c.constant(i));
    if (!c.constant(i)) zeros[static_cast<size_t>(i)] = Tensor(c.in(i));
  }
  if (s.operands.empty()) return prepare_layer(op, c);
  LateContext trial = s.context;  // finds what is wrong with the types
  for (int i : s.operands) trial.SetConstant(i, &zeros[static_cast<size_t>(i)]);
  ASSIGN_OR_RETURN(Kernel layer, prepare_layer(op, trial));
  Kernel k = MakeKernel(std::move(s), [](const ComputedWeights<Op>& weights, EvalContext& e) {
    LateContext context = weights.context;
    std::vector<Tensor> now;
    now.reserve(weights.operands.size());
    for (int i : weights.operands) {
      const TensorType& type = context.in(i);
      size_t bytes = DTypeBytes(type.dtype, static_cast<size_t>(type.shape.Elements()));
      now.emplace_back(type, Buffer::View(nullptr, e.In<void>(i), bytes));
      context.SetConstant(i, &now.back());
    }
    Result<Kernel> kernel = F{}(weights.op, context);
    if (!kernel.ok()) return e.Fail(Code::kBadValue, kernel.status().message());
    return RunLate(*kernel, e);
  });
  k.path = StrCat(layer.path, " computed weights");
  return k;
}

}  // namespace slipway::interpreter
