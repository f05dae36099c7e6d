#include "interpreter/plan.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "interpreter/kept.h"
#include "interpreter/memory.h"
#include "interpreter/plan_layout.h"
#include "interpreter/run_op.h"
#include "ops/states.h"
#include "ops/table_use.h"

namespace slipway::interpreter {

namespace {

constexpr int kForever = std::numeric_limits<int>::max();
// A folded result may be this much larger than what it is made of; beyond it (Fill, BroadcastTo) it is made at run
// time.
constexpr size_t kFoldFreely = size_t{1} << 20;
constexpr size_t kFoldFactor = 8;

size_t At(int i) { return static_cast<size_t>(i); }

class PlanBuilder {
 public:
  PlanBuilder(const PlanModule& module, const PlanGraph& graph, const SegmentStart& start, const PlanOptions& options,
              FoldedConstants* folded, CalleePlans* callees)
      : module_(module),
        graph_(graph),
        start_(start),
        options_(options),
        folded_(folded),
        callees_(callees),
        memory_limit_(options.max_arena_bytes ? options.max_arena_bytes : AvailableMemory()),
        plan_(std::make_shared<Plan>()) {}

  Result<std::shared_ptr<const Plan>> Build() {
    if (graph_.ops.size() > At(options_.max_ops))
      return Unsupported("the graph has ", graph_.ops.size(), " ops, more than the limit of ", options_.max_ops);
    plan_->first_op = start_.first_op;
    MarkNeeded();
    FindVariableHazards();
    RETURN_IF_ERROR(PlaceKnown());
    RETURN_IF_ERROR(WalkForward());
    RETURN_IF_ERROR(MakeLastingConstants());
    MarkPrivateResults();
    FindGroups();
    RETURN_IF_ERROR(LayOutPlan(graph_, last_use_, uses_, memory_limit_, plan_.get()));
    return std::shared_ptr<const Plan>(std::move(plan_));
  }

 private:
  int num_ops() const { return static_cast<int>(graph_.ops.size()); }
  PlannedTensor& Planned(int t) { return plan_->tensors[At(t)]; }
  const PlanOp& OpAt(int i) const { return graph_.ops[At(i)]; }
  std::string Where(const PlanOp& op) const { return StrCat("'", op.origin, "'"); }

  // Ops that outputs or side effects need, and the last op that uses each tensor (kForever: graph outputs).
  void MarkNeeded() {
    needed_.assign(graph_.ops.size(), false);
    last_use_.assign(graph_.tensors.size(), -1);
    for (int t : graph_.outputs) last_use_[At(t)] = kForever;
    for (int i = num_ops() - 1; i >= start_.first_op; --i) {
      const PlanOp& op = OpAt(i);
      bool needed = HasEffects(module_, op.op);
      for (int t : op.outputs) needed |= last_use_[At(t)] >= 0;
      needed_[At(i)] = needed;
      if (!needed) continue;
      for (int t : op.inputs)
        if (t != kAbsent) last_use_[At(t)] = std::max(last_use_[At(t)], i);
    }
  }

  // The last use of a tensor's elements, through views of it.
  std::vector<int> LastUseThroughViews() const {
    std::vector<int> last = last_use_;
    for (int i = num_ops() - 1; i >= start_.first_op; --i) {
      const PlanOp& op = OpAt(i);
      if (!needed_[At(i)] || !op.op.info().view || op.inputs.empty() || op.outputs.empty()) continue;
      int x = op.inputs[0];
      if (x != kAbsent) last[At(x)] = std::max(last[At(x)], last[At(op.outputs[0])]);
    }
    return last;
  }

  // Reads of variables that must be copied.
  void FindVariableHazards() {
    if (!Keeps(Part::kResources) || module_.variables.empty()) return;
    std::vector<int> last = LastUseThroughViews();
    std::vector<int> next_write(module_.variables.size(), kForever);
    copied_read_.assign(graph_.ops.size(), false);
    for (int i = num_ops() - 1; i >= start_.first_op; --i) {
      const PlanOp& op = OpAt(i);
      if (!needed_[At(i)]) continue;
      for (const ops::VariableTouch& touch : TouchesOf(module_, op.op)) {
        int& write = next_write[At(touch.variable)];
        if (touch.use == ops::VariableUse::kWrite) write = i;
        if (touch.use == ops::VariableUse::kResult)
          copied_read_[At(i)] = write <= last[At(op.outputs[0])] && write != kForever;
      }
    }
  }

