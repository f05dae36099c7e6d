#include "interpreter/executor.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

#include "interpreter/graph_step.h"
#include "interpreter/kept.h"
#include "interpreter/out_of_memory.h"
#include "interpreter/table_step.h"
#include "ops/table_use.h"

namespace slipway::interpreter {

namespace {

size_t At(int i) { return static_cast<size_t>(i); }

bool IsAligned(const void* p, DType dtype) {
  size_t unit = std::max<size_t>(1, At(DTypeSize(dtype)));
  return reinterpret_cast<uintptr_t>(p) % std::min<size_t>(unit, 16) == 0;
}

bool IsObserved(const Execution& e) { return Keeps(Part::kObservers) && e.observer; }

size_t MemoryLimit(const PlanOptions& options) {
  return options.max_arena_bytes ? options.max_arena_bytes : AvailableMemory();
}

}  // namespace

Status TensorMemory::Reserve(const Shape& shape, size_t limit) {
  TensorType wanted(type.dtype, shape);
  std::optional<size_t> bytes = MemoryBytes(wanted), claimed = ClaimedBytes(wanted);
  if (!claimed) return BadInput("too large: ", wanted);
  if (*claimed > limit) return MachineError(wanted, " is larger than the limit of ", HumanBytes(limit));
  if (KeepsDType(DType::kString) && type.dtype == DType::kString) {
    strings.resize(static_cast<size_t>(shape.Elements()));
    static std::string nothing[1];
    data = strings.empty() ? static_cast<void*>(nothing) : strings.data();
  } else {
    RETURN_IF_ERROR(block.Reserve(*bytes));
    data = block.data();
  }
  type.shape = shape;
  return OkStatus();
}

Execution::Execution() = default;
Execution::~Execution() = default;

Result<Executor*> Execution::Callee(int graph) {
  callees.resize(model->module().graphs.size());
  std::unique_ptr<Executor>& callee = callees[At(graph)];
  if (!callee) {
    auto made = std::make_unique<Executor>(*this, graph, true);
    RETURN_IF_ERROR(made->Init());
    callee = std::move(made);
  }
  return callee.get();
}

Executor::Executor(Execution& execution, int graph, bool callee)
    : execution_(execution), graph_index_(graph), callee_(callee), graph_(execution.model->graph(graph)) {}
Executor::~Executor() = default;

Status Executor::Init() {
  return OrOutOfMemory([&]() -> Status {
    tensors_.resize(graph_.tensors.size());
    own_.resize(graph_.tensors.size());
    outputs_.resize(graph_.outputs.size());
    inputs_.resize(graph_.inputs.size());
    for (size_t i = 0; i < graph_.inputs.size(); ++i) {
      size_t first = 0;
      while (graph_.inputs[first] != graph_.inputs[i]) ++first;
      first_position_.push_back(first);
      TensorType& type = inputs_[i].memory.type;
      type = graph_.tensors[At(graph_.inputs[i])].type;
      if (first != i || !type.shape.has_rank() || callee_) continue;
      Shape shape = type.shape;
      for (int d = 0; d < shape.rank(); ++d) shape[d] = shape[d] < 0 ? 1 : shape[d];
      RETURN_IF_ERROR_AT(inputs_[i].memory.Reserve(shape, MemoryLimit(execution_.options)),
                         StrCat("input '", graph_.tensors[At(graph_.inputs[i])].name, "'"));
    }
    for (size_t t = 0; Keeps(Part::kStates) && t < graph_.tensors.size(); ++t) {
      if (!graph_.tensors[t].is_state) continue;
      own_[t] = std::make_unique<TensorMemory>();
      own_[t]->type = graph_.tensors[t].type;
      if (!own_[t]->type.shape.IsStatic()) own_[t]->type.shape = Shape{0};  // until a run sets it
      RETURN_IF_ERROR(own_[t]->Reserve(own_[t]->type.shape, MemoryLimit(execution_.options)));
    }
    ResetState();
    return OkStatus();
  });
}

void Executor::ResetState() {
  if (!Keeps(Part::kStates)) return;
  for (size_t t = 0; t < graph_.tensors.size(); ++t) {
    if (!graph_.tensors[t].is_state) continue;
    const TensorType& type = own_[t]->type;
    bool shifted = type.dtype == DType::kI8 && !type.quant.empty();
    std::memset(own_[t]->data, shifted ? static_cast<int>(type.quant.zero_point[0]) : 0, *MemoryBytes(type));
  }
}

Status Executor::ResizeInput(int i, const Shape& shape) {
  InputSlot& input = inputs_[Position(i)];
  const std::string& name = graph_.tensors[At(graph_.inputs[At(i)])].name;
  if (!shape.IsStatic()) return UsageError("input '", name, "' cannot be resized to ", shape);
  if (input.memory.type.shape == shape) return OkStatus();
  Status reserved = OrOutOfMemory([&] { return input.memory.Reserve(shape, MemoryLimit(execution_.options)); });
  RETURN_IF_ERROR_AT(std::move(reserved), StrCat("input '", name, "'"));
  input.custom = nullptr;
  segments_.clear();
  return OkStatus();
}

Status Executor::Prepare() {
  return OrOutOfMemory([&]() -> Status {
    if (prepared()) return OkStatus();
    std::vector<Shape> shapes;
    for (size_t i = 0; i < inputs_.size(); ++i) {
      shapes.push_back(inputs_[first_position_[i]].memory.type.shape);
      if (!shapes.back().IsStatic())
        return UsageError("input '", graph_.tensors[At(graph_.inputs[i])].name,
                          "' has no fixed shape; resize it before the first run");
    }
    return PlanAndBind(0, StartKey(graph_, shapes), StartOf(graph_, shapes));
  });
}

Status Executor::PlanAndBind(size_t k, std::string key, const SegmentStart& start) {
  PlanOptions options = execution_.options;
  options.callee = callee_;
  ASSIGN_OR_RETURN(std::shared_ptr<const Plan> plan, execution_.model->PlanFor(graph_index_, key, start, options));
  Status status = Bind(k, key, std::move(plan));
  if (!Keeps(Part::kEngines) || status.ok() || execution_.options.engine == options.engine) return status;
  options.engine = execution_.options.engine;
  ASSIGN_OR_RETURN(plan, execution_.model->PlanFor(graph_index_, key, start, options));
  return Bind(k, std::move(key), std::move(plan));
}

Status Executor::Bind(size_t k, std::string key, std::shared_ptr<const Plan> plan) {
  // A block that is large enough is used again.
  std::unique_ptr<Segment> s = std::make_unique<Segment>();
  if (segments_.size() > k) s->arena = std::move(segments_[k]->arena);
  segments_.resize(k);
  s->key = std::move(key);
  s->plan = std::move(plan);
  s->engine = execution_.options.engine;
  Status status = s->arena.Reserve(s->plan->arena_bytes);
  if (status.ok()) status = Locate(*s);
  if (!status.ok()) {
    segments_.clear();
    return status;
  }
  FillSlots(*s, k);
  if (Keeps(Part::kEngines)) {
    if (Status built = BuildRuns(*s); !built.ok()) {
      execution_.engine_failure = built;
      execution_.options.engine = nullptr;
      return built;
    }
  }
  ListOps(*s);
  segments_.push_back(std::move(s));
  ChooseDirectOutputs();
  if (IsObserved(execution_)) BindObserved(*segments_[k]);
  moved_ = true;
  return OkStatus();
}

// Addresses of everything that the segment can use.
Status Executor::Locate(Segment& s) {
  const Plan& plan = *s.plan;
  for (size_t t = 0; t < tensors_.size(); ++t) {
    const PlannedTensor& planned = plan.tensors[t];
    Location& here = tensors_[t];
    if (planned.place == Place::kNone) here = {};  // perhaps of a segment that is gone
    if (planned.place == Place::kNone) continue;
    if (planned.place != Place::kEarlier || planned.root != static_cast<int>(t)) here.type = &planned.type;
    switch (planned.place) {
      case Place::kConstant:
        here.data = planned.constant.valid() ? const_cast<void*>(ElementsOf(planned.constant)) : nullptr;
        break;
      case Place::kArena:
        here.data = s.arena.data() + planned.offset;
        break;
      case Place::kVariable:
        here.data = execution_.variables->pointers()[planned.offset];
        break;
      case Place::kState:
        if (planned.root == static_cast<int>(t) && !(own_[t]->type.shape == planned.type.shape))
          RETURN_IF_ERROR(own_[t]->Reserve(planned.type.shape, MemoryLimit(execution_.options)));
        here.data = own_[At(planned.root)]->data;
        break;
      case Place::kStrings:
      case Place::kDynamic:
        if (planned.root != static_cast<int>(t)) break;
        if (!own_[t]) own_[t] = std::make_unique<TensorMemory>();
        own_[t]->type.dtype = planned.type.dtype;
        own_[t]->type.quant = planned.type.quant;
        own_[t]->type.shape = planned.type.shape;
        if (planned.place == Place::kStrings)
          RETURN_IF_ERROR(own_[t]->Reserve(planned.type.shape, MemoryLimit(execution_.options)));
        here = {own_[t]->data, &own_[t]->type};
        break;
      default:
        break;
    }
  }
  for (size_t i = 0; i < inputs_.size(); ++i)
    if (first_position_[i] == i) {
      InputSlot& input = inputs_[i];
      input.copied = EngineReads(plan, graph_.inputs[i]) || (input.copied && !segments_.empty());
      tensors_[At(graph_.inputs[i])].data = input.bound();
    }
  return OkStatus();
}

bool Executor::EngineReads(const Plan& plan, int root) const {
  if (!Keeps(Part::kEngines)) return false;
  for (const PlanStep& step : plan.steps) {
    if (step.run < 0) continue;
    for (int t : graph_.ops[At(step.op)].inputs)
      if (t != kAbsent && plan.tensors[At(t)].root == root) return true;
  }
  return false;
}

bool Executor::Moves(const Plan& plan, int root) const {
  Place place = plan.tensors[At(root)].place;
  if (place == Place::kInput || place == Place::kEarlier || place == Place::kStrings) return true;
  for (int t : graph_.outputs)
    if (plan.tensors[At(t)].root == root) return true;
  return false;
}

void Executor::FillSlots(Segment& s, size_t k) {
  const Plan& plan = *s.plan;
  std::vector<char> moves(tensors_.size(), false);
  for (size_t t = 0; t < tensors_.size(); ++t) {
    if (plan.tensors[t].place == Place::kNone) continue;
    moves[t] = Moves(plan, plan.tensors[t].root);
    if (plan.tensors[t].root == static_cast<int>(t)) continue;
    if (moves[t]) s.views.emplace_back(static_cast<int>(t), plan.tensors[t].root);
    if (plan.tensors[t].place != Place::kArena) tensors_[t].data = tensors_[At(plan.tensors[t].root)].data;
  }
  auto add = [&](int t) {
    if (t != kAbsent && moves[At(t)]) s.moving.emplace_back(s.slots.size(), t);
    s.slots.push_back(t == kAbsent ? nullptr : tensors_[At(t)].data);
  };
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    s.owners.push_back({this, static_cast<int>(k), static_cast<int>(i), {}});
    if (!plan.steps[i].works()) continue;
    const PlanOp& op = graph_.ops[At(plan.steps[i].op)];
    for (int t : op.inputs) add(t);
    for (int t : op.outputs) add(t);
  }
  BindSteps(s);
}

