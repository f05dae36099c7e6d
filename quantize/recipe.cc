#include "quantize/recipe.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "ops/tables/tflite.h"

namespace slipway::quantize {

namespace {

struct NamedMode {
  Mode mode;
  const char* name;
};
constexpr NamedMode kModes[] = {{Mode::kNone, "float32"}, {Mode::kDynamic, "dynamic"}, {Mode::kFloat16, "float16"},
                                {Mode::kInt8, "int8"},    {Mode::kInt16x8, "int16x8"}, {Mode::kInt4, "int4"}};

std::string Letters(std::string_view name) {
  std::string letters;
  for (char c : name)
    if (c != '_') letters.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
  return letters;
}

std::vector<std::string> OpNames() {
  std::vector<std::string> names;
  for (int code = 0; code < 256; ++code)
    if (const char* name = tflite::BuiltinName(static_cast<tflite::Builtin>(code))) names.push_back(name);
  for (const ops::OpInfo& info : ops::AllOps()) names.push_back(info.name);
  return names;
}

bool IsOf(const ops::Op& op, const std::string& letters) {
  return letters == Letters(ops::TfliteFormName(op)) || letters == Letters(op.name()) || letters == Letters(Label(op));
}

bool HasName(const ir::Graph& g, const ir::Node& n, const std::string& pattern) {
  return FitsName(pattern, n.origin) || std::any_of(n.outputs.begin(), n.outputs.end(),
                                                    [&](ir::ValueId v) { return FitsName(pattern, g.value(v).name); });
}

// What a misspelt pattern may have meant: the names of the model, and their parts.
std::string NearestName(const ir::Module& m, std::string pattern) {
  std::erase_if(pattern, [](char c) { return c == '*' || c == '?'; });
  while (pattern.starts_with('/')) pattern.erase(0, 1);
  while (pattern.ends_with('/')) pattern.pop_back();
  std::set<std::string> names;
  for (const auto& g : m.graphs)
    for (ir::NodeId id : g->Order()) {
      names.insert(g->node(id).origin);
      for (const std::string& part : StrSplit(g->node(id).origin, '/')) names.insert(part);
    }
  return pattern.empty() ? "" : NearestWord(pattern, {names.begin(), names.end()});
}

std::string DidYouMean(const std::string& nearest) {
  return nearest.empty() ? "" : StrCat(" (did you mean '", nearest, "'?)");
}

}  // namespace

const char* ModeName(Mode mode) {
  for (const NamedMode& m : kModes)
    if (m.mode == mode) return m.name;
  return "unknown";
}

Result<Mode> ModeFromName(std::string_view name) {
  if (name == "none") return Mode::kNone;
  std::vector<std::string> names;
  for (const NamedMode& m : kModes) {
    if (name == m.name) return m.mode;
    names.push_back(m.name);
  }
  return UsageError("there is no mode '", name, "'", DidYouMean(NearestWord(name, names)), "; expected ",
                    StrJoin(names, ", "));
}

static constexpr const char* kCalibrations[] = {"minmax", "percentile", "mse", "kl"};

const char* CalibrationName(CalibrationMethod::Kind kind) { return kCalibrations[static_cast<size_t>(kind)]; }

Result<CalibrationMethod::Kind> CalibrationFromName(std::string_view name) {
  std::vector<std::string> names(std::begin(kCalibrations), std::end(kCalibrations));
  for (size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return static_cast<CalibrationMethod::Kind>(i);
  return UsageError("there is no calibration '", name, "'", DidYouMean(NearestWord(name, names)), "; expected ",
                    StrJoin(names, ", "));
}

bool Recipe::Has(Mode wanted) const {
  return mode == wanted ||
         std::any_of(rules.begin(), rules.end(), [&](const Rule& r) { return r.choice.mode == wanted; });
}

bool Recipe::Quantizes() const {
  return mode != Mode::kNone ||
         std::any_of(rules.begin(), rules.end(), [](const Rule& r) { return r.choice.mode != Mode::kNone; });
}

Status CheckRecipe(const Recipe& recipe) {
  for (DType io : {recipe.input_type, recipe.output_type}) {
    if (io == DType::kF32 || (io == DType::kI16 && recipe.Has(Mode::kInt16x8))) continue;
    if (io == DType::kI16) return UsageError("int16 inputs and outputs need --quantize int16x8");
    if (!recipe.Has(Mode::kInt8)) return UsageError("int8 and uint8 inputs and outputs need --quantize int8");
  }
  const int64_t block = recipe.block_size;
  if (block != 0 && block != 32 && block != 64 && block != 128 && block != 256)
    return UsageError("block_size is ", block, ", expected 32, 64, 128 or 256");
  if (block != 0 && !recipe.Has(Mode::kInt4)) return UsageError("block_size is for the mode int4");
  if (block != 0 && !recipe.target.slipway && recipe.target.litert_minor < 1)
    return UsageError(
        "block_size needs --target_runtime litert:2.1 or newer, or slipway: LiteRT 2.0 misreads such weights");
  for (size_t r = 0; r < recipe.rules.size(); ++r)
    if (!recipe.rules[r].op.empty()) RETURN_IF_ERROR_AT(CheckOpName(recipe.rules[r].op), StrCat("rule ", r + 1));
  for (const UserRange& r : recipe.ranges)
    if (!(std::isfinite(r.range.min) && std::isfinite(r.range.max) && r.range.min <= r.range.max))
      return UsageError("the range of '", r.tensor, "' is no range: from ", r.range.min, " to ", r.range.max);
  if (!(recipe.calibration.percentile > 0 && recipe.calibration.percentile <= 100))
    return UsageError("the percentile is ", recipe.calibration.percentile, ", expected more than 0 and at most 100");
  return OkStatus();
}

Status CheckOpName(std::string_view name) {
  std::vector<std::string> names = OpNames();
  for (const std::string& known : names)
    if (Letters(known) == Letters(name)) return OkStatus();
  std::string upper(name);
  for (char& c : upper) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return UsageError("there is no operator '", name, "'", DidYouMean(NearestWord(upper, names)));
}

bool FitsName(std::string_view pattern, std::string_view name) {
  size_t p = 0, n = 0, star = std::string_view::npos, after = 0;  // the last *, and what follows its characters
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      after = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++after;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

std::string RuleName(const Recipe& recipe, size_t rule) {
  const Rule& r = recipe.rules[rule];
  std::string what = r.name.empty() ? "" : StrCat("name '", r.name, "'");
  if (!r.op.empty()) StrAppend(what, what.empty() ? "" : ", ", "op ", r.op);
  return StrCat("rule ", rule + 1, " (", what, ")");
}

Choices Choose(const ir::Module& m, const Recipe& recipe, std::vector<std::string>* warnings) {
  struct Use {
    bool names = false, decides = false;
  };
  std::vector<Use> uses(recipe.rules.size());
  std::vector<std::string> letters;
  for (const Rule& rule : recipe.rules) letters.push_back(Letters(rule.op));
  Choices choices;
  for (const auto& g : m.graphs) {
    std::vector<Choice>& of_graph =
        choices.emplace_back(static_cast<size_t>(g->num_node_ids()), Choice{recipe.mode, recipe.per_channel});
    for (ir::NodeId id : g->Order()) {
      const ir::Node& n = g->node(id);
      bool decided = false;
      for (size_t r = 0; r < recipe.rules.size(); ++r) {
        const Rule& rule = recipe.rules[r];
        if (!(rule.op.empty() || IsOf(n.op, letters[r])) || !(rule.name.empty() || HasName(*g, n, rule.name))) continue;
        uses[r].names = true;
        if (decided) continue;
        uses[r].decides = decided = true;
        of_graph[static_cast<size_t>(id)] = rule.choice;
        of_graph[static_cast<size_t>(id)].rule = static_cast<int>(r);
      }
    }
  }
  for (size_t r = 0; r < uses.size(); ++r) {
    if (!uses[r].names)
      warnings->push_back(StrCat(RuleName(recipe, r), " names no operator of the model",
                                 DidYouMean(NearestName(m, recipe.rules[r].name))));
    else if (!uses[r].decides)
      warnings->push_back(StrCat(RuleName(recipe, r), " decides nothing: earlier rules name the same operators"));
  }
  return choices;
}

}  // namespace slipway::quantize