  // Graph inputs, constants, state, and what earlier segments made.
  Status PlaceKnown() {
    CHECK(start_.types.size() == graph_.tensors.size());
    plan_->tensors.resize(graph_.tensors.size());
    independent_.assign(graph_.tensors.size(), false);
    uses_.assign(graph_.tensors.size(), {});
    for (int t = 0; t < static_cast<int>(graph_.tensors.size()); ++t) {
      const PlanTensor& tensor = graph_.tensors[At(t)];
      PlannedTensor& planned = Planned(t);
      planned.root = t;
      if (tensor.constant.valid()) {
        SetConstant(t, tensor.constant);
        planned.type.quant = tensor.type.quant;
        independent_[At(t)] = true;
      } else if (!start_.constants.empty() && start_.constants[At(t)].valid()) {
        SetConstant(t, start_.constants[At(t)]);
      } else if (Keeps(Part::kStates) && tensor.is_state) {
        planned.type = tensor.type;
        planned.place = Place::kState;
      } else if (start_.types[At(t)].dtype != DType::kInvalid) {
        planned.type = start_.types[At(t)];
        planned.place = Place::kEarlier;
        if (!ClaimedBytes(planned.type)) return BadInput("'", tensor.name, "' is too large: ", planned.type);
      }
    }
    for (int t : graph_.inputs) {
      if (Planned(t).place != Place::kEarlier)
        return UsageError("input '", graph_.tensors[At(t)].name, "' has no shape");
      Planned(t).place = Place::kInput;
    }
    return OkStatus();
  }

  void SetConstant(int t, Tensor value) {
    PlannedTensor& planned = Planned(t);
    planned.type = value.type();
    planned.place = Place::kConstant;
    planned.root = t;
    planned.constant = std::move(value);
  }

  Status WalkForward() {
    int i = start_.first_op;
    for (; i < num_ops() && plan_->dynamic.empty(); ++i)
      if (needed_[At(i)]) RETURN_IF_ERROR_AT(PlanWithOperands(i), Where(OpAt(i)));
    plan_->next_op = i;
    plan_->last = std::none_of(needed_.begin() + i, needed_.end(), [](bool b) { return b; });
    if (plan_->last) plan_->next_op = num_ops();
    return OkStatus();
  }

  // f32 constants widened from the f16 ones of a file are made where an op needs them and let go after a kernel that
  // packs them: kept, they would be most of such a model's memory.
  Status PlanWithOperands(int i) {
    for (int t : OpAt(i).inputs) RETURN_IF_ERROR(Widen(t));
    const size_t steps = plan_->steps.size();
    RETURN_IF_ERROR(PlanOne(i));
    if (!widens()) return OkStatus();
    CHECK(plan_->steps.size() == steps + 1);
    const PlanStep& step = plan_->steps.back();
    const uint32_t unread = !step.works() ? ~0u : step.kernel.eval ? step.kernel.unread : 0;
    for (size_t k = 0; k < OpAt(i).inputs.size(); ++k) {
      const int t = OpAt(i).inputs[k];
      if (t == kAbsent || widened_[At(t)].op < 0) continue;
      if (k >= 32 || !(unread >> k & 1)) widened_[At(t)].lasts = true;
      if (!widened_[At(t)].lasts) LetGo(t);
    }
    return OkStatus();
  }

  bool widens() const { return KeepsDType(DType::kF16) && !widened_.empty(); }

  bool IsWidening(const NodeContext& context) const {
    return KeepsDType(DType::kF16) && context.inputs.size() == 1 && context.outputs.size() == 1 &&
           context.inputs[0].dtype == DType::kF16 && context.outputs[0].dtype == DType::kF32 &&
           context.inputs[0].shape == context.outputs[0].shape;
  }