// What each step that works sees; the function of an engine's step comes later.
void Executor::BindSteps(Segment& s) {
  void* const* next = s.slots.data();
  for (size_t i = 0; i < s.plan->steps.size(); ++i) {
    const PlanStep& step = s.plan->steps[i];
    BoundOp& bound = s.owners[i].inner;
    bound.eval = step.kernel.eval;
    bound.state = step.kernel.state.get();
    if (!step.works()) continue;
    if (Keeps(Part::kCalls) && step.runs_graphs) {
      s.graphs.push_back(std::make_unique<GraphStep>(*this, *s.plan, step));
      bound.eval = &Executor::RunGraphs;
      bound.state = s.graphs.back().get();
    }
    if (Keeps(Part::kResources) && step.uses_table) {
      s.tables.push_back(TableKernelOf(s, graph_.ops[At(step.op)]));
      bound.eval = s.tables.back().eval;
      bound.state = s.tables.back().state.get();
    }
    const PlanOp& op = graph_.ops[At(step.op)];
    EvalContext& c = bound.context;
    c.in_ = next;
    c.out_ = next + op.inputs.size();
    next += op.inputs.size() + op.outputs.size();
    c.scratch_ = s.arena.data() + step.scratch_offset;
    c.pool_ = execution_.pool.get();
    c.variables_ = execution_.variables->pointers();
    c.resize_ = &Executor::Resize;
    c.owner_ = &s.owners[i];
    c.message_ = &message_;
  }
}

