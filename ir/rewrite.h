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
  // Runs every patch on drawn inputs before it is applied (ir/rewrite_check.h).
  bool check = false;
  // Called after each applied patch with the rule's name (for --dump_after); may be empty.
  std::function<void(const std::string& rule, const Graph&)> after;
  // Rules that are switched off.
  std::vector<std::string> disabled;
};

// Applies the rules until none fires.
Status RunRules(Graph& graph, std::span<const Rule> rules, RewriteStats* stats, const RewriteOptions& options = {});

}  // namespace slipway::ir
