#include "interpreter/row_group.h"

#include <algorithm>
#include <atomic>
#include <optional>

#include "interpreter/memory.h"
#include "interpreter/memory_planner.h"
#include "interpreter/node_context.h"
#include "interpreter/plan.h"

namespace slipway::interpreter {

namespace {

using Kind = RowGroup::Place::Kind;

// What a member touches of a band and what is kept meanwhile should lie in a first-level cache of 32 KiB. With few
// bands nothing is gained.
constexpr size_t kBandBytes = 24 << 10;
constexpr int64_t kMinBands = 4;
constexpr int kTasksPerThread = 4;
constexpr size_t kMostMembers = 64;  // what is looked up among members stays short, however long a chain is

size_t At(int i) { return static_cast<size_t>(i); }

int64_t RowsOf(const Shape& s) { return s.rank() == 0 ? 1 : s.Elements(0, s.rank() - 1); }

// All dimensions but the last, without ones in front.
std::span<const int64_t> LeadingDims(const Shape& s) {
  std::span<const int64_t> dims = s.dims().first(At(std::max(0, s.rank() - 1)));
  while (!dims.empty() && dims[0] == 1) dims = dims.subspan(1);
  return dims;
}

Shape WithRows(Shape s, int64_t rows) {
  for (int d = 0; d + 2 < s.rank(); ++d) s[d] = 1;
  s[s.rank() - 2] = rows;
  return s;
}

// Whole bytes per element, and scales that do not differ from row to row.
bool CanBeCut(const TensorType& t) {
  if (DTypeSize(t.dtype) == 0 || !t.shape.IsStatic()) return false;
  return !t.quant.per_channel() || t.quant.axis == t.shape.rank() - 1;
}

// Kernels for other integers may stumble over the data (a division by 0), and who did that could not be told.
bool NeverFails(const TensorType& y) { return IsFloat(y.dtype) || y.dtype == DType::kBool || !y.quant.empty(); }

class Finder {
 public:
  Finder(const PlanGraph& graph, const PlanOptions& options, const Plan& plan, std::span<const std::vector<int>> uses,
         const std::vector<bool>& outlives)
      : graph_(graph), options_(options), plan_(plan), uses_(uses), outlives_(outlives) {}

  std::vector<RowGroup> Find() {
    for (int s = 0; s < static_cast<int>(plan_.steps.size()); ++s) {
      if (!plan_.steps[At(s)].works()) continue;
      std::optional<RowGroup::Member> member = MemberFor(s);
      if (!member) {
        Close();
        continue;
      }
      int64_t rows = RowsOf(Result(s).type.shape);
      if (rows != open_.rows || open_.members.size() == kMostMembers || SharesWhatIsMade(*member)) Close();
      open_.rows = rows;
      open_.members.push_back(std::move(*member));
    }
    Close();
    return std::move(found_);
  }

 private:
  const PlanOp& OpOf(int step) const { return graph_.ops[At(plan_.steps[At(step)].op)]; }
  const PlannedTensor& Planned(int t) const { return plan_.tensors[At(t)]; }
  const PlannedTensor& Result(int step) const { return Planned(OpOf(step).outputs[0]); }

  std::optional<RowGroup::Member> MemberFor(int s) const {
    const PlanStep& step = plan_.steps[At(s)];
    const PlanOp& op = OpOf(s);
    if (!step.kernel.eval || !op.op.info().row_wise || op.outputs.size() != 1) return {};
    if (op.inputs.size() > RowGroup::kMaxOperands) return {};
    const PlannedTensor& y = Result(s);
    if (y.place != Place::kArena || y.root != op.outputs[0] || !CanBeCut(y.type) || !NeverFails(y.type)) return {};
    if (y.type.shape.rank() < 2 || y.type.shape.Elements() == 0 || RowsOf(y.type.shape) < kMinBands) return {};
    RowGroup::Member member{.step = s};
    for (int t : op.inputs) {
      RowGroup::Place place;
      if (t != kAbsent) {
        const PlannedTensor& x = Planned(t);
        if (!CanBeCut(x.type) || (x.place == Place::kConstant && !x.constant.valid())) return {};
        if (std::ranges::equal(LeadingDims(x.type.shape), LeadingDims(y.type.shape)))
          place = {Kind::kRows, RowBytes(x.type)};
        else if (!LeadingDims(x.type.shape).empty())
          return {};
      }
      member.operands.push_back(place);
    }
    member.result = {Kind::kRows, RowBytes(y.type)};
    // Two rows tell a sum over rows from one within them.
    return ContextOf(member, 2) ? std::optional(std::move(member)) : std::nullopt;
  }

  static size_t RowBytes(const TensorType& t) { return At(DTypeSize(t.dtype)) * static_cast<size_t>(t.shape.back()); }