Kernel Executor::TableKernelOf(const Segment& s, const PlanOp& op) const {
  std::vector<TensorType> operands;
  for (int t : op.inputs) operands.push_back(s.plan->tensors[At(t)].type);
  return TableKernel(op.op, execution_.variables->table(ops::TableOf(op.op)), operands);
}

EngineNode Executor::NodeOf(const Segment& s, size_t i) const {
  const PlanStep& step = s.plan->steps[i];
  const PlanOp& op = graph_.ops[At(step.op)];
  EngineNode node;
  node.op = &op.op;
  node.context.threads = execution_.options.num_threads;
  for (int t : op.inputs) {
    const PlannedTensor* x = t == kAbsent ? nullptr : &s.plan->tensors[At(t)];
    node.context.inputs.push_back(x ? x->type : TensorType());
    node.context.constants.push_back(x && x->place == Place::kConstant ? &x->constant : nullptr);
  }
  for (int t : op.outputs) node.context.outputs.push_back(s.plan->tensors[At(t)].type);
  node.operands = op.inputs;
  node.result = op.outputs[0];
  node.private_result = step.private_result;
  node.in = s.owners[i].inner.context.in_;
  node.out = s.owners[i].inner.context.out_;
  return node;
}

Status Executor::BuildRuns(Segment& s) {
  std::vector<std::vector<EngineNode>> nodes(At(s.plan->num_runs));
  for (size_t i = 0; i < s.plan->steps.size(); ++i)
    if (int run = s.plan->steps[i].run; run >= 0) nodes[At(run)].push_back(NodeOf(s, i));
  for (const std::vector<EngineNode>& run : nodes) {
    ASSIGN_OR_RETURN(auto built, s.engine->Build(run, *execution_.pool));
    RETURN_IF_ERROR(built->Setup());
    s.runs.push_back(std::move(built));
  }
  return OkStatus();
}

