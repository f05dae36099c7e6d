#include "ir/rewrite.h"

#include <algorithm>
#include <set>

#include "ir/calls.h"
#include "ir/rewrite_check.h"

namespace slipway::ir {

namespace {

bool IsOff(std::string_view rule, const RewriteStats& stats, const RewriteOptions& options) {
  auto changed = [&](const ChangedNumber& c) { return c.rule == rule; };
  return std::find(options.disabled.begin(), options.disabled.end(), rule) != options.disabled.end() ||
         std::any_of(stats.changed.begin(), stats.changed.end(), changed);
}

// False: the patch would change a number.
bool KeepsNumbers(const Rule& rule, const Node& node, const Patch& patch, RewriteCheck& check, RewriteStats* stats) {
  RewriteCheck::Verdict verdict = check.Judge(patch);
  ++(verdict.judged ? stats->checked : stats->unchecked);
  if (verdict.difference.empty()) return true;
  stats->changed.push_back({rule.name, node.origin, verdict.difference});
  return false;
}

// Applies every rule once to every node, in order. Says whether anything fired.
Result<bool> Sweep(Graph& g, std::span<const Rule> rules, RewriteStats* stats, const RewriteOptions& options,
                   RewriteCheck* check, std::set<std::string>* fired) {
  bool any = false;
  for (NodeId id : g.Order()) {
    for (const Rule& rule : rules) {
      if (!g.node(id).alive) break;
      if (IsOff(rule.name, *stats, options)) continue;
      std::string where = StrCat("'", g.node(id).origin, "'");
      ASSIGN_OR_RETURN_AT(std::optional<Patch> patch, rule.rewrite(g, id), where);
      if (!patch) continue;
      if (check && !KeepsNumbers(rule, g.node(id), *patch, *check, stats)) continue;
      RETURN_IF_ERROR_AT(patch->Apply(g), where);
      if (options.verify) RETURN_IF_ERROR_AT(Verify(g), rule.name);
      if (options.after) options.after(rule.name, g);
      ++stats->fired[rule.name];
      fired->insert(rule.name);
      any = true;
    }
  }
  return any;
}

Status RunToFixpoint(Graph& g, std::span<const Rule> rules, RewriteStats* stats, const RewriteOptions& options,
                     RewriteCheck* check) {
  constexpr int kLimit = 100;  // sweeps; each one handles every node, so real chains are far shorter
  std::set<std::string> fired;
  for (int sweep = 0; sweep < kLimit; ++sweep) {
    fired.clear();
    ASSIGN_OR_RETURN(bool any, Sweep(g, rules, stats, options, check, &fired));
    if (!any) return OkStatus();
  }
  return BadInput("rewriting does not end: ", StrJoin(fired, " and "), " undo each other");
}

}  // namespace

Status RunRules(Graph& g, std::span<const Rule> rules, RewriteStats* stats, const RewriteOptions& options) {
  std::optional<RewriteCheck> check;
  if (options.check) check.emplace(g);
  return RunToFixpoint(g, rules, stats, options, check ? &*check : nullptr);
}

Status RunRules(Module& m, std::span<const Rule> rules, RewriteStats* stats, const RewriteOptions& options) {
  for (size_t i = 0; i < m.graphs.size(); ++i) {
    Graph& g = *m.graphs[i];
    std::optional<RewriteCheck> check;
    if (options.check) check.emplace(g, FeedsOf(m, static_cast<int>(i), options.samples), &m);
    RETURN_IF_ERROR_AT(RunToFixpoint(g, rules, stats, options, check ? &*check : nullptr),
                       StrCat("graph '", g.name, "'"));
    RemoveUnused(g);
  }
  return OkStatus();
}

Result<int> RunRule(Module& m, const char* name, const ModuleRule& rule, RewriteStats* stats,
                    const RewriteOptions& options) {
  if (IsOff(name, *stats, options)) return 0;
  std::optional<ModuleCheck> check;
  Module before;
  if (options.check) {
    check.emplace(m, options.samples);
    ASSIGN_OR_RETURN(before, CopyOf(m));
  }
  ASSIGN_OR_RETURN(int fired, rule(m, stats));
  if (check && fired) {
    ModuleCheck::Verdict verdict = check->Judge(m);
    ++(verdict.judged ? stats->checked : stats->unchecked);
    if (!verdict.difference.empty()) {
      stats->changed.push_back({name, verdict.output, verdict.difference});
      m = std::move(before);
      return 0;
    }
  }
  if (fired) stats->fired[name] += fired;
  return fired;
}

}  // namespace slipway::ir
