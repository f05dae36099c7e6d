#pragma once
// What the opaque handles of c_api.h are.

#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "interpreter/c_api/graph_context.h"
#include "interpreter/c_api/registration.h"
#include "interpreter/interpreter.h"

// Immutable but for `shared`, so safe to share between threads.
struct TfLiteModel {
  std::shared_ptr<const slipway::tflite::Model> file;
  slipway::c_api::Reporter reporter;
  // The model of all interpreters without operators of their own, made for the first of them.
  slipway::Result<std::shared_ptr<const slipway::interpreter::Model>> Shared() const;

 private:
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const slipway::interpreter::Model> shared_;
};

struct TfLiteInterpreterOptions {
  int num_threads = -1;
  slipway::c_api::Reporter reporter;
  slipway::c_api::RegisteredOps ops;
  std::vector<TfLiteOpaqueDelegate*> delegates;
  bool delegate_fallback = false;
  bool cancellation = false;
};

// An interpreter and the TfLiteTensors of its graphs. One thread at a time, but for Cancel.
struct TfLiteInterpreter {
 public:
  // `selected`: only operators of the options. nullptr, after a message, if that cannot be.
  static TfLiteInterpreter* Create(const TfLiteModel&, const TfLiteInterpreterOptions&, bool selected);

  const slipway::tflite::Model& file() const { return *file_; }
  const slipway::tflite::Subgraph& graph(int g) const { return file_->subgraphs[static_cast<size_t>(g)]; }
  const slipway::c_api::Reporter& reporter() const { return reporter_; }
  const std::vector<int>& variables() const { return graphs_[0].context->variables(); }

  // False, after a message, if a list of `count` has no element i.
  bool Has(int i, size_t count, const char* what) const;
  // The graph's tensor as it is now; it is brought up to date after each run from now on.
  TfLiteTensor* Show(int g, int tensor);
  TfLiteStatus Resize(int g, int input, const int* dims, int rank, bool strict);
  TfLiteStatus Allocate(int g);
  TfLiteStatus Invoke(int g);
  TfLiteStatus Cancel();
  TfLiteStatus UseMemory(int tensor, const TfLiteCustomAllocation&, bool check_alignment);
  void ResetVariables() { interpreter_->ResetStateTensors(); }

 private:
  struct Graph {
    std::unique_ptr<slipway::c_api::GraphContext> context;
    slipway::interpreter::Runner* runner = nullptr;  // made when first asked for
    bool allocated = false;
    std::vector<int> shown;                        // tensors that the program has seen
    std::map<int, TfLiteCustomAllocation> memory;  // by tensor
  };

  slipway::Status Load(const TfLiteModel&, const TfLiteInterpreterOptions&, bool selected);
  slipway::Status CheckOperators(const slipway::c_api::RegisteredOps&, bool selected) const;
  slipway::Result<slipway::interpreter::Runner*> RunnerOf(int g);
  void Refresh(int g, int tensor);
  void RefreshShown(int g);
  slipway::Status ApplyMemory(int g);
  slipway::Status TakeStrings(int g);

  std::shared_ptr<const slipway::tflite::Model> file_;
  slipway::c_api::Reporter reporter_;
  bool cancellation_ = false;
  std::vector<Graph> graphs_;  // outlives the operators of the interpreter's model
  std::unique_ptr<slipway::interpreter::Interpreter> interpreter_;
};

struct TfLiteSignatureRunner {
  struct Argument {
    const char* name;
    int tensor;
  };
  TfLiteInterpreter* interpreter;
  int graph;
  std::vector<Argument> inputs, outputs;  // by name
};

namespace slipway::c_api {

// f(), or `failed` after a message if there is no memory. Without exceptions (a selective build) that ends the process.
template <class T, class F>
T Guarded(const Reporter& reporter, T failed, F&& f) {
#ifdef __cpp_exceptions
  try {
    return f();
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  reporter.Say("out of memory");
  return failed;
#else
  static_cast<void>(reporter);
  static_cast<void>(failed);
  return f();
#endif
}

}  // namespace slipway::c_api