void Executor::BindGroups(Segment& s) {
  for (const RowGroup& group : s.plan->groups) {
    BoundRowGroup bound{&group, {}, s.arena.data() + group.arena_offset};
    for (const RowGroup::Member& m : group.members) bound.steps.push_back(&s.owners[At(m.step)].inner.context);
    s.groups.push_back(std::move(bound));
  }
}

// Steps in order; a run of the engine is one op, in the place of its first step, and so is a group.
void Executor::ListOps(Segment& s) {
  BindGroups(s);
  size_t runs = 0, groups = 0;
  for (size_t i = 0; i < s.plan->steps.size(); ++i) {
    const PlanStep& step = s.plan->steps[i];
    if (!step.works() || (step.run >= 0 && At(step.run) < runs)) continue;
    s.ops.push_back(s.owners[i].inner);
    s.op_steps.push_back(static_cast<int>(i));
    if (groups < s.groups.size() && s.plan->groups[groups].first_step() == static_cast<int>(i)) {
      s.ops.back().eval = &Executor::RunGroup;
      s.ops.back().state = &s.groups[groups];
      i = At(s.plan->groups[groups++].last_step());
      continue;
    }
    if (!Keeps(Part::kEngines) || step.run < 0) continue;
    s.ops.back().eval = &Executor::RunEngine;
    s.ops.back().state = s.runs[runs++].get();
  }
}

