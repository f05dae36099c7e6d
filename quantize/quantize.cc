#include "quantize/quantize.h"

#include <algorithm>

#include "ir/wire/tflite_export.h"
#include "ir/wire/tflite_import.h"
#include "quantize/materialize.h"
#include "quantize/trained_ranges.h"

namespace slipway::quantize {

namespace {

// A signature's graph, whose inputs and outputs callers see.
bool IsDoor(const ir::Module& m, int graph) {
  return std::any_of(m.signatures.begin(), m.signatures.end(),
                     [&](const ir::Signature& s) { return s.graph == graph; });
}

Result<ir::Module> ToInt8(ir::Module m, const Recipe& recipe, std::span<const Sample> samples,
                          const CalibrateOptions& options, QuantizeReport* report) {
  if (samples.empty()) return UsageError("int8 needs representative data to calibrate with");
  ASSIGN_OR_RETURN_AT(Calibration calibration, Calibrate(m, samples, options), "calibration");
  ASSIGN_OR_RETURN(std::vector<TrainedRange> trained, TakeTrainedRanges(m));
  for (const TrainedRange& t : trained) calibration.Set(t.graph, t.value, t.range);
  ir::Module out;
  out.signatures = m.signatures;
  out.variables = m.variables;
  out.tables = m.tables;
  for (size_t i = 0; i < m.graphs.size(); ++i) {
    ASSIGN_OR_RETURN(Assignment assignment,
                     AssignInt8(m, static_cast<int>(i), calibration, IsDoor(m, static_cast<int>(i))));
    const ir::Graph& g = *m.graphs[i];
    for (ir::NodeId id : g.Order()) {
      if (assignment.int8_node[static_cast<size_t>(id)])
        ++report->quantized;
      else
        report->float_nodes.push_back(StrCat(Label(g.node(id).op), " '", g.node(id).origin, "'"));
    }
    bool is_door = IsDoor(m, static_cast<int>(i));
    RETURN_IF_ERROR(MaterializeInt8(g, assignment, is_door ? recipe : Recipe{}, &out));
  }
  return out;
}

}  // namespace

Result<ir::Module> QuantizeModule(ir::Module m, const Recipe& recipe, std::span<const Sample> samples,
                                  const CalibrateOptions& options, QuantizeReport* report) {
  if (recipe.mode == Mode::kInt8) return ToInt8(std::move(m), recipe, samples, options, report);
  if (recipe.input_type != DType::kF32 || recipe.output_type != DType::kF32)
    return UsageError("integer inputs and outputs need int8 quantization");
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
