#pragma once
// Running rules to a fixpoint. A rule looks at one node and answers with a patch, or with nothing.
//
// After each change the graph is as valid as before (Patch::Apply); `verify` re-infers everything after every rule that
// fired (tests, dev builds). A pair of rules that undo each other is stopped at the limit and both are named.

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "ir/patch.h"
#include "ir/sample.h"

namespace slipway::ir {

struct Rule {
  const char* name;
  Result<std::optional<Patch>> (*rewrite)(const Graph&, NodeId);
};

// A patch that would have changed a number beyond rounding.
struct ChangedNumber {
  std::string rule, origin, difference;
};

// What looks like a rule's case and is none.
struct Declined {
  std::string rule, origin, reason;
};

struct RewriteStats {
  std::map<std::string, int> fired;  // rule -> how often
  std::vector<Declined> declined;    // where the user may want to know
  // With RewriteOptions::check: patches whose numbers were compared, those that could not be, and what was refused;
  // a rule that is in `changed` does not fire again.
  int checked = 0, unchecked = 0;
  std::vector<ChangedNumber> changed;
};

struct RewriteOptions {
  bool verify = false;
  // Computes every patch before it is applied, and what it replaces (ir/rewrite_check.h): on these calls of the
  // module's signatures, else on drawn inputs.
  bool check = false;
  std::vector<Sample> samples;
  // Called after each applied patch with the rule's name (for --dump_after); may be empty.
  std::function<void(const std::string& rule, const Graph&)> after;
  // Rules that are switched off.
  std::vector<std::string> disabled;
};

// Applies the rules until none fires.
Status RunRules(Graph& graph, std::span<const Rule> rules, RewriteStats* stats, const RewriteOptions& options = {});
// The same for every graph of a module, whose unused nodes go then.
Status RunRules(Module& module, std::span<const Rule> rules, RewriteStats* stats, const RewriteOptions& options = {});

// A rewrite of the whole module: how often it fired.
using ModuleRule = std::function<Result<int>(Module&, RewriteStats*)>;
// Applies it once. With `check`, one that changes an output of a signature beyond rounding is undone and named.
Result<int> RunRule(Module& module, const char* name, const ModuleRule& rule, RewriteStats* stats,
                    const RewriteOptions& options = {});

}  // namespace slipway::ir
