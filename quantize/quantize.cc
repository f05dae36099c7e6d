#include "quantize/quantize.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "ir/wire/tflite_export.h"
#include "ir/wire/tflite_import.h"
#include "quantize/materialize.h"
#include "quantize/refine_ranges.h"
#include "quantize/trained_ranges.h"

namespace slipway::quantize {

namespace {

// A signature's graph, whose inputs and outputs callers see.
bool IsDoor(const ir::Module& m, int graph) {
  return std::any_of(m.signatures.begin(), m.signatures.end(),
                     [&](const ir::Signature& s) { return s.graph == graph; });
}

bool Decides(const Choices& choices, size_t rule) {
  return std::any_of(choices.begin(), choices.end(), [&](const std::vector<Choice>& of_graph) {
    return std::any_of(of_graph.begin(), of_graph.end(),
                       [&](const Choice& c) { return c.rule == static_cast<int>(rule); });
  });
}

// Graphs that others run take and give floats.
Recipe InnerRecipe(Recipe recipe) {
  recipe.input_type = recipe.output_type = DType::kF32;
  return recipe;
}

// Ranges that users state instead of what samples show.
void TakeUserRanges(const ir::Module& m, const Recipe& recipe, Calibration* calibration,
                    std::vector<std::string>* warnings) {
  for (const UserRange& r : recipe.ranges) {
    bool found = false;
    for (size_t i = 0; i < m.graphs.size(); ++i)
      for (int v = 0; v < m.graphs[i]->num_values(); ++v) {
        ir::ValueId value = static_cast<ir::ValueId>(v);
        if (!FitsName(r.tensor, m.graphs[i]->value(value).name)) continue;
        found = true;
        calibration->Set(static_cast<int>(i), value, r.range);
      }
    if (!found) warnings->push_back(StrCat("no tensor is named '", r.tensor, "', whose range the recipe states"));
  }
}

Result<Calibration> CalibrationFor(ir::Module* m, const Recipe& recipe, const Choices& choices,
                                   std::span<const Sample> samples, const CalibrateOptions& options,
                                   QuantizeReport* report) {
  if (samples.empty())
    return UsageError(recipe.Has(Mode::kInt8) ? "int8" : "int16x8", " needs representative data to calibrate with");
  ASSIGN_OR_RETURN_AT(Calibration calibration, Calibrate(*m, samples, options), "calibration");
  ASSIGN_OR_RETURN(std::vector<TrainedRange> trained, TakeTrainedRanges(*m, choices));
  for (const TrainedRange& t : trained) calibration.Set(t.graph, t.value, t.range);
  TakeUserRanges(*m, recipe, &calibration, &report->warnings);
  for (const auto& [place, bad] : calibration.not_finite())
    report->warnings.push_back(StrCat("tensor '", bad.tensor, "' is NaN or infinite for sample ", bad.sample,
                                      ", so what makes and uses it stays float"));
  ShareVariableRanges(*m, &calibration);
  FindMaskedScores(*m, &calibration);
  return calibration;
}

void Report(const ir::Graph& g, const GraphForms& forms, QuantizeReport* report) {
  for (ir::NodeId id : g.Order())
    if (ActivationType(forms.choices[static_cast<size_t>(id)].mode) != DType::kF32 && !forms.CodesOf(id))
      report->float_nodes.push_back(StrCat(Label(g.node(id).op), " '", g.node(id).origin, "'"));
}

}  // namespace

Result<ir::Module> QuantizeModule(ir::Module m, const Recipe& recipe, std::span<const Sample> samples,
                                  const CalibrateOptions& options, QuantizeReport* report) {
  RETURN_IF_ERROR(CheckRecipe(recipe));
  ASSIGN_OR_RETURN(Choices choices, Choose(m, recipe, &report->warnings));
  std::optional<Calibration> calibration;
  if (recipe.Has(Mode::kInt8) || recipe.Has(Mode::kInt16x8)) {
    ASSIGN_OR_RETURN(calibration, CalibrationFor(&m, recipe, choices, samples, options, report));
  }
  ir::Module out{.variables = m.variables, .tables = m.tables, .assets = m.assets, .signatures = m.signatures};
  std::vector<int> quantized(recipe.rules.size() + 1);
  for (size_t i = 0; i < m.graphs.size(); ++i) {
    bool is_door = IsDoor(m, static_cast<int>(i));
    GraphForms forms{.choices = choices[i]};
    for (Mode mode : {Mode::kInt8, Mode::kInt16x8})
      if (recipe.Has(mode)) {
        ASSIGN_OR_RETURN(Assignment codes,
                         Assign(m, static_cast<int>(i), forms.choices, *calibration, ActivationType(mode), is_door));
        forms.codes.push_back(std::move(codes));
      }
    Report(*m.graphs[i], forms, report);
    RETURN_IF_ERROR(Materialize(*m.graphs[i], forms, is_door ? recipe : InnerRecipe(recipe), &out, &quantized));
  }
  for (size_t r = 0; r < recipe.rules.size(); ++r)
    if (recipe.rules[r].choice.mode != Mode::kNone && quantized[r + 1] == 0 && Decides(choices, r))
      report->warnings.push_back(StrCat(RuleName(recipe, r), " quantizes nothing"));
  report->quantized += std::accumulate(quantized.begin(), quantized.end(), 0);
  return out;
}

Result<tflite::Model> Quantize(const tflite::Model& model, const Recipe& recipe, std::span<const Sample> samples,
                               const CalibrateOptions& options, QuantizeReport* report) {
  ASSIGN_OR_RETURN(ir::Module m, wire::ImportTflite(model));
  ASSIGN_OR_RETURN(ir::Module q, QuantizeModule(std::move(m), recipe, samples, options, report));
  return wire::ExportTflite(q);
}

}  // namespace slipway::quantize