Code Executor::RunEngine(const void* state, EvalContext&) {
  return static_cast<EngineRun*>(const_cast<void*>(state))->Run();
}

Code Executor::RunGroup(const void* state, EvalContext& c) {
  return RunRowGroup(*static_cast<const BoundRowGroup*>(state), c.pool());
}

// Nodes of the engine one by one, so that each can be timed and its results be seen.
void Executor::BindObserved(Segment& s) {
  s.observed.clear();
  s.single.clear();
  for (size_t i = 0; i < s.owners.size(); ++i) {
    if (!Keeps(Part::kEngines) || s.plan->steps[i].run < 0) continue;
    BoundOp& inner = s.owners[i].inner;
    inner.eval = [](const void*, EvalContext&) { return Code::kOutOfMemory; };
    EngineNode node = NodeOf(s, i);
    auto built = s.engine->Build(std::span(&node, 1), *execution_.pool);
    if (!built.ok() || !(*built)->Setup().ok()) continue;
    inner.eval = &Executor::RunEngine;
    inner.state = built->get();
    s.single.push_back(std::move(*built));
  }
  for (StepOwner& owner : s.owners) s.observed.push_back({&Executor::RunObserved, &owner, owner.inner.context});
}

void Executor::BindObserver() {
  for (auto& s : segments_) {
    s->observed.clear();
    s->single.clear();
    if (IsObserved(execution_)) BindObserved(*s);
  }
}

// An output is written straight into the caller's buffer where its memory is the segment's, wholly and only its own.
void Executor::ChooseDirectOutputs() {
  const Plan& plan = *segments_.back()->plan;
  bool first = segments_.size() == 1;
  for (size_t i = 0; i < outputs_.size(); ++i) {
    int t = graph_.outputs[i];
    const PlannedTensor& planned = plan.tensors[At(t)];
    if (first) outputs_[i].direct = false;
    if (planned.place != Place::kArena) continue;
    size_t bytes = *MemoryBytes(planned.type);
    bool alone = bytes == *MemoryBytes(plan.tensors[At(planned.root)].type) && !EngineReads(plan, planned.root);
    if (outputs_[i].custom && outputs_[i].custom_bytes < bytes) alone = false;
    for (size_t j = 0; j < outputs_.size(); ++j)
      if (j != i && plan.tensors[At(graph_.outputs[j])].place == Place::kArena &&
          plan.tensors[At(graph_.outputs[j])].root == planned.root)
        alone = false;
    outputs_[i].direct = alone;
  }
}

// Brings addresses of inputs, outputs and earlier results up to date.
Status Executor::Refresh(Segment& s) {
  const Plan& plan = *s.plan;
  for (size_t i = 0; i < inputs_.size(); ++i)
    if (first_position_[i] == i) tensors_[At(graph_.inputs[i])].data = inputs_[i].bound();
  for (size_t i = 0; i < outputs_.size(); ++i) {
    const PlannedTensor& planned = plan.tensors[At(graph_.outputs[i])];
    if (planned.place != Place::kArena) continue;
    void* own = s.arena.data() + planned.offset;
    tensors_[At(planned.root)].data = outputs_[i].direct && outputs_[i].custom ? outputs_[i].custom : own;
  }
  for (auto [t, root] : s.views) tensors_[At(t)].data = tensors_[At(root)].data;
  bool moved = false;
  for (auto [slot, t] : s.moving) moved |= std::exchange(s.slots[slot], tensors_[At(t)].data) != tensors_[At(t)].data;
  if (!Keeps(Part::kEngines) || !moved) return OkStatus();
  for (auto& run : s.runs) RETURN_IF_ERROR(run->Setup());
  for (auto& run : s.single) RETURN_IF_ERROR(run->Setup());
  return OkStatus();
}

