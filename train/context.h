#pragma once
// What surrounds the op calls of one thread: open traces, tapes and name scopes, and what eager ops run on.

#include <memory>
#include <string>
#include <vector>

#include "interpreter/node_context.h"
#include "train/apply.h"

namespace slipway::train {

class Context {
 public:
  static Context& OfThisThread();

  std::vector<Trace*> traces;  // innermost last
  std::vector<Tape*> tapes;
  std::vector<std::string> scopes;
  EagerOptions eager;

  ThreadPool& pool();
  void SetEager(const EagerOptions& options) {
    eager = options;
    pool_.reset();
  }
  // "scope/scope/op"
  std::string Origin(std::string_view op) const;

 private:
  std::unique_ptr<ThreadPool> pool_;
};

// The kernel sets of eager ops and training graphs, in order.
interpreter::KernelSets TrainingKernels();

}  // namespace slipway::train