  Status Widen(int t) {
    if constexpr (!Keeps(Part::kFolding)) return OkStatus();
    if (!widens() || t == kAbsent || widened_[At(t)].op < 0 || Planned(t).constant.valid()) return OkStatus();
    const PlanOp& op = OpAt(widened_[At(t)].op);
    NodeContext context = ContextOf(op);
    context.outputs = {Planned(t).type};
    ASSIGN_OR_RETURN(bool made, Fold(widened_[At(t)].op, context, true, false));
    if (!made) return TooLarge(plan_->constant_bytes + *MemoryBytes(Planned(t).type), memory_limit_);
    independent_[At(t)] = true;
    return OkStatus();
  }

  void LetGo(int t) {
    plan_->constant_bytes -= *MemoryBytes(Planned(t).type);
    Planned(t).constant = Tensor();
  }

  // Widened constants that later segments or the caller read.
  Status MakeLastingConstants() {
    for (int t = 0; widens() && t < static_cast<int>(widened_.size()); ++t)
      if (last_use_[At(t)] >= plan_->next_op) RETURN_IF_ERROR(Widen(t));
    return OkStatus();
  }

  NodeContext ContextOf(const PlanOp& op) {
    NodeContext context;
    context.threads = options_.num_threads;
    context.exact_integers = options_.exact;
    for (int t : op.inputs) {
      const PlannedTensor* x = t == kAbsent ? nullptr : &Planned(t);
      CHECK(!x || x->place != Place::kNone);
      context.inputs.push_back(x ? x->type : TensorType());
      context.constants.push_back(x && x->place == Place::kConstant ? &x->constant : nullptr);
    }
    return context;
  }

  Status PlanOne(int i) {
    const PlanOp& op = OpAt(i);
    NodeContext context = ContextOf(op);
    bool all_constant = true, independent = true;
    for (int t : op.inputs) {
      all_constant &= t == kAbsent || Planned(t).place == Place::kConstant;
      independent &= t == kAbsent || independent_[At(t)];
    }
    RETURN_IF_ERROR(CheckStates(op));
    std::vector<TensorType> declared;
    for (int t : op.outputs) declared.push_back(graph_.tensors[At(t)].type);
    RETURN_IF_ERROR(context.InferOutputs(op.op, declared));
    // An op with effects runs even if the file lists none of its results.
    if (context.outputs.size() != op.outputs.size())
      return BadInput(op.op.name(), " has ", context.outputs.size(), " results, ", op.outputs.size(), " are declared");
    RETURN_IF_ERROR(CheckVariables(op, context));
    std::vector<ops::GraphUse> uses;
    std::vector<int> forwards;
    if (Keeps(Part::kCalls)) {
      uses = ops::GraphsOf(op.op);
      ASSIGN_OR_RETURN(forwards, InferCalled(op, uses, context));
    }

    bool open = false;
    for (const TensorType& y : context.outputs) {
      open |= !y.shape.IsStatic();
      if (!y.shape.IsStatic()) continue;
      std::optional<size_t> bytes = ClaimedBytes(y);
      if (!bytes) return BadInput("a result is too large: ", y);
      if (*bytes > memory_limit_) return TooLarge(*bytes, memory_limit_);  // before a kernel makes tables for it
    }
    for (size_t k = 0; k < op.outputs.size(); ++k) {
      Planned(op.outputs[k]).type = context.outputs[k];
      Planned(op.outputs[k]).root = op.outputs[k];
    }
    const ops::OpInfo& info = op.op.info();
    ASSIGN_OR_RETURN(bool sets_state, SetsState(op));
    if (sets_state) return AddStep(i, context);
    if (!open && info.view && MakeView(op, context)) return AddSilentStep(i);
    if (!open && all_constant && independent && IsWidening(context)) {
      if (widened_.empty()) widened_.resize(graph_.tensors.size());
      widened_[At(op.outputs[0])].op = i;
      SetConstant(op.outputs[0], Tensor());
      Planned(op.outputs[0]).type = context.outputs[0];
      independent_[At(op.outputs[0])] = true;
      return AddSilentStep(i);
    }
    if (Keeps(Part::kFolding) && !info.stateful && (all_constant || (info.shape_only && !open))) {
      ASSIGN_OR_RETURN(bool folded, Fold(i, context, all_constant, all_constant && independent));
      if (folded) return AddSilentStep(i);
    }
    if (!open && MakeVariableAlias(i)) return AddSilentStep(i);
    return Keeps(Part::kCalls) && !uses.empty() ? AddCalls(i, uses, forwards) : AddStep(i, context);
  }