// What engines may not read where it lies.
void Executor::CopyInputs() {
  for (const InputSlot& input : inputs_) {
    if (!input.custom || !input.copied) continue;
    if (size_t bytes = *MemoryBytes(input.memory.type)) std::memcpy(input.memory.data, input.custom, bytes);
  }
}

Status Executor::UseInputBuffer(int i, void* data, size_t bytes) {
  InputSlot& input = inputs_[Position(i)];
  const TensorType& type = input.memory.type;
  const std::string& name = graph_.tensors[At(graph_.inputs[At(i)])].name;
  if (data) {
    if (type.dtype == DType::kString) return Unsupported("input '", name, "' holds strings: it cannot use a buffer");
    if (!type.shape.IsStatic() || bytes < *MemoryBytes(type))
      return UsageError("input '", name, "' is ", type, ", the buffer has ", bytes, " bytes");
    if (!IsAligned(data, type.dtype)) return UsageError("input '", name, "': the buffer is not aligned");
  }
  input.custom = data;
  moved_ = true;
  return OkStatus();
}

Status Executor::UseOutputBuffer(int i, void* data, size_t bytes) {
  return OrOutOfMemory([&]() -> Status {
    RETURN_IF_ERROR(Prepare());
    int t = graph_.outputs[At(i)];
    const std::string& name = graph_.tensors[At(t)].name;
    if (data) {
      const PlannedTensor& planned = segments_[0]->plan->tensors[At(t)];
      if (planned.type.dtype == DType::kString)
        return Unsupported("output '", name, "' holds strings: it cannot use a buffer");
      if (planned.place == Place::kNone || !planned.type.shape.IsStatic())
        return Unsupported("output '", name, "' has a shape that depends on data: it cannot use a buffer");
      if (bytes < *MemoryBytes(planned.type))
        return UsageError("output '", name, "' is ", planned.type, ", the buffer has ", bytes, " bytes");
      if (!IsAligned(data, planned.type.dtype)) return UsageError("output '", name, "': the buffer is not aligned");
    }
    outputs_[At(i)].custom = data;
    outputs_[At(i)].custom_bytes = data ? bytes : 0;
    moved_ = true;
    return OkStatus();
  });
}

const TensorType& Executor::output_type(int i) const {
  int t = graph_.outputs[At(i)];
  return prepared() && tensors_[At(t)].type ? *tensors_[At(t)].type : graph_.tensors[At(t)].type;
}

const void* Executor::output_data(int i) const {
  const OutputSlot& output = outputs_[At(i)];
  return output.custom ? output.custom : tensors_[At(graph_.outputs[At(i)])].data;
}

Executor::Location Executor::tensor(int t) const {
  for (size_t i = 0; i < inputs_.size(); ++i)
    if (graph_.inputs[i] == t) return {inputs_[Position(static_cast<int>(i))].data(), &input_type(static_cast<int>(i))};
  for (size_t i = 0; i < outputs_.size(); ++i)
    if (graph_.outputs[i] == t && outputs_[i].custom) return {outputs_[i].custom, &output_type(static_cast<int>(i))};
  if (Keeps(Part::kStates) && graph_.tensors[At(t)].is_state) return {own_[At(t)]->data, &own_[At(t)]->type};
  if (!prepared()) return {};
  Location found = tensors_[At(t)];
  for (const auto& s : segments_) found.constant |= s->plan->tensors[At(t)].place == Place::kConstant;
  return found;
}

size_t Executor::arena_bytes() const {
  size_t sum = 0;
  for (const auto& s : segments_) sum += s->plan->arena_bytes;
  return sum;
}

size_t Executor::engine_bytes() const {
  size_t sum = 0;
  if (!Keeps(Part::kEngines)) return sum;
  for (const auto& s : segments_)
    for (const auto& run : s->runs) sum += run->bytes();
  return sum;
}

