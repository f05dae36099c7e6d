#include "interpreter/graph_step.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "ops/call_once/call_once.h"

namespace slipway::interpreter {

namespace {

size_t At(int i) { return static_cast<size_t>(i); }

void CopyElements(const TensorType& type, const void* from, void* to) {
  if (type.dtype == DType::kString)
    std::copy_n(static_cast<const std::string*>(from), type.shape.Elements(), static_cast<std::string*>(to));
  else if (size_t bytes = *MemoryBytes(type))
    std::memcpy(to, from, bytes);
}

// Bytes of a file may be no bool.
bool IsTrue(const void* element) { return *static_cast<const uint8_t*>(element) != 0; }

}  // namespace

GraphStep::GraphStep(Executor& caller, const Plan& plan, const PlanStep& step)
    : caller_(caller),
      execution_(caller.execution_),
      plan_(plan),
      op_(caller.graph_.ops[At(step.op)]),
      uses_(ops::GraphsOf(op_.op)),
      variables_(op_.outputs.size()) {
  for (size_t k = 0; k < variables_.size(); ++k) {
    const PlannedTensor& y = plan.tensors[At(op_.outputs[k])];
    Variable& v = variables_[k];
    v.forwarded = y.root != op_.outputs[k] || y.place == Place::kConstant;
    v.open = !y.type.shape.IsStatic();
    for (TensorMemory& m : v.spare) m.type.dtype = y.type.dtype;
  }
}

const TensorType& GraphStep::OperandType(size_t i) const { return *caller_.tensors_[At(op_.inputs[i])].type; }

size_t GraphStep::Limit() const {
  return execution_.options.max_arena_bytes ? execution_.options.max_arena_bytes : AvailableMemory();
}

Status GraphStep::Run(EvalContext& c) {
  if (std::any_of(uses_.begin(), uses_.end(), [](const ops::GraphUse& u) { return u.decides; })) return RunLoop(c);
  if (!op_.op.Is<ops::CallOnce>()) return RunOnce(uses_[At(Choose(c))], c);
  if (execution_.variables->called(uses_[0].graph)) return OkStatus();
  RETURN_IF_ERROR(RunOnce(uses_[0], c));
  execution_.variables->SetCalled(uses_[0].graph);
  return OkStatus();
}

// Which graph runs.
int GraphStep::Choose(const EvalContext& c) const {
  if (uses_[0].first_operand == 0) return 0;
  if (OperandType(0).dtype == DType::kBool) return IsTrue(c.in_[0]) ? 0 : 1;
  int last = static_cast<int>(uses_.size()) - 1, index = *c.In<int32_t>(0);
  return index < 0 ? last : std::min(index, last);
}

Status GraphStep::Grow(size_t k, const Shape& shape, EvalContext& c) const {
  if (c.Resize(static_cast<int>(k), shape) == Code::kOk) return OkStatus();
  return MachineError("there is no memory for a result of shape ", shape);
}

Status GraphStep::RunOnce(const ops::GraphUse& use, EvalContext& c) {
  ASSIGN_OR_RETURN(Executor * graph, execution_.Callee(use.graph));
  size_t first = At(use.first_operand);
  for (size_t i = first; i < op_.inputs.size(); ++i)
    graph->SetOperand(static_cast<int>(i - first), OperandType(i).shape, c.in_[i]);
  RETURN_IF_ERROR(graph->Prepare());
  for (size_t k = 0; k < variables_.size(); ++k) {
    const Variable& v = variables_[k];
    int i = static_cast<int>(k);
    const Shape* shape = v.forwarded ? nullptr : graph->PlannedShape(i);
    if (shape && v.open) RETURN_IF_ERROR(Grow(k, *shape, c));
    graph->SetResult(i, shape ? c.out_[k] : nullptr);
  }
  RETURN_IF_ERROR(graph->RunGraph());
  for (size_t k = 0; k < variables_.size(); ++k) {
    if (variables_[k].forwarded) continue;
    const Executor::Location& made = graph->output(static_cast<int>(k));
    if (variables_[k].open) RETURN_IF_ERROR(Grow(k, made.type->shape, c));
    if (made.data != c.out_[k]) CopyElements(*made.type, made.data, c.out_[k]);
  }
  return OkStatus();
}

Status GraphStep::RunLoop(EvalContext& c) {
  RETURN_IF_ERROR(Begin(c));
  for (;;) {
    if (execution_.cancelled.load(std::memory_order_relaxed)) return Cancelled();
    ASSIGN_OR_RETURN(bool on, GoesOn());
    if (!on) return Finish(c);
    RETURN_IF_ERROR(Step(c));
  }
}

Status GraphStep::Begin(EvalContext& c) {
  std::byte* scratch = c.scratch();
  for (size_t k = 0; k < variables_.size(); ++k) {
    Variable& v = variables_[k];
    v.type = OperandType(k);
    v.now = c.in_[k];
    if (v.forwarded || v.open) continue;
    if (v.type.dtype == DType::kString) {
      RETURN_IF_ERROR(v.spare[0].Reserve(v.type.shape, Limit()));
      v.second = v.spare[0].data;
    } else {
      v.second = scratch;
      scratch += (*MemoryBytes(v.type) + kReadBeyond + kAlignment - 1) / kAlignment * kAlignment;
    }
  }
  return OkStatus();
}

Result<bool> GraphStep::GoesOn() {
  const ops::GraphUse& use =
      *std::find_if(uses_.begin(), uses_.end(), [](const ops::GraphUse& u) { return u.decides; });
  ASSIGN_OR_RETURN(Executor * cond, execution_.Callee(use.graph));
  for (size_t k = 0; k < variables_.size(); ++k)
    cond->SetOperand(static_cast<int>(k), variables_[k].type.shape, variables_[k].now);
  cond->SetResult(0, nullptr);
  RETURN_IF_ERROR(cond->RunGraph());
  const Executor::Location& answer = cond->output(0);
  if (answer.type->shape.Elements() != 1)
    return BadInput("graph '", cond->graph().name, "' gives ", *answer.type, ", expected one bool");
  return IsTrue(answer.data);
}

Status GraphStep::Step(EvalContext& c) {
  const ops::GraphUse& use =
      *std::find_if(uses_.begin(), uses_.end(), [](const ops::GraphUse& u) { return !u.decides; });
  ASSIGN_OR_RETURN(Executor * body, execution_.Callee(use.graph));
  for (size_t k = 0; k < variables_.size(); ++k)
    body->SetOperand(static_cast<int>(k), variables_[k].type.shape, variables_[k].now);
  RETURN_IF_ERROR(body->Prepare());
  for (size_t k = 0; k < variables_.size(); ++k) {
    RETURN_IF_ERROR(ChoosePlace(*body, k, c));
    body->SetResult(static_cast<int>(k), variables_[k].next);
  }
  RETURN_IF_ERROR(body->RunGraph());
  for (size_t k = 0; k < variables_.size(); ++k)
    if (!variables_[k].forwarded) RETURN_IF_ERROR(Take(body->output(static_cast<int>(k)), variables_[k]));
  return OkStatus();
}

Status GraphStep::ChoosePlace(Executor& body, size_t k, EvalContext& c) {
  Variable& v = variables_[k];
  v.next = nullptr;
  if (v.forwarded) return OkStatus();
  if (!v.open) {
    v.next = v.now == c.out_[k] ? v.second : c.out_[k];
    return OkStatus();
  }
  v.turn = v.now == v.spare[0].data ? 1 : 0;
  const Shape* shape = body.PlannedShape(static_cast<int>(k));
  if (!shape) return OkStatus();
  RETURN_IF_ERROR(v.spare[v.turn].Reserve(*shape, Limit()));
  v.next = v.spare[v.turn].data;
  return OkStatus();
}

// Places of next values differ from those of present ones, so variables may be taken in any order.
Status GraphStep::Take(const Executor::Location& made, Variable& v) {
  if (made.data == v.now && made.type->shape == v.type.shape) return OkStatus();
  if (!v.next) {
    RETURN_IF_ERROR(v.spare[v.turn].Reserve(made.type->shape, Limit()));
    v.next = v.spare[v.turn].data;
  }
  if (made.data != v.next) CopyElements(*made.type, made.data, v.next);
  v.now = v.next;
  v.type.shape = made.type->shape;
  return OkStatus();
}

Status GraphStep::Finish(EvalContext& c) {
  for (size_t k = 0; k < variables_.size(); ++k) {
    Variable& v = variables_[k];
    if (v.forwarded || v.now == c.out_[k]) continue;
    if (!v.open) {
      CopyElements(v.type, v.now, c.out_[k]);
      continue;
    }
    // The result takes over the memory of the last value.
    TensorMemory& own = *caller_.own_[At(op_.outputs[k])];
    auto last =
        std::find_if(std::begin(v.spare), std::end(v.spare), [&](const TensorMemory& m) { return m.data == v.now; });
    if (last != std::end(v.spare)) {
      std::swap(own.block, last->block);
      std::swap(own.strings, last->strings);
      last->data = nullptr;
    }
    RETURN_IF_ERROR(Grow(k, v.type.shape, c));
    if (last == std::end(v.spare)) CopyElements(v.type, v.now, c.out_[k]);
  }
  return OkStatus();
}

}  // namespace slipway::interpreter
