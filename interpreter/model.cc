#include "interpreter/model.h"

#include <map>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "interpreter/kept.h"
#include "interpreter/memory.h"
#include "interpreter/out_of_memory.h"

namespace slipway::interpreter {

namespace {

constexpr size_t kPlansKept = 64;

// Everything of the options that a kernel's numbers depend on.
std::string NumbersKey(const PlanOptions& o) {
  std::string key(o.exact ? "exact" : "fast");
  for (const KernelSet* set : o.kernel_sets) StrAppend(key, " ", reinterpret_cast<uintptr_t>(set));
  return key;
}

std::string OptionsKey(const PlanOptions& o) {
  return StrCat(NumbersKey(o), " ", reinterpret_cast<uintptr_t>(o.engine), " ", o.num_threads, " ", o.max_arena_bytes,
                " ", o.max_ops, " ", o.callee, " ");
}

class FoldedStore final : public FoldedConstants {
 public:
  bool Find(int op, std::vector<Tensor>* results) override {
    std::lock_guard lock(mutex_);
    auto it = results_.find(op);
    if (it == results_.end()) return false;
    *results = it->second;
    return true;
  }
  void Keep(int op, const std::vector<Tensor>& results) override {
    std::lock_guard lock(mutex_);
    results_.emplace(op, results);
  }

 private:
  std::mutex mutex_;
  std::unordered_map<int, std::vector<Tensor>> results_;
};

}  // namespace

struct Model::Rep {
  struct Entry {
    std::shared_ptr<const Plan> plan;
    uint64_t used = 0;
  };

  PlanModule module;
  std::mutex build;  // one plan is made at a time
  std::mutex lookup;
  std::unordered_map<std::string, Entry> plans;
  std::map<std::string, FoldedStore> folded;
  uint64_t clock = 0;

  std::shared_ptr<const Plan> Find(const std::string& key) {
    std::lock_guard lock(lookup);
    auto it = plans.find(key);
    if (it == plans.end()) return nullptr;
    it->second.used = ++clock;
    return it->second.plan;
  }

  void Keep(const std::string& key, std::shared_ptr<const Plan> plan) {
    std::lock_guard lock(lookup);
    if (plans.size() >= kPlansKept) {
      auto oldest = plans.begin();
      for (auto it = plans.begin(); it != plans.end(); ++it)
        if (it->second.used < oldest->second.used) oldest = it;
      plans.erase(oldest);
    }
    plans[key] = {std::move(plan), ++clock};
  }

  // The graphs that ops run are planned on the way.
  class Callees final : public CalleePlans {
   public:
    Callees(Rep& rep, const PlanOptions& options) : rep_(rep), options_(options) { options_.callee = true; }
    Result<std::shared_ptr<const Plan>> PlanFor(int graph, std::span<const Shape> inputs) override {
      const PlanGraph& g = rep_.module.graphs[static_cast<size_t>(graph)];
      std::string key = StrCat(graph, " ", OptionsKey(options_), StartKey(g, inputs));
      return rep_.Build(graph, key, StartOf(g, inputs), options_);
    }

   private:
    Rep& rep_;
    PlanOptions options_;
  };

  // With `build` locked.
  Result<std::shared_ptr<const Plan>> Build(int graph, const std::string& full_key, const SegmentStart& start,
                                            const PlanOptions& options) {
    if (auto plan = Find(full_key)) return plan;
    FoldedStore* store = nullptr;
    if constexpr (Keeps(Part::kFolding)) store = &folded[StrCat(graph, " ", NumbersKey(options))];
    std::optional<Callees> callees;
    if constexpr (Keeps(Part::kCalls)) callees.emplace(*this, options);
    ASSIGN_OR_RETURN(std::shared_ptr<const Plan> plan, BuildPlan(module, module.graphs[static_cast<size_t>(graph)],
                                                                 start, options, store, callees ? &*callees : nullptr));
    Keep(full_key, plan);
    return plan;
  }
};

Model::Model(std::unique_ptr<Rep> rep) : rep_(std::move(rep)) {}
Model::~Model() = default;

Result<std::shared_ptr<const Model>> Model::FromModule(PlanModule module) {
  return OrOutOfMemory([&]() -> Result<std::shared_ptr<const Model>> {
    RETURN_IF_ERROR(CheckModule(module));
    auto rep = std::make_unique<Rep>();
    rep->module = std::move(module);
    return std::shared_ptr<const Model>(new Model(std::move(rep)));
  });
}

const PlanModule& Model::module() const { return rep_->module; }

const PlanSignature* Model::FindSignature(std::string_view key) const {
  for (const PlanSignature& s : module().signatures)
    if (s.key == key) return &s;
  return nullptr;
}

size_t Model::constant_bytes() const {
  size_t sum = 0;
  for (const PlanGraph& g : module().graphs)
    for (const PlanTensor& t : g.tensors)
      if (t.constant.valid()) sum += *MemoryBytes(t.type);
  return sum;
}

Result<std::shared_ptr<const Plan>> Model::PlanFor(int graph, std::string_view key, const SegmentStart& start,
                                                   const PlanOptions& options) const {
  std::string full_key = StrCat(graph, " ", OptionsKey(options), key);
  if (auto plan = rep_->Find(full_key)) return plan;
  std::lock_guard lock(rep_->build);
  return rep_->Build(graph, full_key, start, options);
}

}  // namespace slipway::interpreter
