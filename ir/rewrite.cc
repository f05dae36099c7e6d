#include "ir/rewrite.h"

#include <algorithm>
#include <set>

namespace slipway::ir {

namespace {

// Applies every rule once to every node, in order. Says whether anything fired.
Result<bool> Sweep(Graph& g, std::span<const Rule> rules, RewriteStats* stats, const RewriteOptions& options,
                   std::set<std::string>* fired) {
  bool any = false;
  for (NodeId id : g.Order()) {
    for (const Rule& rule : rules) {
      if (!g.node(id).alive) break;
      if (std::find(options.disabled.begin(), options.disabled.end(), rule.name) != options.disabled.end()) continue;
      std::string where = StrCat("'", g.node(id).origin, "'");
      ASSIGN_OR_RETURN_AT(std::optional<Patch> patch, rule.rewrite(g, id), where);
      if (!patch) continue;
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
  for (int sweep = 0; sweep < kLimit; ++sweep) {
    fired.clear();
    ASSIGN_OR_RETURN(bool any, Sweep(g, rules, stats, options, &fired));
    if (!any) return OkStatus();
  }
  return BadInput("rewriting does not end: ", StrJoin(fired, " and "), " undo each other");
}

}  // namespace slipway::ir