  // For an op that runs graphs: replaces the stated shapes of its results by those for these operands. Per result the
  // operand that it is in any case, or kAbsent.
  Result<std::vector<int>> InferCalled(const PlanOp& op, const std::vector<ops::GraphUse>& uses, NodeContext& context) {
    std::vector<int> forwards(op.outputs.size(), kAbsent);
    bool first = true, loop = false;
    for (const ops::GraphUse& use : uses) {
      loop |= use.decides;
      if (use.decides) continue;
      ASSIGN_OR_RETURN(std::shared_ptr<const Plan> plan, PlanCallee(use, context));
      for (size_t k = 0; k < op.outputs.size(); ++k) {
        const PlanGraph& g = module_.graphs[At(use.graph)];
        const PlannedTensor* y = plan ? &plan->tensors[At(g.outputs[k])] : nullptr;
        Shape shape = y && y->place != Place::kNone ? y->type.shape : Shape::UnknownRank();
        int from = y ? ForwardedOperand(op, g, use, *y) : kAbsent;
        context.outputs[k].shape = first ? shape : ops::CommonShape(context.outputs[k].shape, shape);
        forwards[k] = first || forwards[k] == from ? from : kAbsent;
      }
      first = false;
    }
    if (loop) InferLoop(context, forwards);
    return forwards;
  }

  // Nullptr if the graph does not fit the operands: it may never run with them, and if it does, that is the error.
  Result<std::shared_ptr<const Plan>> PlanCallee(const ops::GraphUse& use, const NodeContext& context) {
    std::vector<Shape> shapes;
    for (size_t k = At(use.first_operand); k < context.inputs.size(); ++k) shapes.push_back(context.inputs[k].shape);
    if (!callees_) return std::shared_ptr<const Plan>();
    Result<std::shared_ptr<const Plan>> plan = callees_->PlanFor(use.graph, shapes);
    if (plan.ok() || plan.status().kind() == ErrorKind::kUnsupported) return plan;
    return std::shared_ptr<const Plan>();
  }

  // The operand whose elements and type the graph's output is.
  int ForwardedOperand(const PlanOp& op, const PlanGraph& g, const ops::GraphUse& use, const PlannedTensor& y) {
    if (y.place != Place::kInput) return kAbsent;
    auto it = std::find(g.inputs.begin(), g.inputs.end(), y.root);
    CHECK(it != g.inputs.end());
    size_t operand = At(use.first_operand) + static_cast<size_t>(it - g.inputs.begin());
    const PlannedTensor& x = Planned(op.inputs[operand]);
    // The graph may write the variable that the operand is.
    if (x.place == Place::kVariable || !(x.type == y.type)) return kAbsent;
    return static_cast<int>(operand);
  }

  // A loop whose variables keep their shapes has results of these shapes. Where one changes, others may follow it.
  static void InferLoop(NodeContext& context, std::vector<int>& forwards) {
    bool changes = false;
    for (size_t k = 0; k < forwards.size(); ++k) {
      if (forwards[k] != static_cast<int>(k)) forwards[k] = kAbsent;
      changes |= !(context.outputs[k].shape == context.inputs[k].shape);
    }
    for (size_t k = 0; changes && k < forwards.size(); ++k)
      if (forwards[k] == kAbsent) context.outputs[k].shape = Shape::UnknownRank();
  }

  Status AddCalls(int i, const std::vector<ops::GraphUse>& uses, const std::vector<int>& forwards) {
    const PlanOp& op = OpAt(i);
    PlanStep planned{.op = i, .set = "graphs", .runs_graphs = true};
    std::vector<int> made;
    for (size_t k = 0; k < op.outputs.size(); ++k) {
      int y = op.outputs[k];
      if (forwards[k] != kAbsent) {
        Forward(op.inputs[At(forwards[k])], y);
        continue;
      }
      made.push_back(y);
      // A loop needs the next values besides the present ones.
      const TensorType& type = Planned(y).type;
      if (uses[0].decides && type.shape.IsStatic() && type.dtype != DType::kString)
        planned.kernel.scratch_bytes += (*MemoryBytes(type) + kReadBeyond + kAlignment - 1) / kAlignment * kAlignment;
    }
    AppendStep(std::move(planned), made);
    return OkStatus();
  }

