#include "quantize/calibration.h"

#include <algorithm>
#include <cmath>

#include "interpreter/graph/plan_module.h"
#include "interpreter/interpreter.h"
#include "interpreter/observer.h"

namespace slipway::quantize {

Calibration::Calibration(const ir::Module& m) {
  for (const auto& g : m.graphs) ranges_.emplace_back(static_cast<size_t>(g->num_values()));
}

void Calibration::Observe(int graph, ir::ValueId v, std::span<const float> elements, std::string_view tensor,
                          int64_t sample) {
  auto& ranges = ranges_[static_cast<size_t>(graph)];
  if (static_cast<size_t>(v) >= ranges.size()) return;  // the state of a layer, which only the plan has
  Range r;
  bool finite = true;
  for (float x : elements) {
    finite = finite && std::isfinite(x);
    r.min = std::min(r.min, x);
    r.max = std::max(r.max, x);
  }
  if (!finite) {
    not_finite_.try_emplace({graph, v}, NotFinite{std::string(tensor), sample});
    return;
  }
  std::optional<Range>& range = ranges[static_cast<size_t>(v)];
  if (!range && elements.empty()) empty_.insert({graph, v});
  if (!elements.empty()) empty_.erase({graph, v});
  if (!range) range = Range{};
  range->min = std::min(range->min, r.min);
  range->max = std::max(range->max, r.max);
}

namespace {

class RangeObserver final : public interpreter::Observer {
 public:
  explicit RangeObserver(Calibration* calibration) : calibration_(*calibration) {}
  void OnInputs(int graph, std::span<const interpreter::ObservedTensor> inputs) override { Take(graph, inputs); }
  void OnOp(const interpreter::OpEvent& event) override { Take(event.graph, event.outputs); }

  int64_t sample = 0;

 private:
  void Take(int graph, std::span<const interpreter::ObservedTensor> tensors) {
    for (const auto& t : tensors) {
      if (t.type.dtype != DType::kF32 || !t.data) continue;
      std::span<const float> elements(static_cast<const float*>(t.data), static_cast<size_t>(t.type.shape.Elements()));
      calibration_.Observe(graph, static_cast<ir::ValueId>(t.tensor), elements, t.name, sample);
    }
  }
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
                      "' is NaN or infinite for sample ", c.first_bad);
  return OkStatus();
}

}  // namespace

Result<Calibration> Calibrate(const ir::Module& m, std::span<const Sample> samples, const CalibrateOptions& options) {
  RETURN_IF_ERROR(CheckSamples(m, samples));
  Calibration calibration(m);
  ASSIGN_OR_RETURN(auto model, interpreter::ModelFromModule(m));
  // Without an engine, which would hide what its nodes give.
  interpreter::InterpreterOptions run{.num_threads = options.num_threads,
                                      .kernel_sets = interpreter::KernelSetsOf(interpreter::Backend::kAuto)};
  ASSIGN_OR_RETURN(auto interpreter, interpreter::Interpreter::Create(model, run));
  RangeObserver observer(&calibration);
  interpreter->SetObserver(&observer);
  for (size_t i = 0; i < samples.size(); ++i) {
    observer.sample = static_cast<int64_t>(i);
    const std::string& key = m.signatures[static_cast<size_t>(samples[i].signature)].key;
    ASSIGN_OR_RETURN(interpreter::Runner * runner, interpreter->SignatureRunner(key));
    RETURN_IF_ERROR_AT(ToStatus(runner->Run(samples[i].inputs)), StrCat("sample ", i));
    if (options.progress && !options.progress(static_cast<int64_t>(i) + 1, static_cast<int64_t>(samples.size())))
      return Cancelled();
  }
  return calibration;
}

}  // namespace slipway::quantize
