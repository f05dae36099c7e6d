#include "cli/quantize_recipe.h"

#include <nlohmann/json.hpp>

#include "train/yaml/reader.h"

namespace slipway::cli {

using quantize::Recipe;
using train::ConfigNode;
using train::MapReader;

namespace {

constexpr const char* kGranularities[] = {"per_channel", "per_tensor"};

void AddStatus(MapReader& m, const char* key, const Status& s) {
  if (!s.ok()) m.Error(key, s.message());
}

// The mode under `key`, if it is there.
quantize::Mode ModeAt(MapReader& m, const char* key, quantize::Mode missing) {
  if (!m.Has(key)) return missing;
  Result<quantize::Mode> mode = quantize::ModeFromName(m.String(key, ""));
  AddStatus(m, key, mode.status());
  return mode.ok() ? *mode : missing;
}

bool PerChannelAt(MapReader& m, bool missing) { return m.Word("weights", missing ? 0 : 1, kGranularities) == 0; }

DType IoTypeAt(MapReader& m, const char* key, DType missing) {
  if (!m.Has(key)) return missing;
  DType type = IoTypeFromName(m.String(key, ""));
  if (type == DType::kInvalid) m.Error(key, "expected float32, int8, uint8 or int16");
  return type;
}

// The maps of a list.
template <class Read>
void ReadList(MapReader& m, const char* key, const char* expected, const Read& read) {
  const ConfigNode* list = m.Find(key);
  if (!list || list->kind == ConfigNode::Kind::kNull) return;
  if (list->kind != ConfigNode::Kind::kList) return m.Error(key, StrCat("expected a list of ", expected));
  for (size_t i = 0; i < list->items.size(); ++i) {
    MapReader item(m.errors(), list->items[i], StrCat(key, ".", i + 1));
    read(item);
    item.Finish();
  }
}

void ReadCalibration(MapReader& m, quantize::CalibrationMethod* method) {
  if (m.Has("calibration")) {
    auto kind = quantize::CalibrationFromName(m.String("calibration", ""));
    AddStatus(m, "calibration", kind.status());
    if (kind.ok()) method->kind = *kind;
  }
  method->percentile = m.Number("percentile", method->percentile);
}

quantize::Rule RuleFrom(MapReader& m, const Recipe& recipe) {
  quantize::Rule rule{.name = m.String("name", ""), .op = m.String("op", "")};
  if (rule.name.empty() && rule.op.empty()) m.Error("name", "is missing: name an operator by name, op or both");
  if (!rule.op.empty()) AddStatus(m, "op", quantize::CheckOpName(rule.op));
  rule.choice = {ModeAt(m, "mode", recipe.mode), PerChannelAt(m, recipe.per_channel)};
  return rule;
}

quantize::UserRange RangeFrom(MapReader& m) {
  quantize::UserRange r{.tensor = m.String("tensor", "")};
  for (const char* key : {"tensor", "min", "max"})
    if (!m.Has(key)) m.Error(key, "is missing: a range has a tensor's name, min and max");
  r.range = {static_cast<float>(m.Number("min", 0)), static_cast<float>(m.Number("max", 0))};
  return r;
}

}  // namespace

DType IoTypeFromName(const std::string& name) {
  if (name == "float32") return DType::kF32;
  if (name == "int8") return DType::kI8;
  if (name == "uint8") return DType::kU8;
  if (name == "int16") return DType::kI16;
  return DType::kInvalid;
}

Result<Recipe> ReadRecipe(const std::string& path, Recipe recipe, bool mode_given) {
  ASSIGN_OR_RETURN(ConfigNode root, train::ReadYaml(path));
  if (root.kind == ConfigNode::Kind::kNull) return UsageError("'", path, "' is empty, expected mode, rules or ranges");
  train::ConfigErrors errors(path);
  MapReader m(errors, root, "");
  quantize::Mode mode = ModeAt(m, "mode", recipe.mode);
  if (!mode_given) recipe.mode = mode;
  recipe.per_channel = PerChannelAt(m, recipe.per_channel);
  recipe.block_size = m.Int("block_size", recipe.block_size, 0);
  recipe.input_type = IoTypeAt(m, "inference_input_type", recipe.input_type);
  recipe.output_type = IoTypeAt(m, "inference_output_type", recipe.output_type);
  ReadCalibration(m, &recipe.calibration);
  ReadList(m, "rules", "rules: name and/or op, and mode",
           [&](MapReader& item) { recipe.rules.push_back(RuleFrom(item, recipe)); });
  ReadList(m, "ranges", "ranges: tensor, min and max",
           [&](MapReader& item) { recipe.ranges.push_back(RangeFrom(item)); });
  m.Finish();
  RETURN_IF_ERROR(errors.status());
  RETURN_IF_ERROR_AT(quantize::CheckRecipe(recipe), StrCat("'", path, "'"));
  return recipe;
}

std::string RecipeText(const Recipe& recipe, const std::vector<std::string>& comments) {
  auto quoted = [](const std::string& s) { return nlohmann::json(s).dump(); };
  std::string text = StrCat("mode: ", ModeName(recipe.mode), "\n");
  if (!recipe.per_channel) StrAppend(text, "weights: per_tensor\n");
  if (recipe.block_size) StrAppend(text, "block_size: ", recipe.block_size, "\n");
  if (recipe.calibration.kind != quantize::CalibrationMethod::Kind::kMinMax)
    StrAppend(text, "calibration: ", quantize::CalibrationName(recipe.calibration.kind),
              "\npercentile: ", static_cast<float>(recipe.calibration.percentile), "\n");
  if (!recipe.rules.empty()) StrAppend(text, "rules:\n");
  for (size_t i = 0; i < recipe.rules.size(); ++i) {
    const quantize::Rule& r = recipe.rules[i];
    std::string keys;
    if (!r.name.empty()) StrAppend(keys, "name: ", quoted(r.name), ", ");
    if (!r.op.empty()) StrAppend(keys, "op: ", r.op, ", ");
    StrAppend(text, "  - {", keys, "mode: ", ModeName(r.choice.mode),
              r.choice.per_channel ? "" : ", weights: per_tensor", "}",
              i < comments.size() && !comments[i].empty() ? StrCat("  # ", comments[i]) : "", "\n");
  }
  if (!recipe.ranges.empty()) StrAppend(text, "ranges:\n");
  for (const quantize::UserRange& r : recipe.ranges)
    StrAppend(text, "  - {tensor: ", quoted(r.tensor), ", min: ", r.range.min, ", max: ", r.range.max, "}\n");
  return text;
}

}  // namespace slipway::cli