  void Forward(int x, int y) {
    if (Planned(x).place == Place::kConstant) {
      SetConstant(y, Planned(x).constant);
      independent_[At(y)] = independent_[At(x)];
      return;
    }
    Planned(y).place = Planned(x).place;
    Planned(y).root = Planned(x).root;
    Planned(y).offset = Planned(x).offset;
  }

  // Is the result memory that is kept between runs?
  Result<bool> SetsState(const PlanOp& op) const {
    if (!Keeps(Part::kStates)) return false;
    for (int t : op.outputs) {
      const PlanTensor& y = graph_.tensors[At(t)];
      if (!y.is_state) continue;
      if (op.outputs.size() != 1 || !ops::GraphsOf(op.op).empty())
        return Unsupported("variable tensor '", y.name, "' is one of several results");
      const TensorType& type = plan_->tensors[At(t)].type;
      if (type.dtype != y.type.dtype || !Compatible(y.type.shape, type.shape))
        return BadInput("variable tensor '", y.name, "' is ", y.type, ", not ", type);
      if (!type.shape.IsStatic())
        return Unsupported("variable tensor '", y.name, "' gets a shape that depends on data");
      return true;
    }
    return false;
  }

  // What an op changes in place must be memory that is kept between runs.
  Status CheckStates(const PlanOp& op) {
    if (!Keeps(Part::kStates)) return OkStatus();
    for (int i : ops::StatesOf(op.op)) {
      int t = At(i) < op.inputs.size() ? op.inputs[At(i)] : kAbsent;
      if (t == kAbsent) return BadInput("operand ", i, ", a state, is missing");
      if (Planned(t).place != Place::kState)
        return BadInput("operand ", i, ", '", graph_.tensors[At(t)].name, "', is a state but no variable tensor");
    }
    return OkStatus();
  }

  Status CheckVariables(const PlanOp& op, const NodeContext& context) const {
    if (!Keeps(Part::kResources)) return OkStatus();
    for (const ops::VariableTouch& touch : OwnTouchesOf(op.op)) {
      const PlanVariable& v = module_.variables[At(touch.variable)];
      const TensorType* type = nullptr;
      if (touch.use == ops::VariableUse::kResult) type = &context.outputs[0];
      if (touch.operand >= 0) {
        if (!context.Has(touch.operand)) return BadInput("operand ", touch.operand, " is missing");
        type = &context.in(touch.operand);
      }
      if (type && !(type->dtype == v.type.dtype && type->shape == v.type.shape))
        return BadInput("variable '", v.name, "' is ", v.type, ", not ", *type);
    }
    return OkStatus();
  }

  bool MakeView(const PlanOp& op, const NodeContext& context) {
    if (op.outputs.size() != 1 || op.inputs.empty() || op.inputs[0] == kAbsent) return false;
    const PlannedTensor& x = Planned(op.inputs[0]);
    PlannedTensor& y = Planned(op.outputs[0]);
    const TensorType& type = context.outputs[0];
    if (x.place == Place::kState) return false;  // it may change before the view is used
    if (type.dtype != x.type.dtype || type.shape.Elements() != x.type.shape.Elements()) return false;
    if (x.place == Place::kConstant) {
      Tensor value = x.constant.Reshaped(type.shape);
      value.mutable_type().quant = type.quant;
      SetConstant(op.outputs[0], std::move(value));
      independent_[At(op.outputs[0])] = independent_[At(op.inputs[0])];
      return true;
    }
    y.place = x.place;
    y.root = x.root;
    y.offset = x.offset;
    return true;
  }

  bool MakeVariableAlias(int i) {
    const PlanOp& op = OpAt(i);
    if (!Keeps(Part::kResources) || op.outputs.size() != 1) return false;
    std::vector<ops::VariableTouch> touches = OwnTouchesOf(op.op);
    if (touches.size() != 1 || touches[0].use != ops::VariableUse::kResult || copied_read_[At(i)]) return false;
    Planned(op.outputs[0]).place = Place::kVariable;
    Planned(op.outputs[0]).offset = At(touches[0].variable);
    return true;
  }

