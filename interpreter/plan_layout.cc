#include "interpreter/plan_layout.h"

#include <algorithm>
#include <limits>

#include "interpreter/memory.h"
#include "interpreter/memory_planner.h"

namespace slipway::interpreter {

namespace {

constexpr int kForever = std::numeric_limits<int>::max();

size_t At(int i) { return static_cast<size_t>(i); }

class Layout {
 public:
  Layout(const PlanGraph& graph, const std::vector<int>& last_use, const std::vector<std::vector<int>>& uses,
         Plan* plan)
      : graph_(graph), plan_(*plan), first_(graph.tensors.size(), -1), last_(graph.tensors.size(), -1) {
    FindLives(last_use, uses);
    MergeInPlace();
    LiveWithGroups();
  }

  Status Arrange(size_t memory_limit) {
    ListBlocks();
    for (const Block& b : blocks_)
      if (b.life.bytes > memory_limit) return TooLarge(b.life.bytes, memory_limit).At(StrCat("'", *b.name, "'"));
    std::vector<Lifetime> lives;
    for (const Block& b : blocks_) lives.push_back(b.life);
    MemoryLayout layout = PlanMemory(lives);
    if (layout.bytes > memory_limit) {
      auto most = std::max_element(blocks_.begin(), blocks_.end(),
                                   [](const Block& a, const Block& b) { return a.life.bytes < b.life.bytes; });
      return TooLarge(layout.bytes, memory_limit).At(StrCat("'", *most->name, "', the largest of them"));
    }
    plan_.arena_bytes = layout.bytes;
    for (size_t k = 0; k < blocks_.size(); ++k) *blocks_[k].offset = layout.offsets[k];
    for (PlannedTensor& t : plan_.tensors)
      if (t.place == Place::kArena) t.offset = Planned(t.root).offset;
    return OkStatus();
  }

 private:
  struct Block {
    Lifetime life;
    size_t* offset;
    const std::string* name;  // of the tensor, or of the op that needs it
  };

  PlannedTensor& Planned(int t) { return plan_.tensors[At(t)]; }
  const PlanOp& OpOf(int step) const { return graph_.ops[At(plan_.steps[At(step)].op)]; }

  // Steps that make and last use each root in the arena.
  void FindLives(const std::vector<int>& last_use, const std::vector<std::vector<int>>& uses) {
    for (size_t t = 0; t < plan_.tensors.size(); ++t) {
      const PlannedTensor& planned = plan_.tensors[t];
      // Used after this segment, or by the caller.
      if (planned.place == Place::kArena && last_use[t] >= plan_.next_op) last_[At(planned.root)] = kForever;
    }
    for (int s = 0; s < num_steps(); ++s) {
      if (!plan_.steps[At(s)].works()) continue;
      for (int t : OpOf(s).outputs)
        if (Planned(t).place == Place::kArena && Planned(t).root == t) {
          first_[At(t)] = s;
          last_[At(t)] = std::max(last_[At(t)], s);
        }
    }
    for (size_t t = 0; t < first_.size(); ++t)
      if (first_[t] >= 0)
        for (int s : uses[t]) last_[t] = std::max(last_[t], s);
  }

  // Gives results the memory of operands that end there. Roots change: every view of the result follows.
  void MergeInPlace() {
    std::vector<char> in_group(plan_.steps.size(), false);
    for (const RowGroup& group : plan_.groups)
      for (const RowGroup::Member& m : group.members) in_group[At(m.step)] = true;
    std::vector<int> merged(graph_.tensors.size(), kAbsent);  // root -> the root whose memory it takes
    auto final_root = [&](int root) { return merged[At(root)] == kAbsent ? root : merged[At(root)]; };
    for (int s = 0; s < num_steps(); ++s) {
      const PlanStep& step = plan_.steps[At(s)];
      if (!step.kernel.eval || step.kernel.in_place < 0) continue;
      const PlanOp& op = OpOf(s);
      if (At(step.kernel.in_place) >= op.inputs.size() || op.outputs.empty()) continue;
      int x = op.inputs[At(step.kernel.in_place)], y = op.outputs[0];
      if (x == kAbsent || Planned(x).place != Place::kArena || Planned(y).place != Place::kArena) continue;
      int root = final_root(Planned(x).root);
      if (first_[At(root)] < 0 || last_[At(root)] != s) continue;
      size_t bytes = *MemoryBytes(Planned(y).type), room = *MemoryBytes(Planned(root).type);
      // Rows of a group's members must lie where their operands' did.
      if (in_group[At(s)] ? bytes != room : bytes > room) continue;
      int uses = 0;
      for (int t : op.inputs)
        if (t != kAbsent && Planned(t).place == Place::kArena && final_root(Planned(t).root) == root) ++uses;
      if (uses != 1) continue;
      merged[At(y)] = root;
      last_[At(root)] = last_[At(y)];
    }
    for (PlannedTensor& t : plan_.tensors)
      if (t.place == Place::kArena) t.root = final_root(t.root);
  }

  // The members of a group take turns on bands of rows: what they read lives as long as all of them, and what they make
  // is there from the first on.
  void LiveWithGroups() {
    using Kind = RowGroup::Place::Kind;
    for (const RowGroup& group : plan_.groups)
      for (const RowGroup::Member& m : group.members) {
        const PlanOp& op = OpOf(m.step);
        for (size_t k = 0; k < op.inputs.size(); ++k) {
          if (op.inputs[k] == kAbsent || m.operands[k].kind == Kind::kLocal) continue;
          int& end = last_[At(Planned(op.inputs[k]).root)];
          end = std::max(end, group.last_step());
        }
        if (m.result.kind == Kind::kLocal) continue;
        size_t root = At(Planned(op.outputs[0]).root);
        first_[root] = std::min(first_[root], group.first_step());
        last_[root] = std::max(last_[root], group.last_step());
      }
  }

  void ListBlocks() {
    for (size_t t = 0; t < first_.size(); ++t) {
      PlannedTensor& planned = plan_.tensors[t];
      if (first_[t] < 0 || planned.root != static_cast<int>(t)) continue;
      blocks_.push_back({{*MemoryBytes(planned.type), first_[t], last_[t]}, &planned.offset, &graph_.tensors[t].name});
    }
    for (int s = 0; s < num_steps(); ++s) {
      PlanStep& step = plan_.steps[At(s)];
      if (step.kernel.scratch_bytes == 0) continue;
      blocks_.push_back({{step.kernel.scratch_bytes, s, s}, &step.scratch_offset, &OpOf(s).origin});
    }
    for (RowGroup& group : plan_.groups)
      blocks_.push_back({{group.scratch_bytes(), group.first_step(), group.last_step()},
                         &group.arena_offset,
                         &OpOf(group.first_step()).origin});
  }

  int num_steps() const { return static_cast<int>(plan_.steps.size()); }

  const PlanGraph& graph_;
  Plan& plan_;
  std::vector<int> first_, last_;  // per root: steps; -1: none
  std::vector<Block> blocks_;
};

}  // namespace

Status LayOutPlan(const PlanGraph& graph, const std::vector<int>& last_use, const std::vector<std::vector<int>>& uses,
                  size_t memory_limit, Plan* plan) {
  return Layout(graph, last_use, uses, plan).Arrange(memory_limit);
}

Status TooLarge(size_t bytes, size_t memory_limit) {
  return MachineError("the tensors of one run need ", HumanBytes(bytes), ", the limit is ", HumanBytes(memory_limit));
}

}  // namespace slipway::interpreter