  // What the member's kernel sees of so many rows; nothing if the result would not have as many.
  std::optional<NodeContext> ContextOf(const RowGroup::Member& member, int64_t rows) const {
    const PlanOp& op = OpOf(member.step);
    NodeContext context;
    context.exact_integers = options_.exact;
    for (size_t k = 0; k < op.inputs.size(); ++k) {
      const PlannedTensor* x = op.inputs[k] == kAbsent ? nullptr : &Planned(op.inputs[k]);
      bool shared = member.operands[k].kind == Kind::kShared;
      context.inputs.push_back(x ? x->type : TensorType());
      context.constants.push_back(x && shared && x->place == Place::kConstant ? &x->constant : nullptr);
      if (!shared) context.inputs.back().shape = WithRows(x->type.shape, rows);
    }
    TensorType y = Result(member.step).type;
    y.shape = WithRows(y.shape, rows);
    if (!context.InferOutputs(op.op, std::span(&y, 1)).ok() || !(context.outputs[0] == y)) return {};
    return context;
  }

  bool IsMadeHere(int root) const {
    return std::ranges::any_of(open_.members, [&](const auto& m) { return OpOf(m.step).outputs[0] == root; });
  }

  // All rows would need a whole tensor of which there is but a band.
  bool SharesWhatIsMade(const RowGroup::Member& member) const {
    const PlanOp& op = OpOf(member.step);
    for (size_t k = 0; k < op.inputs.size(); ++k)
      if (op.inputs[k] != kAbsent && member.operands[k].kind == Kind::kShared && IsMadeHere(Planned(op.inputs[k]).root))
        return true;
    return false;
  }

  void Close() {
    RowGroup group = std::exchange(open_, {});
    if (group.members.size() < 2) return;
    MarkLocals(group);
    const std::vector<Lifetime> lives = LivesOfResults(group);
    if (!ChooseBand(group, lives) || !PrepareMembers(group)) return;
    LayOut(group, lives);
    found_.push_back(std::move(group));
  }

  void MarkLocals(RowGroup& group) const {
    for (RowGroup::Member& m : group.members)
      if (IsLocal(group, OpOf(m.step).outputs[0])) m.result.kind = Kind::kLocal;
  }

  bool IsLocal(const RowGroup& group, int root) const {
    if (outlives_[At(root)]) return false;
    return std::ranges::all_of(uses_[At(root)], [&](int step) {
      return std::ranges::any_of(group.members, [&](const auto& m) { return m.step == step; });
    });
  }

  // False: it is not worth it.
  bool ChooseBand(RowGroup& group, const std::vector<Lifetime>& lives) const {
    size_t most = 0;  // bytes per row that members touch or keep
    for (size_t i = 0; i < group.members.size(); ++i) {
      const RowGroup::Member& m = group.members[i];
      size_t bytes = m.result.row_bytes;
      for (size_t k = 0; k < m.operands.size(); ++k)
        if (!MakerOf(group, i, k)) bytes += m.operands[k].row_bytes;
      for (size_t j = 0; j < i; ++j)
        if (lives[j].last >= static_cast<int>(i)) bytes += lives[j].bytes;
      most = std::max(most, bytes);
    }
    int64_t bands = group.rows / std::max<int64_t>(1, static_cast<int64_t>(kBandBytes / most));
    bool any_local = std::ranges::any_of(group.members, [](const auto& m) { return m.result.kind == Kind::kLocal; });
    if (!any_local || bands < kMinBands) return false;
    group.band_rows = (group.rows + bands - 1) / bands;
    int tasks = options_.num_threads > 1 ? options_.num_threads * kTasksPerThread : 1;
    group.tasks = static_cast<int>(std::min<int64_t>(group.bands(), tasks));
    return true;
  }

  // Per member the bytes of a row of its result, and the members between which it is needed.
  std::vector<Lifetime> LivesOfResults(const RowGroup& group) const {
    std::vector<Lifetime> lives;
    for (size_t i = 0; i < group.members.size(); ++i) {
      const RowGroup::Member& m = group.members[i];
      int here = static_cast<int>(i);
      lives.push_back({m.result.row_bytes, here, here});
      for (size_t k = 0; k < m.operands.size(); ++k)
        if (std::optional<size_t> maker = MakerOf(group, i, k)) lives[*maker].last = here;
    }
    return lives;
  }

  bool PrepareMembers(RowGroup& group) const {
    const int64_t rest = group.rows - (group.bands() - 1) * group.band_rows;
    for (RowGroup::Member& m : group.members) {
      std::optional<Kernel> band = PrepareFor(m, group.band_rows);
      std::optional<Kernel> last = rest == group.band_rows ? band : PrepareFor(m, rest);
      if (!band || !last) return false;
      m.band = std::move(*band);
      m.last = std::move(*last);
    }
    return true;
  }