  static size_t BytesOf(std::span<const TensorType> types) {
    size_t sum = 0;
    for (const TensorType& t : types) {
      size_t bytes = t.dtype == DType::kInvalid || !t.shape.IsStatic() ? 0 : *MemoryBytes(t);
      if (__builtin_add_overflow(sum, bytes, &sum)) return SIZE_MAX;
    }
    return sum;
  }

  // Runs the op now if its results are worth keeping. False: leave it to run time.
  Result<bool> Fold(int i, NodeContext& context, bool all_constant, bool independent) {
    const PlanOp& op = OpAt(i);
    std::vector<Tensor> results;
    if (independent && folded_ && folded_->Find(i, &results)) return KeepFolded(op, std::move(results), independent);
    size_t made = BytesOf(context.outputs), from = BytesOf(context.inputs);
    if (made > kFoldFreely && made / kFoldFactor > from) return false;
    if (made > memory_limit_ - std::min(memory_limit_, plan_->constant_bytes)) return false;

    Result<ChosenKernel> chosen = Unsupported("no kernel");
    if (all_constant) {
      chosen = ChooseKernel(op.op, context, options_.kernel_sets);
      if (!chosen.ok()) return std::move(chosen).status();
    } else {
      // Only our own kernels are known to look at shapes alone.
      const KernelSet* own[] = {&OwnKernels()};
      chosen = ChooseKernel(op.op, context, own);
      if (!chosen.ok()) return false;
    }
    std::vector<const void*> in;
    static constexpr std::byte nothing[kAlignment] = {};
    for (size_t k = 0; k < context.inputs.size(); ++k)
      in.push_back(!context.Has(static_cast<int>(k)) ? nullptr
                   : context.constants[k]            ? ElementsOf(*context.constants[k])
                                                     : nothing);
    if (!pool_) pool_.emplace(1);
    ASSIGN_OR_RETURN(results,
                     RunPrepared(op.op, chosen->kernel, in, context.outputs, *pool_, {.max_bytes = memory_limit_}));
    if (independent && folded_) folded_->Keep(i, results);
    return KeepFolded(op, std::move(results), independent);
  }

  Result<bool> KeepFolded(const PlanOp& op, std::vector<Tensor> results, bool independent) {
    CHECK(results.size() == op.outputs.size());
    for (size_t k = 0; k < results.size(); ++k) {
      plan_->constant_bytes += *MemoryBytes(results[k].type());
      SetConstant(op.outputs[k], std::move(results[k]));
      independent_[At(op.outputs[k])] = independent;
    }
    return true;
  }

  Status AddSilentStep(int i) {
    plan_->steps.push_back({.op = i});
    return OkStatus();
  }

  Status AddStep(int i, NodeContext& context) {
    const PlanOp& op = OpAt(i);
    PlanStep planned{.op = i};
    if (Keeps(Part::kResources) && ops::TableOf(op.op) >= 0) {
      planned.uses_table = true;
      planned.set = "table";
    } else if (EngineTakes(op, context)) {
      planned.run = in_run_ ? plan_->num_runs - 1 : plan_->num_runs++;
      planned.set = options_.engine->name();
    } else {
      ASSIGN_OR_RETURN(ChosenKernel chosen, ChooseKernel(op.op, context, options_.kernel_sets));
      planned.kernel = std::move(chosen.kernel);
      planned.set = chosen.set->name;
    }
    AppendStep(std::move(planned), op.outputs);
    return OkStatus();
  }

  // `made`: the results that get memory of their own.
  void AppendStep(PlanStep planned, std::span<const int> made) {
    in_run_ = planned.run >= 0;
    int step = static_cast<int>(plan_->steps.size());
    for (int t : OpAt(planned.op).inputs)
      if (t != kAbsent) uses_[At(Planned(t).root)].push_back(step);
    for (int t : made) {
      PlannedTensor& y = Planned(t);
      if (y.place == Place::kState) continue;
      if (!y.type.shape.IsStatic()) {
        y.place = Place::kDynamic;
        plan_->dynamic.push_back(t);
      } else {
        y.place = y.type.dtype == DType::kString ? Place::kStrings : Place::kArena;
      }
    }
    plan_->steps.push_back(std::move(planned));
  }

