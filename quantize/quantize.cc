#include "quantize/quantize.h"

#include <algorithm>

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

Result<ir::Module> ToCodes(ir::Module m, const Recipe& recipe, std::span<const Sample> samples,
                           const CalibrateOptions& options, QuantizeReport* report) {
  DType codes = ActivationType(recipe.mode);
  if (samples.empty())
    return UsageError(codes == DType::kI8 ? "int8" : "int16x8", " needs representative data to calibrate with");
  ASSIGN_OR_RETURN_AT(Calibration calibration, Calibrate(m, samples, options), "calibration");
  if (codes == DType::kI8) {  // codes of 16 bits would not round as training did: FakeQuants stay
    ASSIGN_OR_RETURN(std::vector<TrainedRange> trained, TakeTrainedRanges(m));
    for (const TrainedRange& t : trained) calibration.Set(t.graph, t.value, t.range);
  }
  for (const auto& [place, bad] : calibration.not_finite())
    report->warnings.push_back(StrCat("tensor '", bad.tensor, "' is NaN or infinite for sample ", bad.sample,
                                      ", so what makes and uses it stays float"));
  ShareVariableRanges(m, &calibration);
  FindMaskedScores(m, &calibration);
  ir::Module out;
  out.signatures = m.signatures;
  out.variables = m.variables;
  out.tables = m.tables;
  for (size_t i = 0; i < m.graphs.size(); ++i) {
    bool is_door = IsDoor(m, static_cast<int>(i));
    ASSIGN_OR_RETURN(Assignment assignment, Assign(m, static_cast<int>(i), calibration, codes, is_door));
    const ir::Graph& g = *m.graphs[i];
    for (ir::NodeId id : g.Order()) {
      if (assignment.on_codes[static_cast<size_t>(id)])
        ++report->quantized;
      else
        report->float_nodes.push_back(StrCat(Label(g.node(id).op), " '", g.node(id).origin, "'"));
    }
    RETURN_IF_ERROR(MaterializeCodes(g, assignment, is_door ? recipe : Recipe{}, &out));
  }
  return out;
}

}  // namespace

Status CheckRecipe(const Recipe& recipe) {
  DType codes = ActivationType(recipe.mode);
  for (DType io : {recipe.input_type, recipe.output_type}) {
    if (io == DType::kF32 || io == codes || (io == DType::kU8 && codes == DType::kI8)) continue;
    if (io == DType::kI16) return UsageError("int16 inputs and outputs need --quantize int16x8");
    return UsageError("int8 and uint8 inputs and outputs need --quantize int8");
  }
  return OkStatus();
}

Result<ir::Module> QuantizeModule(ir::Module m, const Recipe& recipe, std::span<const Sample> samples,
                                  const CalibrateOptions& options, QuantizeReport* report) {
  RETURN_IF_ERROR(CheckRecipe(recipe));
  if (ActivationType(recipe.mode) != DType::kF32) return ToCodes(std::move(m), recipe, samples, options, report);
  if (recipe.mode == Mode::kNone) return m;
  for (auto& g : m.graphs) {
    ASSIGN_OR_RETURN(int count, recipe.mode == Mode::kFloat16 ? MaterializeFloat16(*g)
                                                              : MaterializeDynamic(*g, recipe.dynamic_min_elements));
    report->quantized += count;
  }
  return m;
}

Result<tflite::Model> Quantize(const tflite::Model& model, const Recipe& recipe, std::span<const Sample> samples,
                               const CalibrateOptions& options, QuantizeReport* report) {
  ASSIGN_OR_RETURN(ir::Module m, wire::ImportTflite(model));
  ASSIGN_OR_RETURN(ir::Module q, QuantizeModule(std::move(m), recipe, samples, options, report));
  return wire::ExportTflite(q);
}

}  // namespace slipway::quantize
