#pragma once
// GraphContext: the TfLiteContext that custom operators of one graph are called with.
//
// Its functions work on the operator that is being called (Enter); outside of a call those that need one give
// kTfLiteError. One thread at a time.

#include <memory>
#include <string>
#include <vector>

#include "interpreter/c_api/graph_tensors.h"
#include "interpreter/c_api/reporter.h"

namespace slipway::c_api {

enum class Phase { kNone, kInit, kPrepare, kInvoke };

// Memory that operators ask for.
class Memory {
 public:
  // nullptr without memory. Aligned to 64 bytes.
  void* Allocate(size_t bytes);
  void* at(int i) const;
  int size() const { return static_cast<int>(blocks_.size()); }
  void Clear() { blocks_.clear(); }

 private:
  struct Free {
    void operator()(void* p) const;
  };
  std::vector<std::unique_ptr<void, Free>> blocks_;
};

// What an operator has while it is called.
struct OperatorMemory {
  Memory scratch;           // RequestScratchBufferInArena
  std::vector<char> sized;  // by tensor of the graph: prepare gave it a shape
  std::string said;         // the last message of this call
};

class GraphContext {
 public:
  GraphContext(const tflite::Model& model, int graph, int spare_tensors, Reporter reporter, int threads);
  GraphContext(const GraphContext&) = delete;

  TfLiteContext* context() { return &context_; }
  static GraphContext& Of(const TfLiteContext* c) { return *static_cast<GraphContext*>(c->impl_); }
  GraphTensors& tensors() { return tensors_; }
  const Reporter& reporter() const { return reporter_; }
  const tflite::Model& model() const { return model_; }
  const tflite::Subgraph& graph() const { return graph_; }
  const std::vector<int>& variables() const { return variables_; }

  // Between these calls the functions of the context serve one operator.
  void Enter(Phase phase, OperatorMemory* memory);
  void Leave();

  TfLiteStatus Resize(TfLiteTensor* tensor, TfLiteIntArray* dims);  // takes dims over
  void ReportVa(const char* format, va_list args);
  TfLiteStatus Refuse(const char* function);
  TfLiteStatus AddTensors(int count, int* first);
  TfLiteStatus Metadata(const char* name, const char** data, size_t* bytes) const;

 private:
  void SetFunctions();

  const tflite::Model& model_;
  const tflite::Subgraph& graph_;
  GraphTensors tensors_;
  Reporter reporter_;
  TfLiteContext context_ = {};
  std::vector<int> variables_;
  TfLiteExternalContext* external_[kTfLiteMaxExternalContexts] = {};
  Memory persistent_, for_eval_;
  Phase phase_ = Phase::kNone;
  OperatorMemory* current_ = nullptr;
};

}  // namespace slipway::c_api
