#include "quantize/search.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

#include "ops/tables/quant.h"
#include "ops/tables/tflite.h"

namespace slipway::quantize {

namespace {

using ir::Graph;
using ir::Node;
using ir::NodeId;

// An operator and what moves its results: they change modes together.
struct Group {
  std::vector<Rule> rules;  // that name them
  std::vector<bool> has_constants;
  double noise = 0;
};

Rule RuleOf(const Node& n, Mode mode, bool per_channel) {
  std::string op = ops::TfliteFormName(n.op);
  return {.name = n.origin,
          .op = op.starts_with("custom ") || op == "-" ? n.op.name() : op,
          .choice = {.mode = mode, .per_channel = per_channel}};
}

bool Moves(const Graph& g, const Node& n) {
  if (!ops::QuantRuleOf(n.op).same_scale) return false;
  return std::count_if(n.inputs.begin(), n.inputs.end(),
                       [&](ir::ValueId v) { return v != ir::ValueId::kNone && g.type(v).dtype == DType::kF32; }) == 1;
}

bool HasConstants(const Graph& g, const Node& n) {
  return std::any_of(n.inputs.begin(), n.inputs.end(), [&](ir::ValueId v) {
    const Tensor* t = g.ConstantOf(v);
    return t && t->dtype() == DType::kF32 && t->shape().rank() > 0;
  });
}

class Searcher {
 public:
  Searcher(const Quantizer& quantizer, const Recipe& base, const SearchOptions& options)
      : quantizer_(quantizer), base_(base), options_(options) {}

  Result<SearchResult> Run() {
    ASSIGN_OR_RETURN(Trial all, Evaluate(base_, "trying all operators in one mode", 0, 1));
    result_.drop_of_base = all.drop;
    if (all.drop <= options_.max_drop) return Finish(base_, std::move(all));
    RETURN_IF_ERROR(FindGroups());
    RETURN_IF_ERROR(MeasureGroups());
    std::optional<Found> best;
    for (Mode mode : MilderModes(base_.mode)) {
      size_t most = best ? best->spared.size() / 2 : groups_.size();
      ASSIGN_OR_RETURN(std::optional<Found> found, FewestInMode(mode, most));
      if (found) best = std::move(found);
      if (best && best->spared.size() <= 1) break;
    }
    if (!best) {
      result_.drop = least_drop_;
      return std::move(result_);
    }
    RETURN_IF_ERROR(GiveBack(&*best));
    for (size_t i : best->spared)
      for (size_t k = 0; k < groups_[i].rules.size(); ++k) {
        const Rule& r = groups_[i].rules[k];
        result_.spared.push_back({r.op, r.name, ModeOf(groups_[i], k, best->mode), groups_[i].noise});
      }
    return Finish(RecipeWith(best->spared, best->mode), std::move(best->trial));
  }

 private:
  struct Trial {
    ir::Module module;
    QuantizeReport report;
    double drop = 0;
  };
  struct Found {
    Mode mode;
    std::vector<size_t> spared;  // groups
    Trial trial;
  };

  Status Step(const std::string& phase, int64_t done, int64_t total) {
    ++result_.evaluations;
    return options_.progress && !options_.progress(phase, done, total) ? Cancelled() : OkStatus();
  }

  Result<Trial> Evaluate(const Recipe& recipe, const std::string& phase, int64_t done, int64_t total) {
    RETURN_IF_ERROR(Step(phase, done, total));
    Trial t;
    Result<ir::Module> m = quantizer_.Quantize(recipe, &t.report);
    if (!m.ok() && m.status().kind() == ErrorKind::kUnsupported) {  // an input that would be of no codes
      t.drop = std::numeric_limits<double>::infinity();
      return t;
    }
    if (!m.ok()) return std::move(m).status();
    t.module = std::move(*m);
    ASSIGN_OR_RETURN(t.drop, options_.drop(t.module));
    least_drop_ = std::min(least_drop_, t.drop);
    return t;
  }

  Result<SearchResult> Finish(Recipe recipe, Trial trial) {
    result_.holds = true;
    result_.recipe = std::move(recipe);
    result_.module = std::move(trial.module);
    result_.report = std::move(trial.report);
    result_.drop = trial.drop;
    return std::move(result_);
  }

  // Operators that no rule of the user names, by what computes them.
  Status FindGroups() {
    std::vector<std::string> warnings;
    const ir::Module& m = quantizer_.module();
    Choices choices = Choose(m, base_, &warnings);
    std::set<std::pair<std::string, std::string>> named;
    for (size_t i = 0; i < m.graphs.size(); ++i) {
      const Graph& g = *m.graphs[i];
      std::vector<int> group_of(static_cast<size_t>(g.num_node_ids()), -1);
      for (NodeId id : g.Order()) {
        const Node& n = g.node(id);
        if (choices[i][static_cast<size_t>(id)].rule >= 0) continue;
        int& group = group_of[static_cast<size_t>(id)];
        if (Moves(g, n)) {
          auto data = std::find_if(n.inputs.begin(), n.inputs.end(), [&](ir::ValueId v) {
            return v != ir::ValueId::kNone && g.type(v).dtype == DType::kF32;
          });
          NodeId producer = g.value(*data).producer;
          group = producer == NodeId::kNone ? -1 : group_of[static_cast<size_t>(producer)];
          if (group < 0) continue;
        } else {
          group = static_cast<int>(groups_.size());
          groups_.emplace_back();
        }
        Rule rule = RuleOf(n, base_.mode, base_.per_channel);
        if (!named.emplace(rule.name, rule.op).second) continue;
        groups_[static_cast<size_t>(group)].rules.push_back(rule);
        groups_[static_cast<size_t>(group)].has_constants.push_back(HasConstants(g, n));
      }
    }
    std::erase_if(groups_, [](const Group& g) { return g.rules.empty(); });
    return OkStatus();
  }

