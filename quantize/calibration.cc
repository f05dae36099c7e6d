#include "quantize/calibration.h"

#include <algorithm>
#include <cmath>

#include "interpreter/graph/plan_module.h"
#include "interpreter/interpreter.h"
#include "interpreter/observer.h"

namespace slipway::quantize {

Calibration::Calibration(const ir::Module& m) {
  for (const auto& g : m.graphs) ranges_.emplace_back(static_cast<size_t>(g->num_values()));
  seen_ = ranges_;
}

Calibration Calibration::Chosen(const CalibrationMethod& method, DType codes) const {
  Calibration chosen = *this;
  chosen.histograms_.clear();
  for (const auto& [place, histogram] : histograms_) {
    std::optional<Range> r;
    if (method.kind == CalibrationMethod::Kind::kPercentile) r = histogram.Percentile(method.percentile);
    if (method.kind == CalibrationMethod::Kind::kMse) r = histogram.LeastSquares(codes);
    if (method.kind == CalibrationMethod::Kind::kKl && codes == DType::kI8) r = histogram.LeastDivergence();
    if (r) chosen.Set(place.first, place.second, {std::min(r->min, 0.0f), std::max(r->max, 0.0f)});
  }
  return chosen;
}

void Calibration::Count(int graph, ir::ValueId v, std::span<const float> elements) {
  auto& ranges = ranges_[static_cast<size_t>(graph)];
  if (static_cast<size_t>(v) >= ranges.size() || !ranges[static_cast<size_t>(v)]) return;
  histograms_.try_emplace({graph, v}, *ranges[static_cast<size_t>(v)]).first->second.Add(elements);
}

void Calibration::Observe(int graph, ir::ValueId v, std::span<const float> elements, std::string_view tensor,
                          int64_t sample) {
  auto& ranges = ranges_[static_cast<size_t>(graph)];
  if (static_cast<size_t>(v) >= ranges.size()) return;  // the state of a layer, which only the plan has
  const std::optional<Range> finite = FiniteRange(elements);
  if (!finite) {
    not_finite_.try_emplace({graph, v}, NotFinite{std::string(tensor), sample});
    return;
  }
  std::optional<Range>& range = ranges[static_cast<size_t>(v)];
  if (!range && elements.empty()) empty_.insert({graph, v});
  if (!elements.empty()) empty_.erase({graph, v});
  if (!range) range = Range{};
  if (elements.empty()) return;
  range->min = std::min(range->min, finite->min);
  range->max = std::max(range->max, finite->max);
  std::optional<Range>& seen = seen_[static_cast<size_t>(graph)][static_cast<size_t>(v)];
  seen = seen ? Range{std::min(seen->min, finite->min), std::max(seen->max, finite->max)} : finite;
}

namespace {

// First the ranges, then what lies where in them.
enum class Pass { kRanges, kHistograms };

class CalibrationObserver final : public interpreter::Observer {
 public:
  CalibrationObserver(Pass pass, Calibration* calibration) : pass_(pass), calibration_(*calibration) {}
  void OnInputs(int graph, std::span<const interpreter::ObservedTensor> inputs) override { Take(graph, inputs); }
  void OnOp(const interpreter::OpEvent& event) override { Take(event.graph, event.outputs); }

  int64_t sample = 0;

 private:
  void Take(int graph, std::span<const interpreter::ObservedTensor> tensors) {
    for (const auto& t : tensors) {
      if (t.type.dtype != DType::kF32 || !t.data) continue;
      std::span<const float> elements(static_cast<const float*>(t.data), static_cast<size_t>(t.type.shape.Elements()));
      ir::ValueId v = static_cast<ir::ValueId>(t.tensor);
      if (pass_ == Pass::kRanges)
        calibration_.Observe(graph, v, elements, t.name, sample);
      else
        calibration_.Count(graph, v, elements);
    }
  }
  Pass pass_;
  Calibration& calibration_;
};

Status CheckSamples(const ir::Module& m, std::span<const Sample> samples) {
  struct Count {
    int64_t all = 0, bad = 0, first_bad = 0;
  };
  std::map<std::pair<int, size_t>, Count> counts;  // by signature and argument
  for (size_t i = 0; i < samples.size(); ++i)
    for (size_t a = 0; a < samples[i].inputs.size(); ++a) {
      Count& c = counts[{samples[i].signature, a}];
      ++c.all;
      if (!IsFinite(samples[i].inputs[a]) && c.bad++ == 0) c.first_bad = static_cast<int64_t>(i);
    }
  for (const auto& [argument, c] : counts)
    if (c.bad > 0 && 2 * c.bad < c.all)
      return BadInput("tensor '", m.signatures[static_cast<size_t>(argument.first)].inputs[argument.second].name,
                      "' is NaN or infinite for sample ", c.first_bad, " (", c.bad, " of ", c.all,
                      "); take such samples out of the representative data");
  return OkStatus();
}

Status RunPass(const ir::Module& m, std::shared_ptr<const interpreter::Model> model, std::span<const Sample> samples,
               const CalibrateOptions& options, Pass pass, Calibration* calibration) {
  // Without an engine, which would hide what its nodes give. A new interpreter: variables begin anew.
  interpreter::InterpreterOptions run{.num_threads = options.num_threads,
                                      .kernel_sets = interpreter::KernelSetsOf(interpreter::Backend::kAuto)};
  ASSIGN_OR_RETURN(auto interpreter, interpreter::Interpreter::Create(model, run));
  CalibrationObserver observer(pass, calibration);
  interpreter->SetObserver(&observer);
  int64_t n = static_cast<int64_t>(samples.size()), before = pass == Pass::kRanges ? 0 : n;
  for (int64_t i = 0; i < n; ++i) {
    const Sample& sample = samples[static_cast<size_t>(i)];
    observer.sample = i;
    const std::string& key = m.signatures[static_cast<size_t>(sample.signature)].key;
    ASSIGN_OR_RETURN(interpreter::Runner * runner, interpreter->SignatureRunner(key));
    RETURN_IF_ERROR_AT(ToStatus(runner->Run(sample.inputs)), StrCat("sample ", i));
    if (options.progress && !options.progress(before + i + 1, options.histograms ? 2 * n : n)) return Cancelled();
  }
  return OkStatus();
}

}  // namespace

Result<Calibration> Calibrate(const ir::Module& m, std::span<const Sample> samples, const CalibrateOptions& options) {
  RETURN_IF_ERROR(CheckSamples(m, samples));
  Calibration calibration(m);
  ASSIGN_OR_RETURN(auto model, interpreter::ModelFromModule(m));
  RETURN_IF_ERROR(RunPass(m, model, samples, options, Pass::kRanges, &calibration));
  if (options.histograms) RETURN_IF_ERROR(RunPass(m, model, samples, options, Pass::kHistograms, &calibration));
  return calibration;
}

}  // namespace slipway::quantize
