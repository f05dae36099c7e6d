#include "serving/loaded_model.h"

#include <algorithm>

#include "interpreter/variables.h"

namespace slipway::serving {

namespace {

bool WritesState(const interpreter::PlanModule& module) {
  auto is_state = [](const interpreter::PlanTensor& t) { return t.is_state; };
  for (const interpreter::PlanGraph& g : module.graphs)
    if (g.has_effects || std::any_of(g.tensors.begin(), g.tensors.end(), is_state)) return true;
  return false;
}

}  // namespace

LoadedModel::LoadedModel(std::shared_ptr<const interpreter::Model> model, std::vector<Signature> signatures,
                         std::string signature_defs, const RunOptions& options)
    : model_(std::move(model)),
      options_(options),
      variables_(std::make_shared<interpreter::Variables>(model_->module())),
      limit_(WritesState(model_->module()) ? 1 : std::max(options.max_concurrency, 1)) {
  signatures_ = std::move(signatures);
  signature_defs_ = std::move(signature_defs);
}

Result<std::unique_ptr<interpreter::Interpreter>> LoadedModel::Make() {
  interpreter::InterpreterOptions options{.num_threads = 1, .pool = options_.pool, .variables = variables_};
  return interpreter::Interpreter::Create(model_, options);
}

Result<std::unique_ptr<interpreter::Interpreter>> LoadedModel::Take(Call& call) {
  Call::Stopper wake(call, [this] {
    std::lock_guard lock(mutex_);
    free_.notify_all();
  });
  std::unique_lock lock(mutex_);
  free_.wait(lock, [&] { return call.cancelled() || !idle_.empty() || made_ < limit_; });
  if (call.cancelled()) {
    free_.notify_one();  // the wake-up may have been meant for another
    return Cancelled();
  }
  if (!idle_.empty()) {
    auto interpreter = std::move(idle_.back());
    idle_.pop_back();
    return interpreter;
  }
  ++made_;
  lock.unlock();
  auto interpreter = Make();
  if (!interpreter.ok()) {
    lock.lock();
    --made_;
    free_.notify_one();
  }
  return interpreter;
}

void LoadedModel::GiveBack(std::unique_ptr<interpreter::Interpreter> interpreter) {
  std::lock_guard lock(mutex_);
  idle_.push_back(std::move(interpreter));
  free_.notify_one();
}

Result<std::vector<Tensor>> LoadedModel::Run(const Signature& s, std::span<const Tensor> inputs, Call& call) {
  ASSIGN_OR_RETURN(auto interpreter, Take(call));
  auto run = [&]() -> Result<std::vector<Tensor>> {
    interpreter::Runner* runner = &interpreter->main();  // a .tflite file may have no signature
    if (!model_->module().signatures.empty()) {
      ASSIGN_OR_RETURN(runner, interpreter->SignatureRunner(s.key));
    }
    Call::Stopper stop(call, [&] { interpreter->Cancel(); });
    return runner->Run(inputs);
  };
  Result<std::vector<Tensor>> results = run();
  GiveBack(std::move(interpreter));
  return results;
}

}  // namespace slipway::serving
