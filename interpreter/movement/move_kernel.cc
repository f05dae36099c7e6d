#include "interpreter/movement/move_kernel.h"

#include <cstring>

namespace slipway::interpreter {

namespace {

Tensor PaddingOf(const TensorType& type) {
  Tensor t(type.dtype, Shape{});
  if (type.quant.empty()) return t;
  VisitFixedDType(type.dtype, [&](auto tag) {
    using T = decltype(tag);
    if constexpr (std::is_integral_v<T>) t.as<T>()[0] = static_cast<T>(type.quant.zero_point[0]);
  });
  return t;
}

const void* ElementsOf(const Tensor& t) {
  return t.dtype() == DType::kString ? static_cast<const void*>(t.strings().data()) : t.data();
}

// The kernel of a node whose integer operands are computed: plans at each run.
struct OpenState {
  ops::Op op;
  MoveTypes types;
  std::vector<int> parameters;
  PlanMoves plan;
};

Code RunOpen(const OpenState& s, EvalContext& c) {
  MoveTypes types = s.types;
  for (int i : s.parameters) {
    const TensorType& type = types.inputs[static_cast<size_t>(i)];
    size_t bytes = DTypeBytes(type.dtype, static_cast<size_t>(type.shape.Elements()));
    types.constants[static_cast<size_t>(i)] = Tensor(type, Buffer::View(nullptr, c.In<void>(i), bytes));
  }
  std::vector<ops::InferInput> inputs(types.inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i)
    if (types.Has(static_cast<int>(i)))
      inputs[i] = {&types.inputs[i], types.constants[i].valid() ? &types.constants[i] : nullptr};
  Result<ops::TensorTypes> results = ops::InferTypes(s.op, ops::Inputs(inputs));
  if (!results.ok()) return c.Fail(Code::kBadValue, results.status().message());
  for (size_t i = 0; i < results->size(); ++i) {
    types.outputs[i].shape = (*results)[i].shape;
    if (Code code = c.Resize(static_cast<int>(i), types.outputs[i].shape); code != Code::kOk) return code;
  }
  MovePlan plan;
  s.plan(s.op.data(), types, &plan);
  return plan.Run(c);
}

}  // namespace

StridedCopy MoveTypes::NewCopy(int output) const {
  StridedCopy copy;
  copy.element = MovableBytes(outputs[static_cast<size_t>(output)].dtype);
  return copy;
}

void MovePlan::Copy(int input, int output, const StridedCopy& copy) {
  if (copy.Elements() > 0) moves_.push_back({input, output, Simplify(copy)});
}

void MovePlan::CopyAll(int input, int output, const MoveTypes& types) {
  StridedCopy copy = types.NewCopy(output);
  copy.Add(types.out(output).Elements(), 1, 1);
  Copy(input, output, copy);
}

void MovePlan::Pad(const StridedCopy& copy, const MoveTypes& types) {
  if (!padding_.valid()) padding_ = PaddingOf(types.outputs[0]);
  Copy(kPadding, 0, copy);
}

Code MovePlan::Run(EvalContext& c) const {
  for (const Move& m : moves_)
    RunCopy(m.copy, m.input == kPadding ? ElementsOf(padding_) : c.In<void>(m.input), c.Out<void>(m.output), c.pool());
  return Code::kOk;
}

Result<Kernel> PrepareMoves(const ops::Op& op, PrepareContext& c, std::span<const int> parameters, PlanMoves plan) {
  MoveTypes types;
  for (int i = 0; i < c.num_inputs(); ++i) types.inputs.push_back(c.Has(i) ? c.in(i) : TensorType());
  for (int i = 0; i < c.num_outputs(); ++i) types.outputs.push_back(c.out(i));
  types.constants.resize(types.inputs.size());
  for (const TensorType& y : types.outputs)
    if (MovableBytes(y.dtype) < 0) return NoKernelFor(op.name(), c);

  std::vector<int> given;
  bool open = false;
  for (int i : parameters) {
    if (!c.Has(i)) continue;
    given.push_back(i);
    if (const Tensor* t = c.constant(i))
      types.constants[static_cast<size_t>(i)] = *t;
    else
      open = true;
  }
  if (open) {
    for (Tensor& t : types.constants) t = Tensor();
    return MakeKernel(OpenState{op, std::move(types), std::move(given), plan},
                      [](const OpenState& s, EvalContext& ctx) { return RunOpen(s, ctx); });
  }
  MovePlan moves;
  plan(op.data(), types, &moves);
  return MakeKernel(std::move(moves), [](const MovePlan& m, EvalContext& ctx) { return m.Run(ctx); });
}

}  // namespace slipway::interpreter
