#include "ir/rewrite.h"

#include <algorithm>
#include <set>

#include "ir/rewrite_check.h"

namespace slipway::ir {

namespace {

bool IsOff(const Rule& rule, const RewriteStats& stats, const RewriteOptions& options) {
  auto changed = [&](const ChangedNumber& c) { return c.rule == rule.name; };
  return std::find(options.disabled.begin(), options.disabled.end(), rule.name) != options.disabled.end() ||
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
      if (IsOff(rule, *stats, options)) continue;
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

}  // namespace

Status RunRules(Graph& g, std::span<const Rule> rules, RewriteStats* stats, const RewriteOptions& options) {
  constexpr int kLimit = 100;  // sweeps; each one handles every node, so real chains are far shorter
  std::set<std::string> fired;
  std::optional<RewriteCheck> check;
  if (options.check) check.emplace(g);
  for (int sweep = 0; sweep < kLimit; ++sweep) {
    fired.clear();
    ASSIGN_OR_RETURN(bool any, Sweep(g, rules, stats, options, check ? &*check : nullptr, &fired));
    if (!any) return OkStatus();
  }
  return BadInput("rewriting does not end: ", StrJoin(fired, " and "), " undo each other");
}

}  // namespace slipway::ir