  std::optional<Kernel> PrepareFor(const RowGroup::Member& m, int64_t rows) const {
    std::optional<NodeContext> context = ContextOf(m, rows);
    if (!context) return {};
    slipway::Result<ChosenKernel> chosen = ChooseKernel(OpOf(m.step).op, *context, options_.kernel_sets);
    if (!chosen.ok() || chosen->set->name != plan_.steps[At(m.step)].set) return {};
    return std::move(chosen->kernel);
  }

  // The member before member i that made its operand k.
  std::optional<size_t> MakerOf(const RowGroup& group, size_t i, size_t k) const {
    int t = OpOf(group.members[i].step).inputs[k];
    for (size_t j = 0; t != kAbsent && j < i; ++j)
      if (OpOf(group.members[j].step).outputs[0] == Planned(t).root) return j;
    return {};
  }

  // Scratch memory of one task: bands of local results and what kernels need.
  void LayOut(RowGroup& group, std::vector<Lifetime> lifetimes) const {
    const size_t n = group.members.size();
    for (size_t i = 0; i < n; ++i) {
      const RowGroup::Member& m = group.members[i];
      size_t bytes = static_cast<size_t>(group.band_rows) * m.result.row_bytes + kReadBeyond;
      lifetimes[i].bytes = m.result.kind == Kind::kLocal ? bytes : 0;
    }
    for (const RowGroup::Member& m : group.members) {
      int here = static_cast<int>(lifetimes.size() - n);
      lifetimes.push_back({std::max(m.band.scratch_bytes, m.last.scratch_bytes), here, here});
    }
    MemoryLayout layout = PlanMemory(lifetimes);
    group.task_bytes = layout.bytes;
    for (size_t i = 0; i < n; ++i) {
      RowGroup::Member& m = group.members[i];
      m.result.offset = layout.offsets[i];
      m.scratch_offset = layout.offsets[n + i];
      for (size_t k = 0; k < m.operands.size(); ++k)
        if (std::optional<size_t> maker = MakerOf(group, i, k))
          if (group.members[*maker].result.kind == Kind::kLocal) m.operands[k] = group.members[*maker].result;
    }
  }

  const PlanGraph& graph_;
  const PlanOptions& options_;
  const Plan& plan_;
  std::span<const std::vector<int>> uses_;
  const std::vector<bool>& outlives_;
  RowGroup open_;
  std::vector<RowGroup> found_;
};

void* Address(const RowGroup::Place& place, const void* own, int64_t row, std::byte* local) {
  if (place.kind == Kind::kLocal) return local + place.offset;
  std::byte* p = static_cast<std::byte*>(const_cast<void*>(own));
  return place.kind == Kind::kRows ? p + static_cast<size_t>(row) * place.row_bytes : p;
}

Code RunBand(const BoundRowGroup& bound, int64_t band, std::byte* local, ThreadPool& alone) {
  const RowGroup& group = *bound.group;
  const int64_t row = band * group.band_rows;
  const bool is_last = row + group.band_rows >= group.rows;
  const void* in[RowGroup::kMaxOperands];
  void* out;
  EvalContext context;
  context.in_ = in;
  context.out_ = &out;
  context.pool_ = &alone;
  context.resize_ = [](EvalContext*, int, const Shape&) { return Code::kOk; };  // the shape is known
  for (size_t i = 0; i < group.members.size(); ++i) {
    const RowGroup::Member& m = group.members[i];
    const EvalContext& step = *bound.steps[i];
    for (size_t k = 0; k < m.operands.size(); ++k) in[k] = Address(m.operands[k], step.in_[k], row, local);
    out = Address(m.result, step.out_[0], row, local);
    context.scratch_ = local + m.scratch_offset;
    const Kernel& kernel = is_last ? m.last : m.band;
    if (Code code = kernel.eval(kernel.state.get(), context); code != Code::kOk) return code;
  }
  return Code::kOk;
}

}  // namespace

std::vector<RowGroup> FindRowGroups(const PlanGraph& graph, const PlanOptions& options, const Plan& plan,
                                    std::span<const std::vector<int>> uses, const std::vector<bool>& outlives) {
  return Finder(graph, options, plan, uses, outlives).Find();
}

Code RunRowGroup(const BoundRowGroup& bound, ThreadPool& pool) {
  const RowGroup& group = *bound.group;
  const int64_t bands = group.bands();
  ThreadPool alone(1);
  std::atomic<Code> failure{Code::kOk};
  pool.Run(group.tasks, [&](int task) {
    std::byte* local = bound.scratch + static_cast<size_t>(task) * group.task_bytes;
    for (int64_t band = bands * task / group.tasks; band < bands * (task + 1) / group.tasks; ++band)
      if (Code code = RunBand(bound, band, local, alone); code != Code::kOk) failure.store(code);
  });
  return failure.load();
}

}  // namespace slipway::interpreter
