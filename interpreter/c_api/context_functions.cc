// The functions that custom operators find in their TfLiteContext.
#include <cstdio>
#include <cstring>

#include "interpreter/c_api/graph_context.h"

namespace slipway::c_api {

namespace {

void ReportError(TfLiteContext* c, const char* format, ...) {
  va_list args;
  va_start(args, format);
  GraphContext::Of(c).ReportVa(format, args);
  va_end(args);
}

}  // namespace

void GraphContext::SetFunctions() {
  TfLiteContext& c = context_;
  c.ResizeTensor = [](TfLiteContext* c, TfLiteTensor* t, TfLiteIntArray* dims) { return Of(c).Resize(t, dims); };
  c.ResizeTensorExplicit = [](TfLiteContext* c, TfLiteTensor* t, int rank, const int* shape) {
    TfLiteIntArray* dims = TfLiteIntArrayCreate(shape || rank == 0 ? rank : -1);
    if (dims && rank) std::memcpy(dims->data, shape, static_cast<size_t>(rank) * sizeof(int));
    return Of(c).Resize(t, dims);
  };
  c.ReportError = ReportError;
  c.AddTensors = [](TfLiteContext* c, int count, int* first) { return Of(c).AddTensors(count, first); };
  c.GetTensor = [](const TfLiteContext* c, int i) { return Of(c).tensors_.at(i); };
  c.GetEvalTensor = [](const TfLiteContext*, int) -> TfLiteEvalTensor* { return nullptr; };
  c.GetModelMetadata = [](const TfLiteContext* c, const char* name, const char** data, size_t* bytes) {
    return Of(c).Metadata(name, data, bytes);
  };
  c.GetExternalContext = [](TfLiteContext* c, TfLiteExternalContextType type) {
    bool known = type >= 0 && type < kTfLiteMaxExternalContexts;
    return known ? Of(c).external_[type] : nullptr;
  };
  c.SetExternalContext = [](TfLiteContext* c, TfLiteExternalContextType type, TfLiteExternalContext* e) {
    if (type >= 0 && type < kTfLiteMaxExternalContexts) Of(c).external_[type] = e;
  };
  c.AllocatePersistentBuffer = [](TfLiteContext* c, size_t bytes) { return Of(c).persistent_.Allocate(bytes); };
  c.AllocateBufferForEval = [](TfLiteContext* c, size_t bytes, void** p) {
    GraphContext& self = Of(c);
    if (!p || self.phase_ != Phase::kInvoke) return self.Refuse("AllocateBufferForEval");
    *p = self.for_eval_.Allocate(bytes);
    return *p ? kTfLiteOk : kTfLiteError;
  };
  c.RequestScratchBufferInArena = [](TfLiteContext* c, size_t bytes, int* index) {
    GraphContext& self = Of(c);
    if (!index || self.phase_ != Phase::kPrepare) return self.Refuse("RequestScratchBufferInArena");
    *index = self.current_->scratch.size();
    return self.current_->scratch.Allocate(bytes) ? kTfLiteOk : kTfLiteError;
  };
  c.GetScratchBuffer = [](TfLiteContext* c, int index) {
    GraphContext& self = Of(c);
    return self.current_ ? self.current_->scratch.at(index) : nullptr;
  };
  c.GetExecutionPlan = [](TfLiteContext* c, TfLiteIntArray**) { return Of(c).Refuse("GetExecutionPlan"); };
  c.GetNodeAndRegistration = [](TfLiteContext* c, int, TfLiteNode**, TfLiteRegistration**) {
    return Of(c).Refuse("GetNodeAndRegistration");
  };
  c.ReplaceNodeSubsetsWithDelegateKernels = [](TfLiteContext* c, TfLiteRegistration, const TfLiteIntArray*,
                                               TfLiteDelegate*) {
    return Of(c).Refuse("ReplaceNodeSubsetsWithDelegateKernels");
  };
  c.PreviewDelegatePartitioning = [](TfLiteContext* c, const TfLiteIntArray*, TfLiteDelegateParams**, int*) {
    return Of(c).Refuse("PreviewDelegatePartitioning");
  };
  c.AcquireSubgraphContext = [](TfLiteContext* c, int, TfLiteContext**) {
    return Of(c).Refuse("AcquireSubgraphContext");
  };
  c.ReleaseSubgraphContext = [](TfLiteContext* c, int) { return Of(c).Refuse("ReleaseSubgraphContext"); };
}

void GraphContext::Enter(Phase phase, OperatorMemory* memory) {
  phase_ = phase;
  current_ = memory;
  memory->said.clear();
  if (phase == Phase::kPrepare) {
    memory->scratch.Clear();
    memory->sized.assign(static_cast<size_t>(tensors_.size()), false);
  }
}

void GraphContext::Leave() {
  phase_ = Phase::kNone;
  current_ = nullptr;
  for_eval_.Clear();
}

TfLiteStatus GraphContext::Resize(TfLiteTensor* tensor, TfLiteIntArray* dims) {
  int index = tensor ? tensors_.IndexOf(tensor) : -1;
  TfLiteTensor wanted = tensor ? *tensor : TfLiteTensor{};
  wanted.dims = dims;
  Result<Shape> shape = index < 0 ? BadInput("ResizeTensor: not a tensor of this graph") : ShapeOf(wanted);
  bool in_invoke = phase_ == Phase::kInvoke;
  if (shape.ok() && in_invoke && tensor->allocation_type != kTfLiteDynamic && !TfLiteIntArrayEqual(tensor->dims, dims))
    shape = BadInput("ResizeTensor: '", tensor->name ? tensor->name : "", "' got its shape in prepare");
  if (shape.ok() && tensor->allocation_type == kTfLiteMmapRo) shape = BadInput("ResizeTensor: the tensor is constant");
  TfLiteIntArrayFree(dims);
  if (!reporter_.Passes(shape.status())) return kTfLiteError;
  size_t before = tensor->bytes;
  if (!SetShape(*tensor, *shape)) return kTfLiteError;
  if (phase_ == Phase::kPrepare && static_cast<size_t>(index) < current_->sized.size())
    current_->sized[static_cast<size_t>(index)] = true;
  bool owned = tensor->allocation_type == kTfLiteDynamic || tensor->allocation_type == kTfLitePersistentRo;
  if (!owned || tensor->type == kTfLiteString) return kTfLiteOk;
  return TfLiteTensorRealloc(std::exchange(tensor->bytes, before), tensor);
}

void GraphContext::ReportVa(const char* format, va_list args) {
  va_list copy;
  va_copy(copy, args);
  if (current_) {
    char text[400];
    std::vsnprintf(text, sizeof text, format, copy);
    current_->said = text;
  }
  va_end(copy);
  reporter_.SayVa(format, args);
}

TfLiteStatus GraphContext::Refuse(const char* function) {
  reporter_.Say("%s cannot be called here", function);
  return kTfLiteError;
}

TfLiteStatus GraphContext::AddTensors(int count, int* first) {
  int added;
  if (phase_ == Phase::kInvoke || !tensors_.Add(count, &added)) return Refuse("AddTensors with so many tensors");
  if (first) *first = added;
  context_.tensors_size = static_cast<size_t>(tensors_.size());
  if (current_) current_->sized.resize(context_.tensors_size, false);
  return kTfLiteOk;
}

TfLiteStatus GraphContext::Metadata(const char* name, const char** data, size_t* bytes) const {
  const tflite::Metadata* found = name ? tflite::FindMetadata(model_, name) : nullptr;
  if (!found || !data || !bytes) return kTfLiteError;
  std::string_view content = tflite::BytesOf(model_.buffers[found->buffer]);
  *data = content.data();
  *bytes = content.size();
  return kTfLiteOk;
}

}  // namespace slipway::c_api
