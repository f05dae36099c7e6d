#include "interpreter/model.h"

#include <map>
#include <mutex>
#include <unordered_map>

#include "interpreter/memory.h"

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
                " ", o.max_ops, " ");
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
};

Model::Model(std::unique_ptr<Rep> rep) : rep_(std::move(rep)) {}
Model::~Model() = default;

Result<std::shared_ptr<const Model>> Model::FromModule(PlanModule module) {
  RETURN_IF_ERROR(CheckModule(module));
  auto rep = std::make_unique<Rep>();
  rep->module = std::move(module);
  return std::shared_ptr<const Model>(new Model(std::move(rep)));
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
  if (auto plan = rep_->Find(full_key)) return plan;
  FoldedStore& folded = rep_->folded[StrCat(graph, " ", NumbersKey(options))];
  ASSIGN_OR_RETURN(std::shared_ptr<const Plan> plan,
                   BuildPlan(rep_->module, rep_->module.graphs[static_cast<size_t>(graph)], start, options, &folded));
  rep_->Keep(full_key, plan);
  return plan;
}

}  // namespace slipway::interpreter