Code Executor::Resize(EvalContext* context, int result, const Shape& shape) {
  StepOwner& owner = *static_cast<StepOwner*>(context->owner_);
  Executor& self = *owner.executor;
  const Plan& plan = *self.segments_[At(owner.segment)]->plan;
  const PlanOp& op = self.graph_.ops[At(plan.steps[At(owner.step)].op)];
  if (result < 0 || At(result) >= op.outputs.size() || !shape.IsStatic()) return Code::kBadShape;
  int t = op.outputs[At(result)];
  const PlannedTensor& planned = plan.tensors[At(t)];
  if (!Compatible(planned.type.shape, shape))
    return context->Fail(Code::kBadShape, "the result has shape ", shape, ", not ", planned.type.shape);
  if (planned.place != Place::kDynamic) return Code::kOk;
  TensorMemory& memory = *self.own_[At(t)];
  if (Status s = memory.Reserve(shape, MemoryLimit(self.execution_.options)); !s.ok())
    return context->Fail(Code::kOutOfMemory, "there is no memory for a result of shape ", shape, ": ", s.message());
  self.tensors_[At(t)].data = memory.data;
  const_cast<void**>(context->out_)[result] = memory.data;
  return Code::kOk;
}

Status Executor::NextSegment(size_t k) {
  Segment& before = *segments_[k - 1];
  key_.assign(before.key);
  for (int t : before.plan->dynamic) AppendShapeKey(key_, tensors_[At(t)].type->shape);
  if (segments_.size() > k && segments_[k]->key == key_) return OkStatus();

  SegmentStart start;
  start.first_op = before.plan->next_op;
  start.types.resize(graph_.tensors.size());
  start.constants.resize(graph_.tensors.size());
  for (size_t t = 0; t < graph_.tensors.size(); ++t) {
    const PlannedTensor& planned = before.plan->tensors[t];
    if (planned.place == Place::kNone) continue;
    if (planned.place == Place::kConstant)
      start.constants[t] = planned.constant;
    else
      start.types[t] = *tensors_[t].type;
  }
  return PlanAndBind(k, key_, start);
}

Status Executor::RunSegment(Segment& s) {
  ThreadPool::Busy busy(*execution_.pool);
  // Shapes that depend on data are open until their op has run.
  for (int t : s.plan->dynamic) own_[At(t)]->type.shape = s.plan->tensors[At(t)].type.shape;
  std::vector<BoundOp>& ops = IsObserved(execution_) ? s.observed : s.ops;
  for (size_t i = 0; i < ops.size(); ++i) {
    if (Code code = ops[i].eval(ops[i].state, ops[i].context); code != Code::kOk) return Failure(s, i, code);
    if (execution_.cancelled.load(std::memory_order_relaxed)) return Cancelled();
  }
  for (int t : s.plan->dynamic) CHECK(own_[At(t)]->type.shape.IsStatic());
  return OkStatus();
}

Status Executor::Run() {
  execution_.cancelled.store(false, std::memory_order_relaxed);
  return OrOutOfMemory([&]() -> Status {
    RETURN_IF_ERROR(RunGraph());
    return CopyOutputs();
  });
}

Status Executor::RunGraph() {
  message_.Clear();
  RETURN_IF_ERROR(Prepare());
  if (IsObserved(execution_)) ReportInputs();
  for (size_t k = 0;; ++k) {
    Segment& s = *segments_[k];
    if (k > 0 || moved_) RETURN_IF_ERROR(Refresh(s));
    if (k == 0) moved_ = false;
    CopyInputs();
    RETURN_IF_ERROR(RunSegment(s));
    if (s.plan->last) return OkStatus();
    RETURN_IF_ERROR(NextSegment(k + 1));
  }
}

void Executor::SetOperand(int i, const Shape& shape, const void* data) {
  InputSlot& input = inputs_[At(i)];
  if (!(input.memory.type.shape == shape)) {
    input.memory.type.shape = shape;
    segments_.clear();
    for (OutputSlot& output : outputs_) output.custom = nullptr;
  }
  if (input.custom == data) return;
  input.custom = const_cast<void*>(data);
  moved_ = true;
}

