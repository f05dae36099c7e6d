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

Status Calibration::Observe(int graph, ir::ValueId v, std::span<const float> elements, const std::string& tensor,
                            int64_t sample) {
  Range r;
  bool finite = true;
  for (float x : elements) {
    finite = finite && std::isfinite(x);
    r.min = std::min(r.min, x);
    r.max = std::max(r.max, x);
  }
  if (!finite) return BadInput("tensor '", tensor, "' is NaN or infinite for sample ", sample);
  std::optional<Range>& range = ranges_[static_cast<size_t>(graph)][static_cast<size_t>(v)];
  if (!range) range = Range{};  // reached, also where it has no elements
  range->min = std::min(range->min, r.min);
  range->max = std::max(range->max, r.max);
  return OkStatus();
}

namespace {

class RangeObserver final : public interpreter::Observer {
 public:
  explicit RangeObserver(Calibration* calibration) : calibration_(*calibration) {}
  void OnInputs(int graph, std::span<const interpreter::ObservedTensor> inputs) override { Take(graph, inputs); }
  void OnOp(const interpreter::OpEvent& event) override { Take(event.graph, event.outputs); }

  int64_t sample = 0;
  Status status;  // the first tensor that was not finite

 private:
  void Take(int graph, std::span<const interpreter::ObservedTensor> tensors) {
    for (const auto& t : tensors) {
      if (t.type.dtype != DType::kF32 || !t.data || !status.ok()) continue;
      std::span<const float> elements(static_cast<const float*>(t.data), static_cast<size_t>(t.type.shape.Elements()));
      status = calibration_.Observe(graph, static_cast<ir::ValueId>(t.tensor), elements, std::string(t.name), sample);
    }
  }
  Calibration& calibration_;
};

}  // namespace

Result<Calibration> Calibrate(const ir::Module& m, std::span<const Sample> samples, const CalibrateOptions& options) {
  Calibration calibration(m);
  ASSIGN_OR_RETURN(auto model, interpreter::ModelFromModule(m));
  interpreter::InterpreterOptions run{.num_threads = options.num_threads, .backend = interpreter::Backend::kKernel};
  ASSIGN_OR_RETURN(auto interpreter, interpreter::Interpreter::Create(model, run));
  RangeObserver observer(&calibration);
  interpreter->SetObserver(&observer);
  for (size_t i = 0; i < samples.size(); ++i) {
    observer.sample = static_cast<int64_t>(i);
    const std::string& key = m.signatures[static_cast<size_t>(samples[i].signature)].key;
    ASSIGN_OR_RETURN(interpreter::Runner * runner, interpreter->SignatureRunner(key));
    RETURN_IF_ERROR_AT(ToStatus(runner->Run(samples[i].inputs)), StrCat("sample ", i));
    RETURN_IF_ERROR(observer.status);
    if (options.progress && !options.progress(static_cast<int64_t>(i) + 1, static_cast<int64_t>(samples.size())))
      return Cancelled();
  }
  return calibration;
}

}  // namespace slipway::quantize
