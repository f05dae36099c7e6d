#pragma once
// LoadedModel: a Servable that runs in this process's interpreter.
//
// Runs come from a pool of interpreters that share the plan, the weights and the threads. A model whose graphs write
// variables runs one request at a time, so that every request sees the state that the last one left.

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "interpreter/interpreter.h"
#include "serving/servable.h"

namespace slipway::serving {

struct RunOptions {
  int max_concurrency = 1;           // interpreters at most
  std::shared_ptr<ThreadPool> pool;  // shared by all models; nullptr: every run has one thread
};

class LoadedModel final : public Servable {
 public:
  // The signatures must be those of the model, but for the unsupported ones.
  LoadedModel(std::shared_ptr<const interpreter::Model> model, std::vector<Signature> signatures,
              std::string signature_defs, const RunOptions& options);

  Result<std::vector<Tensor>> Run(const Signature&, std::span<const Tensor> inputs, Call&) override;

 private:
  Result<std::unique_ptr<interpreter::Interpreter>> Take(Call&);
  Result<std::unique_ptr<interpreter::Interpreter>> Make();
  void GiveBack(std::unique_ptr<interpreter::Interpreter>);

  const std::shared_ptr<const interpreter::Model> model_;
  const RunOptions options_;
  const std::shared_ptr<interpreter::Variables> variables_;
  int limit_ = 1;
  mutable std::mutex mutex_;
  std::condition_variable free_;
  std::vector<std::unique_ptr<interpreter::Interpreter>> idle_;
  int made_ = 0;
};

}  // namespace slipway::serving