void Executor::SetResult(int i, void* data) {
  OutputSlot& output = outputs_[At(i)];
  if (output.custom == data) return;
  output.custom = data;
  output.custom_bytes = SIZE_MAX;
  moved_ = true;
}

const Shape* Executor::PlannedShape(int i) const {
  const Plan& plan = *segments_[0]->plan;
  const PlannedTensor& planned = plan.tensors[At(graph_.outputs[At(i)])];
  return planned.place != Place::kNone && planned.type.shape.IsStatic() ? &planned.type.shape : nullptr;
}

Code Executor::RunGraphs(const void* state, EvalContext& c) {
  GraphStep& step = *static_cast<GraphStep*>(const_cast<void*>(state));
  Status status = step.Run(c);
  if (status.ok()) return Code::kOk;
  if (status.kind() == ErrorKind::kCancelled) return Code::kCancelled;
  step.caller().nested_failure_ = std::move(status);
  return Code::kBadValue;
}

Status Executor::CopyOutputs() {
  for (size_t i = 0; i < outputs_.size(); ++i) {
    const OutputSlot& output = outputs_[i];
    const Location& from = tensors_[At(graph_.outputs[i])];
    if (!output.custom || output.custom == from.data) continue;
    size_t bytes = *MemoryBytes(*from.type);
    if (bytes > output.custom_bytes)
      return UsageError("output '", graph_.tensors[At(graph_.outputs[i])].name, "' is now ", *from.type,
                        ", its buffer has ", output.custom_bytes, " bytes");
    if (bytes) std::memcpy(output.custom, from.data, bytes);
  }
  return OkStatus();
}

Status Executor::Failure(const Segment& s, size_t op, Code code) {
  // Observed ops are the steps, silent ones too.
  size_t step = IsObserved(execution_) ? op : At(s.op_steps[op]);
  const PlanOp& failed = graph_.ops[At(s.plan->steps[step].op)];
  if (code == Code::kCancelled) return Cancelled();
  std::string where = StrCat("'", failed.origin, "' (", Label(failed.op), ")");
  if (!nested_failure_.ok()) return std::exchange(nested_failure_, OkStatus()).At(where);
  std::string text = StrCat(where, ": ", FailureText(code, message_));
  return code == Code::kOutOfMemory ? MachineError(text) : BadInput(text);
}

void Executor::ReportInputs() {
  std::vector<ObservedTensor> seen;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    int t = graph_.inputs[i];
    seen.push_back(
        {t, graph_.tensors[At(t)].name, inputs_[first_position_[i]].memory.type, inputs_[first_position_[i]].data()});
  }
  execution_.observer->OnInputs(graph_index_, seen);
}

Code Executor::RunObserved(const void* state, EvalContext& context) {
  const StepOwner& owner = *static_cast<const StepOwner*>(state);
  const Executor& self = *owner.executor;
  const Plan& plan = *self.segments_[At(owner.segment)]->plan;
  const PlanStep& step = plan.steps[At(owner.step)];
  double seconds = 0;
  if (owner.inner.eval) {
    // The time of ops in graphs that this one runs is theirs.
    double before = std::exchange(self.execution_.observed_seconds, 0);
    auto start = std::chrono::steady_clock::now();
    if (Code code = owner.inner.eval(owner.inner.state, context); code != Code::kOk) return code;
    double all = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    seconds = std::max(0.0, all - self.execution_.observed_seconds);
    self.execution_.observed_seconds = before + all;
  }
  const PlanOp& op = self.graph_.ops[At(step.op)];
  std::vector<ObservedTensor> outputs;
  for (int t : op.outputs)
    outputs.push_back({t, self.graph_.tensors[At(t)].name, *self.tensors_[At(t)].type, self.tensors_[At(t)].data});
  std::string kernel = owner.inner.eval ? StrCat(step.set, step.kernel.path.empty() ? "" : " ", step.kernel.path) : "";
  self.execution_.observer->OnOp({self.graph_index_, step.op, op, kernel, seconds, outputs});
  return Code::kOk;
}

}  // namespace slipway::interpreter
