#include "quantize/quantize.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "ir/wire/tflite_import.h"
#include "ops/tables/tflite.h"
#include "quantize/block_weights.h"
#include "quantize/materialize.h"
#include "quantize/recurrent_nodes.h"
#include "quantize/refine_ranges.h"
#include "quantize/trained_ranges.h"

namespace slipway::quantize {

namespace {

bool Decides(const Choices& choices, size_t rule) {
  return std::any_of(choices.begin(), choices.end(), [&](const std::vector<Choice>& of_graph) {
    return std::any_of(of_graph.begin(), of_graph.end(),
                       [&](const Choice& c) { return c.rule == static_cast<int>(rule); });
  });
}

// Inputs and outputs that callers want as these codes.
std::vector<ir::ValueId> DoorsOn(DType codes, const ir::Graph& g, const Recipe& recipe) {
  auto wants = [&](DType io) { return io == codes || (io == DType::kU8 && codes == DType::kI8); };
  std::vector<ir::ValueId> doors;
  if (wants(recipe.input_type)) doors.insert(doors.end(), g.inputs().begin(), g.inputs().end());
  if (wants(recipe.output_type)) doors.insert(doors.end(), g.outputs().begin(), g.outputs().end());
  return doors;
}

// Graphs that others run take and give floats.
Recipe InnerRecipe(Recipe recipe) {
  recipe.input_type = recipe.output_type = DType::kF32;
  return recipe;
}

// Ranges that users state instead of what samples show.
void TakeUserRanges(const ir::Module& m, const Recipe& recipe, Calibration* calibration) {
  for (const UserRange& r : recipe.ranges)
    for (size_t i = 0; i < m.graphs.size(); ++i)
      for (int v = 0; v < m.graphs[i]->num_values(); ++v) {
        ir::ValueId value = static_cast<ir::ValueId>(v);
        if (FitsName(r.tensor, m.graphs[i]->value(value).name)) calibration->Set(static_cast<int>(i), value, r.range);
      }
}

void WarnOfUnknownRanges(const ir::Module& m, const Recipe& recipe, std::vector<std::string>* warnings) {
  for (const UserRange& r : recipe.ranges) {
    bool found = false;
    for (const auto& g : m.graphs)
      for (int v = 0; v < g->num_values(); ++v)
        found = found || FitsName(r.tensor, g->value(static_cast<ir::ValueId>(v)).name);
    if (!found) warnings->push_back(StrCat("no tensor is named '", r.tensor, "', whose range the recipe states"));
  }
}

ir::Module CopyOf(const ir::Module& m) {
  ir::Module copy{.variables = m.variables, .tables = m.tables, .assets = m.assets, .signatures = m.signatures};
  for (const auto& g : m.graphs) copy.graphs.push_back(std::make_unique<ir::Graph>(*g));
  return copy;
}

// "3 tensors: 'a', 'b', 'c'"
std::string Tensors(const std::vector<std::string>& names) {
  constexpr size_t kMost = 8;
  std::string text = StrCat(names.size(), names.size() == 1 ? " tensor: " : " tensors: ");
  for (size_t i = 0; i < names.size() && i < kMost; ++i) StrAppend(text, i ? ", '" : "'", names[i], "'");
  return names.size() > kMost ? text + ", ..." : text;
}

void ReportTensors(const ir::Graph& g, int graph, const Assignment& a, const Calibration& calibration,
                   QuantizeReport* report) {
  std::vector<std::string> unseen, same, far;
  for (ir::ValueId v : a.unseen)
    if (const std::string& name = g.value(v).name; std::find(unseen.begin(), unseen.end(), name) == unseen.end())
      unseen.push_back(name);
  for (int i = 0; i < g.num_values(); ++i) {
    ir::ValueId v = static_cast<ir::ValueId>(i);
    const auto& seen = calibration.seen(graph, v);
    if (a.value[static_cast<size_t>(i)].empty() || !seen) continue;
    report->tensors.push_back({g.value(v).name, a.codes, a.value[static_cast<size_t>(i)], *seen});
    bool scalar = g.type(v).shape.IsStatic() && g.type(v).shape.Elements() == 1;
    if (report->tensors.back().IsConstant() && !scalar) same.push_back(g.value(v).name);
    if (report->tensors.back().IsFarFromZero()) far.push_back(g.value(v).name);
  }
  if (!unseen.empty())
    report->warnings.push_back(StrCat("no sample reached ", Tensors(unseen), "; what makes and uses them stays float"));
  if (!same.empty())
    report->warnings.push_back(
        StrCat("the samples show one number only, and codes can tell no more than it from 0, in ", Tensors(same)));
  if (!far.empty())
    report->warnings.push_back(
        StrCat("fewer than half of the codes are left, for they must reach 0, in ", Tensors(far)));
}

bool HasFloats(const ir::Graph& g, const ir::Node& n) {
  auto is_float = [&](ir::ValueId v) { return v != ir::ValueId::kNone && g.type(v).dtype == DType::kF32; };
  return std::any_of(n.inputs.begin(), n.inputs.end(), is_float) ||
         std::any_of(n.outputs.begin(), n.outputs.end(), is_float);
}

// ": LiteRT 2.0 has no ...", where that is why the node stays float.
std::string Lacking(ir::NodeId id, const GraphForms& forms) {
  for (const Assignment& a : forms.codes)
    if (auto it = a.lacking.find(id); it != a.lacking.end()) return StrCat(": ", it->second);
  return "";
}

// What stays float in a loop still stores its weights small.
void StoreRecurrentWeights(const ir::Module& m, int graph, std::vector<Choice>* choices) {
  std::vector<bool> recurrent = RecurrentNodes(m, graph);
  for (size_t i = 0; i < choices->size(); ++i) {
    Choice& c = (*choices)[i];
    if (!recurrent[i] || c.rule >= 0) continue;
    if (c.mode == Mode::kInt8) c.mode = Mode::kDynamic;
    if (c.mode == Mode::kInt16x8) c.mode = Mode::kFloat16;
  }
}

void Report(const ir::Graph& g, const GraphForms& forms, QuantizeReport* report) {
  for (ir::NodeId id : g.Order())
    if (ActivationType(forms.choices[static_cast<size_t>(id)].mode) != DType::kF32 && !forms.CodesOf(id) &&
        HasFloats(g, g.node(id)))
      report->float_nodes.push_back(StrCat(Label(g.node(id).op), " '", g.node(id).origin, "'", Lacking(id, forms)));
}

void ReportNotInTarget(const ir::Graph& g, const tflite::TargetRuntime& target, QuantizeReport* report) {
  for (ir::NodeId id : g.Order()) {
    const ir::Node& n = g.node(id);
    ops::TfliteTypes types;
    for (ir::ValueId v : n.inputs) types.inputs.push_back(v == ir::ValueId::kNone ? TensorType() : g.type(v));
    for (ir::ValueId v : n.outputs) types.outputs.push_back(g.type(v));
    Result<ops::TfliteForm> form = ops::OpToTflite(n.op, types);
    std::string why = form.ok() ? ops::WhyCannotRun(target, *form, types) : "";
    if (!why.empty()) report->not_in_target.push_back(StrCat(Label(n.op), " '", n.origin, "': ", why));
  }
}

}  // namespace

Result<Quantizer> Quantizer::Create(ir::Module m, const Recipe& recipe, std::span<const Mode> modes,
                                    std::span<const Sample> samples, const CalibrateOptions& options,
                                    QuantizeReport* report) {
  RETURN_IF_ERROR(CheckRecipe(recipe));
  Quantizer q(std::move(m));
  WarnOfUnknownRanges(q.module_, recipe, &report->warnings);
  auto has_codes = [](Mode mode) { return ActivationType(mode) != DType::kF32; };
  auto first = std::find_if(modes.begin(), modes.end(), has_codes);
  if (first == modes.end()) return q;
  if (samples.empty()) return UsageError(ModeName(*first), " needs representative data to calibrate with");
  CalibrateOptions o = options;
  o.histograms = recipe.calibration.kind != CalibrationMethod::Kind::kMinMax;
  ASSIGN_OR_RETURN_AT(Calibration all, Calibrate(q.module_, samples, o), "calibration");
  for (const auto& [place, bad] : all.not_finite())
    report->warnings.push_back(StrCat("tensor '", bad.tensor, "' is NaN or infinite for sample ", bad.sample,
                                      ", so what makes and uses it stays float"));
  for (Mode mode : modes)
    if (has_codes(mode))
      q.calibrations_.try_emplace(ActivationType(mode), all.Chosen(recipe.calibration, ActivationType(mode)));
  return q;
}

// What samples, training and users say.
Calibration Quantizer::CalibrationFor(DType codes, const Recipe& recipe, std::span<const TrainedRange> trained,
                                      const ir::Module& m) const {
  Calibration calibration = calibrations_.at(codes);
  for (const TrainedRange& t : trained) calibration.SetTrained(t.graph, t.value, t.range);
  TakeUserRanges(m, recipe, &calibration);
  ShareVariableRanges(m, &calibration);
  FindMaskedScores(m, &calibration);
  return calibration;
}

Result<ir::Module> Quantizer::Quantize(const Recipe& recipe, QuantizeReport* report) const {
  RETURN_IF_ERROR(CheckRecipe(recipe));
  Choices choices = Choose(module_, recipe, &report->warnings);
  ir::Module m = CopyOf(module_);
  ASSIGN_OR_RETURN(std::vector<TrainedRange> trained, TakeTrainedRanges(m, choices));
  std::map<DType, Calibration> calibrations;
  for (Mode mode : {Mode::kInt8, Mode::kInt16x8})
    if (recipe.Has(mode))
      calibrations.emplace(ActivationType(mode), CalibrationFor(ActivationType(mode), recipe, trained, m));
  ir::Module out{.variables = m.variables, .tables = m.tables, .assets = m.assets, .signatures = m.signatures};
  Materialized done{.quantized = std::vector<int>(recipe.rules.size() + 1), .block_weights = {}};
  for (size_t i = 0; i < m.graphs.size(); ++i) {
    bool is_door = IsDoor(m, static_cast<int>(i));
    GraphForms forms{.choices = choices[i]};
    for (const auto& [codes, calibration] : calibrations) {
      std::vector<ir::ValueId> doors = is_door ? DoorsOn(codes, *m.graphs[i], recipe) : std::vector<ir::ValueId>();
      forms.codes.push_back(Assign(m, static_cast<int>(i), forms.choices, calibration, codes, recipe.target, doors));
      ReportTensors(*m.graphs[i], static_cast<int>(i), forms.codes.back(), calibration, report);
    }
    Report(*m.graphs[i], forms, report);
    StoreRecurrentWeights(m, static_cast<int>(i), &choices[i]);
    RETURN_IF_ERROR(Materialize(*m.graphs[i], forms, is_door ? recipe : InnerRecipe(recipe), &out, &done));
    ReportNotInTarget(*out.graphs.back(), recipe.target, report);
  }
  for (size_t r = 0; r < recipe.rules.size(); ++r)
    if (recipe.rules[r].choice.mode != Mode::kNone && done.quantized[r + 1] == 0 && Decides(choices, r))
      report->warnings.push_back(StrCat(RuleName(recipe, r), " quantizes nothing"));
  report->quantized += std::accumulate(done.quantized.begin(), done.quantized.end(), 0);
  report->block_weights = std::move(done.block_weights);
  return out;
}

Result<ir::Module> QuantizeModule(ir::Module m, const Recipe& recipe, std::span<const Sample> samples,
                                  const CalibrateOptions& options, QuantizeReport* report) {
  std::vector<Mode> modes;
  for (Mode mode : {Mode::kInt8, Mode::kInt16x8})
    if (recipe.Has(mode)) modes.push_back(mode);
  ASSIGN_OR_RETURN(Quantizer quantizer, Quantizer::Create(std::move(m), recipe, modes, samples, options, report));
  return quantizer.Quantize(recipe, report);
}

Result<tflite::Model> ExportQuantized(const ir::Module& m, const Recipe& recipe, const QuantizeReport& report,
                                      const wire::TfliteExportOptions& options) {
  ASSIGN_OR_RETURN(tflite::Model model, wire::ExportTflite(m, options));
  RETURN_IF_ERROR(StoreBlockWeights(report.block_weights, recipe.block_size, &model));
  return model;
}

Result<tflite::Model> Quantize(const tflite::Model& model, const Recipe& recipe, std::span<const Sample> samples,
                               const CalibrateOptions& options, QuantizeReport* report) {
  ASSIGN_OR_RETURN(ir::Module m, wire::ImportTflite(model));
  ASSIGN_OR_RETURN(ir::Module q, QuantizeModule(std::move(m), recipe, samples, options, report));
  return ExportQuantized(q, recipe, *report);
}

}  // namespace slipway::quantize
