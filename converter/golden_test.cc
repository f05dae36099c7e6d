// Every rule against golden/RULE.txt: what it makes of a graph, and what it must leave alone. A file holds cases:
//
//   # what the case is
//   graph "g"(...) { ... }      a module before (ir/text.h)
//   =>                          or "=> unchanged"
//   graph "g"(...) { ... }      the module after the rule and the removal of what nothing uses
#include <gtest/gtest.h>

#include <set>

#include "base/file.h"
#include "base/strings.h"
#include "converter/passes/passes.h"
#include "converter/pipeline.h"
#include "converter/widen_types.h"
#include "ir/text.h"

namespace slipway::converter {
namespace {

struct GoldenCase {
  std::string title, before, after;
  bool unchanged = false;
};

std::vector<GoldenCase> Cases(const std::string& rule) {
  Result<std::string> text = ReadFile(StrCat(SLIPWAY_SOURCE_DIR, "/converter/golden/", rule, ".txt"));
  EXPECT_TRUE(text.ok()) << "a new rule wants a file of cases: " << text.status().message();
  std::vector<GoldenCase> cases;
  bool after = false;
  for (const std::string& line : StrSplit(text.ok() ? *text : "", '\n')) {
    if (line.starts_with("# ")) {
      cases.push_back({.title = line.substr(2), .before = {}, .after = {}});
      after = false;
    } else if (line.starts_with("=>")) {
      after = true;
      cases.back().unchanged = line == "=> unchanged";
    } else if (!line.empty()) {
      StrAppend(after ? cases.back().after : cases.back().before, line, "\n");
    }
  }
  return cases;
}

using Run = Status (*)(ir::Module&, const ir::Rule*);

Status RunRule(ir::Module& m, const ir::Rule* rule) {
  ir::RewriteStats stats;
  ir::RewriteOptions options{.verify = true};
  options.check = true;  // and the numbers stay
  for (auto& g : m.graphs) RETURN_IF_ERROR(ir::RunRules(*g, {rule, 1}, &stats, options));
  return stats.changed.empty() ? OkStatus() : BadInput(stats.changed[0].difference);
}

std::string After(const std::string& text, Run run, const ir::Rule* rule) {
  Result<ir::Module> m = ir::ParseModule(text);
  if (!m.ok()) return m.status().message();
  Status s = run(*m, rule);
  if (!s.ok()) return s.message();
  for (auto& g : m->graphs) ir::RemoveUnused(*g);
  return ir::ToString(*m);
}

void Check(const std::string& name, Run run, const ir::Rule* rule = nullptr) {
  int fires = 0, stays = 0;
  for (const GoldenCase& c : Cases(name)) {
    SCOPED_TRACE(StrCat(name, ": ", c.title));
    ++(c.unchanged ? stays : fires);
    Result<ir::Module> before = ir::ParseModule(c.before);
    ASSERT_TRUE(before.ok()) << before.status().message();
    EXPECT_EQ(After(c.before, run, rule), c.unchanged ? ir::ToString(*before) : c.after);
  }
  EXPECT_GT(fires, 0) << name << ": no case in which it fires";
  EXPECT_GT(stays, 0) << name << ": no case in which it must not fire";
}

TEST(Golden, OfEveryRule) {
  std::vector<ir::Rule> rules = AllRules();
  rules.push_back({"widen_types", WidenTypes});
  rules.push_back({"expand_integer_product", ExpandIntegerProduct});
  std::set<std::string> seen;
  for (const ir::Rule& rule : rules)
    if (seen.insert(rule.name).second) Check(rule.name, RunRule, &rule);
}

TEST(Golden, OfRulesForWholeModules) {
  Check("freeze_variables", [](ir::Module& m, const ir::Rule*) { return FreezeVariables(m).status(); });
  Check("capture_constants", [](ir::Module& m, const ir::Rule*) { return CaptureConstants(m).status(); });
}

}  // namespace
}  // namespace slipway::converter