  // Engines read beyond the ends of tensors: only where the executor's own memory is.
  bool EngineTakes(const PlanOp& op, const NodeContext& context) {
    if (!Keeps(Part::kEngines) || !options_.engine || op.op.info().stateful) return false;
    for (int t : op.outputs)
      if (Planned(t).place == Place::kState) return false;
    for (int t : op.inputs) {
      if (t == kAbsent) continue;
      Place place = Planned(t).place;
      bool own = place == Place::kArena || place == Place::kConstant || (place == Place::kInput && !options_.callee);
      if (!own) return false;
    }
    for (const TensorType& y : context.outputs)
      if (!y.shape.IsStatic()) return false;
    return options_.engine->Takes(op.op, context);
  }

  // Results of engine nodes that one node of the same run reads, and nobody else.
  void MarkPrivateResults() {
    if (!Keeps(Part::kEngines) || plan_->num_runs == 0) return;
    std::vector<int> last = LastUseThroughViews();
    for (PlanStep& step : plan_->steps) {
      if (step.run < 0) continue;
      size_t y = At(OpAt(step.op).outputs[0]);
      step.private_result =
          last[y] < plan_->next_op && uses_[y].size() == 1 && plan_->steps[At(uses_[y][0])].run == step.run;
    }
  }

  void FindGroups() {
    std::vector<bool> outlives(graph_.tensors.size(), false);
    for (size_t t = 0; t < outlives.size(); ++t)
      if (last_use_[t] >= plan_->next_op && plan_->tensors[t].root >= 0) outlives[At(plan_->tensors[t].root)] = true;
    plan_->groups = FindRowGroups(graph_, options_, *plan_, uses_, outlives);
  }

  const PlanModule& module_;
  const PlanGraph& graph_;
  const SegmentStart& start_;
  const PlanOptions& options_;
  FoldedConstants* folded_;
  CalleePlans* callees_;
  size_t memory_limit_;
  std::shared_ptr<Plan> plan_;
  std::vector<char> needed_;       // per op
  std::vector<char> copied_read_;  // per op: a read of a variable that is written before the last use
  std::vector<int> last_use_;      // per tensor: op
  std::vector<char> independent_;  // per tensor: a constant whatever the input shapes
  struct Widened {
    int op = -1;         // which makes the constant
    bool lasts = false;  // somebody reads it in runs
  };
  std::vector<Widened> widened_;        // per tensor; empty: none
  std::vector<std::vector<int>> uses_;  // per root: steps
  bool in_run_ = false;                 // the last step that works is the engine's
  std::optional<ThreadPool> pool_;      // for folding
};

}  // namespace

void AppendShapeKey(std::string& key, const Shape& shape) {
  int64_t rank = shape.rank();
  key.append(reinterpret_cast<const char*>(&rank), sizeof rank);
  key.append(reinterpret_cast<const char*>(shape.begin()), static_cast<size_t>(rank) * sizeof(int64_t));
}

SegmentStart StartOf(const PlanGraph& g, std::span<const Shape> inputs) {
  SegmentStart start;
  start.types.resize(g.tensors.size());
  for (size_t i = 0; i < g.inputs.size(); ++i) {
    TensorType& type = start.types[At(g.inputs[i])];
    type = g.tensors[At(g.inputs[i])].type;
    type.shape = inputs[i];
  }
  return start;
}

std::string StartKey(const PlanGraph&, std::span<const Shape> inputs) {
  std::string key;
  for (const Shape& shape : inputs) AppendShapeKey(key, shape);
  return key;
}

Result<std::shared_ptr<const Plan>> BuildPlan(const PlanModule& module, const PlanGraph& graph,
                                              const SegmentStart& start, const PlanOptions& options,
                                              FoldedConstants* folded, CalleePlans* callees) {
  return PlanBuilder(module, graph, start, options, folded, callees).Build();
}

}  // namespace slipway::interpreter