  // Drops groups that make no noise, for there is nothing to win.
  Status MeasureGroups() {
    Recipe floats = base_;
    floats.mode = Mode::kNone;
    floats.rules.clear();
    floats.input_type = floats.output_type = DType::kF32;
    for (size_t i = 0; i < groups_.size(); ++i) {
      RETURN_IF_ERROR(Step("measuring operators", static_cast<int64_t>(i), static_cast<int64_t>(groups_.size())));
      Recipe alone = floats;
      alone.rules = groups_[i].rules;
      QuantizeReport report;
      ASSIGN_OR_RETURN(ir::Module m, quantizer_.Quantize(alone, &report));
      if (report.quantized == 0) continue;
      ASSIGN_OR_RETURN(groups_[i].noise, options_.noise(m));
    }
    std::erase_if(groups_, [](const Group& g) { return g.noise == 0; });
    std::stable_sort(groups_.begin(), groups_.end(), [](const Group& a, const Group& b) { return a.noise > b.noise; });
    result_.candidates = static_cast<int64_t>(groups_.size());
    return OkStatus();
  }

  // Modes that only store weights in another way are no modes where there are none.
  static Mode ModeOf(const Group& g, size_t rule, Mode mode) {
    return ActivationType(mode) == DType::kF32 && !g.has_constants[rule] ? Mode::kNone : mode;
  }

  Recipe RecipeWith(const std::vector<size_t>& spared, Mode mode) const {
    Recipe recipe = base_;
    for (size_t i : spared)
      for (size_t k = 0; k < groups_[i].rules.size(); ++k) {
        recipe.rules.push_back(groups_[i].rules[k]);
        recipe.rules.back().choice.mode = ModeOf(groups_[i], k, mode);
      }
    return recipe;
  }

  static std::vector<size_t> FirstOnes(size_t n) {
    std::vector<size_t> list(n);
    for (size_t i = 0; i < n; ++i) list[i] = i;
    return list;
  }

  // The shortest list of the most sensitive that holds the budget, of at most `most`.
  Result<std::optional<Found>> FewestInMode(Mode mode, size_t most) {
    std::optional<Found> found;
    size_t too_few = 0, enough = most;
    for (size_t n = most; n > too_few; n = (too_few + enough) / 2) {
      std::string phase = StrCat("trying ", n, " operators in ", ModeName(mode));
      ASSIGN_OR_RETURN(Trial t, Evaluate(RecipeWith(FirstOnes(n), mode), phase, 0, 1));
      if (t.drop <= options_.max_drop) {
        enough = n;
        found = Found{mode, FirstOnes(n), std::move(t)};
      } else if (n == most) {
        break;
      } else {
        too_few = n;
      }
    }
    return found;
  }

  Status GiveBack(Found* found) {
    constexpr size_t kMost = 32;
    for (size_t tried = 0, at = found->spared.size(); at-- > 0 && tried < kMost && found->spared.size() > 1; ++tried) {
      std::vector<size_t> fewer = found->spared;
      fewer.erase(fewer.begin() + static_cast<ptrdiff_t>(at));
      ASSIGN_OR_RETURN(Trial t, Evaluate(RecipeWith(fewer, found->mode), "giving operators back",
                                         static_cast<int64_t>(tried), static_cast<int64_t>(kMost)));
      if (t.drop > options_.max_drop) continue;
      found->spared = std::move(fewer);
      found->trial = std::move(t);
    }
    return OkStatus();
  }

  const Quantizer& quantizer_;
  const Recipe& base_;
  const SearchOptions& options_;
  std::vector<Group> groups_;
  double least_drop_ = std::numeric_limits<double>::infinity();
  SearchResult result_;
};

}  // namespace

std::vector<Mode> MilderModes(Mode mode) {
  switch (mode) {
    case Mode::kInt8:
      return {Mode::kInt16x8, Mode::kFloat16, Mode::kNone};
    case Mode::kInt4:
      return {Mode::kDynamic, Mode::kFloat16, Mode::kNone};
    case Mode::kInt16x8:
    case Mode::kDynamic:
      return {Mode::kFloat16, Mode::kNone};
    case Mode::kFloat16:
      return {Mode::kNone};
    case Mode::kNone:
      return {};
  }
  return {};
}

Result<SearchResult> Search(const Quantizer& quantizer, const Recipe& base, const SearchOptions& options) {
  return Searcher(quantizer, base, options).Run();
}

}  // namespace slipway::quantize
