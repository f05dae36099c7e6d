// What c_api_opaque.h declares: the structs of common.h behind handles.
#include "tensorflow/lite/c/c_api_opaque.h"

#include <algorithm>
#include <new>

#include "interpreter/c_api/element_type.h"
#include "interpreter/c_api/graph_context.h"

using namespace slipway;
using namespace slipway::c_api;

struct TfLiteOpaqueTensorBuilder {
  TfLiteType type = kTfLiteNoType;
  void* data = nullptr;
  TfLiteAllocationType allocation_type = kTfLiteMemNone;
  TfLiteQuantizationParams params = {};
  TfLiteQuantization quantization = {};
};

namespace {

const TfLiteTensor* Real(const TfLiteOpaqueTensor* t) { return reinterpret_cast<const TfLiteTensor*>(t); }
TfLiteTensor* Real(TfLiteOpaqueTensor* t) { return reinterpret_cast<TfLiteTensor*>(t); }
const TfLiteNode* Real(const TfLiteOpaqueNode* n) { return reinterpret_cast<const TfLiteNode*>(n); }
TfLiteNode* Real(TfLiteOpaqueNode* n) { return reinterpret_cast<TfLiteNode*>(n); }
GraphContext* Real(const TfLiteOpaqueContext* c) {
  return c ? &GraphContext::Of(reinterpret_cast<const TfLiteContext*>(c)) : nullptr;
}
TfLiteOpaqueTensor* Opaque(TfLiteTensor* t) { return reinterpret_cast<TfLiteOpaqueTensor*>(t); }

int Entry(const TfLiteIntArray* list, int i) { return list && i >= 0 && i < list->size ? list->data[i] : -1; }

TfLiteStatus List(const TfLiteIntArray* list, const int** values, int* count) {
  if (!list || !values || !count) return kTfLiteError;
  *values = list->data;
  *count = list->size;
  return kTfLiteOk;
}

TfLiteStatus List(const std::vector<int>* list, const int** values, int* count) {
  if (!list || !values || !count) return kTfLiteError;
  *values = list->data();
  *count = static_cast<int>(list->size());
  return kTfLiteOk;
}

TfLiteStatus Refuse(const TfLiteOpaqueContext* context, const char* function) {
  return context ? Real(context)->Refuse(function) : kTfLiteError;
}

}  // namespace

extern "C" {

TfLiteType TfLiteOpaqueTensorType(const TfLiteOpaqueTensor* t) { return TfLiteTensorType(Real(t)); }
int32_t TfLiteOpaqueTensorNumDims(const TfLiteOpaqueTensor* t) { return TfLiteTensorNumDims(Real(t)); }
int32_t TfLiteOpaqueTensorDim(const TfLiteOpaqueTensor* t, int32_t i) { return TfLiteTensorDim(Real(t), i); }
TfLiteStatus TfLiteOpaqueTensorGetNumDimsSignature(const TfLiteOpaqueTensor* t, int32_t* num_dims) {
  if (!t || !num_dims) return kTfLiteError;
  *num_dims = Real(t)->dims_signature ? Real(t)->dims_signature->size : -1;
  return kTfLiteOk;
}
TfLiteStatus TfLiteOpaqueTensorGetDimSignature(const TfLiteOpaqueTensor* t, int32_t i, int32_t* dim_length) {
  const TfLiteIntArray* dims = t ? Real(t)->dims_signature : nullptr;
  if (!dims || i < 0 || i >= dims->size || !dim_length) return kTfLiteError;
  *dim_length = dims->data[i];
  return kTfLiteOk;
}
int TfLiteOpaqueTensorIsVariable(const TfLiteOpaqueTensor* t) { return t && Real(t)->is_variable; }
size_t TfLiteOpaqueTensorByteSize(const TfLiteOpaqueTensor* t) { return TfLiteTensorByteSize(Real(t)); }
void* TfLiteOpaqueTensorData(const TfLiteOpaqueTensor* t) { return TfLiteTensorData(Real(t)); }
TfLiteAllocationType TfLiteOpaqueTensorGetAllocationType(const TfLiteOpaqueTensor* t) {
  return t ? Real(t)->allocation_type : kTfLiteMemNone;
}
TfLiteAllocationStrategy TfLiteOpaqueTensorGetAllocationStrategy(const TfLiteOpaqueTensor* t) {
  return TfLiteTensorGetAllocationStrategy(Real(t));
}
TfLiteRunStability TfLiteOpaqueTensorGetBufferAddressStability(const TfLiteOpaqueTensor* t) {
  return TfLiteTensorGetBufferAddressStability(Real(t));
}
TfLiteRunStability TfLiteOpaqueTensorGetDataStability(const TfLiteOpaqueTensor* t) {
  return TfLiteTensorGetDataStability(Real(t));
}
TfLiteRunStep TfLiteOpaqueTensorGetDataKnownStep(const TfLiteOpaqueTensor* t) {
  return TfLiteTensorGetDataKnownStep(Real(t));
}
TfLiteRunStep TfLiteOpaqueTensorGetShapeKnownStep(const TfLiteOpaqueTensor* t) {
  return TfLiteTensorGetShapeKnownStep(Real(t));
}
const char* TfLiteOpaqueTensorName(const TfLiteOpaqueTensor* t) { return TfLiteTensorName(Real(t)); }
TfLiteQuantization TfLiteOpaqueTensorGetQuantization(const TfLiteOpaqueTensor* t) {
  return t ? Real(t)->quantization : TfLiteQuantization{};
}
TfLiteQuantizationParams TfLiteOpaqueTensorGetQuantizationParams(const TfLiteOpaqueTensor* t) {
  return TfLiteTensorQuantizationParams(Real(t));
}
TfLiteStatus TfLiteOpaqueTensorCopyFromBuffer(TfLiteOpaqueTensor* t, const void* data, size_t bytes) {
  return TfLiteTensorCopyFromBuffer(Real(t), data, bytes);
}
TfLiteStatus TfLiteOpaqueTensorCopyToBuffer(const TfLiteOpaqueTensor* t, void* data, size_t bytes) {
  return TfLiteTensorCopyToBuffer(Real(t), data, bytes);
}

int TfLiteOpaqueTensorGetStringCount(const TfLiteOpaqueTensor* t) {
  if (!t || Real(t)->type != kTfLiteString) return -1;
  Result<std::vector<std::string>> strings = StringsOf(*Real(t));
  return strings.ok() ? static_cast<int>(strings->size()) : -1;
}
TfLiteStatus TfLiteOpaqueTensorGetString(const TfLiteOpaqueTensor* t, int index, const char** str, int* len) {
  int count = TfLiteOpaqueTensorGetStringCount(t);
  if (index < 0 || index >= count || !str || !len) return kTfLiteError;
  const auto* offsets = Real(t)->data.i32 + 1;
  *str = Real(t)->data.raw + offsets[index];
  *len = offsets[index + 1] - offsets[index];
  return kTfLiteOk;
}
TfLiteStatus TfLiteOpaqueTensorWriteStrings(TfLiteOpaqueTensor* opaque, const char* const* str_array, int count,
                                            const int* str_n_len) {
  if (!opaque || count < 0 || (count && (!str_array || !str_n_len))) return kTfLiteError;
  TfLiteTensor& t = *Real(opaque);
  if (t.type != kTfLiteString || t.allocation_type == kTfLiteMmapRo) return kTfLiteError;
  std::vector<std::string> strings;
  for (int i = 0; i < count; ++i) {
    if (str_n_len[i] < 0 || (str_n_len[i] && !str_array[i])) return kTfLiteError;
    strings.emplace_back(str_array[i] ? str_array[i] : "", static_cast<size_t>(str_n_len[i]));
  }
  Result<Shape> shape = ShapeOf(t);
  if ((!shape.ok() || shape->Elements() != count) && !SetShape(t, Shape{count})) return kTfLiteError;
  return ShowStrings(t, strings.data(), strings.size()).ok() ? kTfLiteOk : kTfLiteError;
}
TfLiteStatus TfLiteOpaqueTensorWriteString(TfLiteOpaqueTensor* t, const char* str, int len) {
  return TfLiteOpaqueTensorWriteStrings(t, &str, 1, &len);
}
void TfLiteOpaqueTensorSetAllocationTypeToDynamic(TfLiteOpaqueTensor* t) {
  if (t && Real(t)->allocation_type != kTfLiteDynamic) ShowData(*Real(t), nullptr, kTfLiteDynamic);
}

TfLiteOpaqueTensorBuilder* TfLiteOpaqueTensorBuilderCreate(void) {
  return new (std::nothrow) TfLiteOpaqueTensorBuilder;
}
void TfLiteOpaqueTensorBuilderDelete(TfLiteOpaqueTensorBuilder* builder) { delete builder; }
TfLiteOpaqueTensorBuilder* TfLiteOpaqueTensorBuilderSetType(TfLiteOpaqueTensorBuilder* b, TfLiteType type) {
  if (b) b->type = type;
  return b;
}
TfLiteOpaqueTensorBuilder* TfLiteOpaqueTensorBuilderSetData(TfLiteOpaqueTensorBuilder* b, void* data) {
  if (b) b->data = data;
  return b;
}
TfLiteOpaqueTensorBuilder* TfLiteOpaqueTensorBuilderSetAllocationType(TfLiteOpaqueTensorBuilder* b,
                                                                      TfLiteAllocationType allocation_type) {
  if (b) b->allocation_type = allocation_type;
  return b;
}
TfLiteOpaqueTensorBuilder* TfLiteOpaqueTensorBuilderSetQuantizationParams(TfLiteOpaqueTensorBuilder* b,
                                                                          TfLiteQuantizationParams params) {
  if (b) b->params = params;
  return b;
}
TfLiteOpaqueTensorBuilder* TfLiteOpaqueTensorBuilderSetQuantization(TfLiteOpaqueTensorBuilder* b,
                                                                    TfLiteQuantization quantization) {
  if (b) b->quantization = quantization;
  return b;
}

const TfLiteOpaqueTensor* TfLiteOpaqueNodeGetInput(const TfLiteOpaqueContext* context, const TfLiteOpaqueNode* node,
                                                   int index) {
  return TfLiteOpaqueContextGetOpaqueTensor(context, TfLiteOpaqueNodeGetInputTensorIndex(node, index));
}
TfLiteOpaqueTensor* TfLiteOpaqueNodeGetOutput(TfLiteOpaqueContext* context, const TfLiteOpaqueNode* node, int index) {
  return TfLiteOpaqueContextGetOpaqueTensor(context, TfLiteOpaqueNodeGetOutputTensorIndex(node, index));
}
int TfLiteOpaqueNodeNumberOfInputs(const TfLiteOpaqueNode* node) { return node ? Real(node)->inputs->size : 0; }
int TfLiteOpaqueNodeNumberOfOutputs(const TfLiteOpaqueNode* node) { return node ? Real(node)->outputs->size : 0; }
void* TfLiteOpaqueNodeGetUserData(const TfLiteOpaqueNode* node) { return node ? Real(node)->user_data : nullptr; }
void* TfLiteOpaqueNodeGetBuiltinData(const TfLiteOpaqueNode* node) { return node ? Real(node)->builtin_data : nullptr; }
TfLiteStatus TfLiteOpaqueNodeGetCustomInitialData(const TfLiteOpaqueNode* node, const void** init_data, int* size) {
  if (!node || !init_data || !size) return kTfLiteError;
  *init_data = Real(node)->custom_initial_data;
  *size = Real(node)->custom_initial_data_size;
  return kTfLiteOk;
}
TfLiteStatus TfLiteOpaqueNodeInputs(const TfLiteOpaqueNode* node, const int** inputs, int* num_inputs) {
  return List(node ? Real(node)->inputs : nullptr, inputs, num_inputs);
}
TfLiteStatus TfLiteOpaqueNodeOutputs(const TfLiteOpaqueNode* node, const int** outputs, int* num_outputs) {
  return List(node ? Real(node)->outputs : nullptr, outputs, num_outputs);
}
TfLiteStatus TfLiteOpaqueNodeTemporaries(const TfLiteOpaqueNode* node, const int** temporaries, int* num_temporaries) {
  return List(node ? Real(node)->temporaries : nullptr, temporaries, num_temporaries);
}
TfLiteStatus TfLiteOpaqueNodeSetTemporaries(TfLiteOpaqueNode* node, const int* temporaries, int num_temporaries) {
  if (!node || num_temporaries < 0 || (num_temporaries && !temporaries)) return kTfLiteError;
  TfLiteIntArray* list = TfLiteIntArrayCreate(num_temporaries);
  if (!list) return kTfLiteError;
  std::copy(temporaries, temporaries + num_temporaries, list->data);
  TfLiteIntArrayFree(Real(node)->temporaries);
  Real(node)->temporaries = list;
  return kTfLiteOk;
}
int TfLiteOpaqueNodeGetInputTensorIndex(const TfLiteOpaqueNode* node, int i) {
  return node ? Entry(Real(node)->inputs, i) : -1;
}
int TfLiteOpaqueNodeGetOutputTensorIndex(const TfLiteOpaqueNode* node, int i) {
  return node ? Entry(Real(node)->outputs, i) : -1;
}

TfLiteStatus TfLiteOpaqueContextGetExternalContext(TfLiteOpaqueContext* context, void** external_context,
                                                   TfLiteExternalContextType type) {
  if (!context || !external_context) return kTfLiteError;
  TfLiteContext* c = Real(context)->context();
  *external_context = c->GetExternalContext(c, type);
  return kTfLiteOk;
}
TfLiteOpaqueTensor* TfLiteOpaqueContextGetOpaqueTensor(const TfLiteOpaqueContext* context, int index) {
  return context ? Opaque(Real(context)->tensors().at(index)) : nullptr;
}
TfLiteStatus TfLiteOpaqueContextGetInputs(const TfLiteOpaqueContext* context, const int** inputs, int* num_inputs) {
  return List(context ? &Real(context)->graph().inputs : nullptr, inputs, num_inputs);
}
TfLiteStatus TfLiteOpaqueContextGetOutputs(const TfLiteOpaqueContext* context, const int** outputs, int* num_outputs) {
  return List(context ? &Real(context)->graph().outputs : nullptr, outputs, num_outputs);
}
TfLiteStatus TfLiteOpaqueContextGetVariables(const TfLiteOpaqueContext* context, const int** variables,
                                             int* num_variables) {
  return List(context ? &Real(context)->variables() : nullptr, variables, num_variables);
}
size_t TfLiteOpaqueContextGetNumNodes(const TfLiteOpaqueContext* context) {
  return context ? Real(context)->graph().operators.size() : 0;
}
size_t TfLiteOpaqueContextGetNumTensors(const TfLiteOpaqueContext* context) {
  return context ? static_cast<size_t>(Real(context)->tensors().size()) : 0;
}
const char* TfLiteOpaqueContextGetName(const TfLiteOpaqueContext* context) {
  return context ? Real(context)->graph().name.c_str() : nullptr;
}
TfLiteStatus TfLiteOpaqueContextResizeTensor(TfLiteOpaqueContext* context, TfLiteOpaqueTensor* tensor,
                                             TfLiteIntArray* new_size) {
  if (context) return Real(context)->Resize(Real(tensor), new_size);
  TfLiteIntArrayFree(new_size);
  return kTfLiteError;
}
TfLiteStatus TfLiteOpaqueContextAddTensor(TfLiteOpaqueContext* context, TfLiteOpaqueTensorBuilder* builder,
                                          int* new_tensor_index) {
  if (!context || !builder) return kTfLiteError;
  TfLiteAllocationType allocation = builder->allocation_type;
  bool dynamic = allocation == kTfLiteDynamic;
  if (!dynamic && allocation != kTfLiteArenaRw && allocation != kTfLiteArenaRwPersistent)
    return Real(context)->Refuse("AddTensor with this allocation type");
  if (dynamic && builder->data) return Real(context)->Refuse("AddTensor with data for a dynamic tensor");
  int index;
  if (Real(context)->AddTensors(1, &index) != kTfLiteOk) return kTfLiteError;
  TfLiteTensor& t = *Real(context)->tensors().at(index);
  t.type = builder->type;
  t.data.data = builder->data;
  t.allocation_type = allocation;
  t.params = builder->params;
  t.quantization = builder->quantization;
  if (new_tensor_index) *new_tensor_index = index;
  return kTfLiteOk;
}
TfLiteStatus TfLiteOpaqueContextGetSizeOfType(TfLiteOpaqueContext*, TfLiteType type, size_t* bytes) {
  int size = DTypeSize(DTypeOfType(type));
  if (!bytes || size <= 0) return kTfLiteError;
  *bytes = static_cast<size_t>(size);
  return kTfLiteOk;
}
TfLiteStatus TfLiteOpaqueContextGetMetadata(TfLiteOpaqueContext* context, const char* name, const char** ptr,
                                            size_t* bytes) {
  return context ? Real(context)->Metadata(name, ptr, bytes) : kTfLiteError;
}
void TfLiteOpaqueContextReportErrorVa(TfLiteOpaqueContext* context, const char* format, va_list vlist) {
  if (context && format) Real(context)->ReportVa(format, vlist);
}
void TfLiteOpaqueContextReportError(TfLiteOpaqueContext* context, const char* format, ...) {
  va_list args;
  va_start(args, format);
  TfLiteOpaqueContextReportErrorVa(context, format, args);
  va_end(args);
}

TfLiteStatus TfLiteOpaqueContextGetExecutionPlan(TfLiteOpaqueContext* context, TfLiteIntArray**) {
  return Refuse(context, "GetExecutionPlan");
}
TfLiteStatus TfLiteOpaqueContextGetNodeAndRegistration(TfLiteOpaqueContext* context, int, TfLiteOpaqueNode**,
                                                       TfLiteOperator**) {
  return Refuse(context, "GetNodeAndRegistration");
}
TfLiteStatus TfLiteOpaqueContextReplaceNodeSubsetsWithDelegateKernels(TfLiteOpaqueContext* context, TfLiteOperator*,
                                                                      const TfLiteIntArray*, TfLiteOpaqueDelegate*) {
  return Refuse(context, "ReplaceNodeSubsetsWithDelegateKernels");
}
TfLiteStatus TfLiteOpaqueContextAcquireSubgraphContext(TfLiteOpaqueContext* context, int, TfLiteOpaqueContext**) {
  return Refuse(context, "AcquireSubgraphContext");
}
TfLiteStatus TfLiteOpaqueContextReleaseSubgraphContext(TfLiteOpaqueContext* context, int) {
  return Refuse(context, "ReleaseSubgraphContext");
}
TfLiteStatus TfLiteOpaqueContextMarkSubgraphAsDelegationSkippable(TfLiteOpaqueContext* context, int) {
  return Refuse(context, "MarkSubgraphAsDelegationSkippable");
}
TfLiteStatus TfLiteOpaqueContextGetNodeInitDataMmapInfo(const TfLiteOpaqueContext* context, const TfLiteOpaqueNode*,
                                                        int*, int64_t*, int64_t*) {
  return Refuse(context, "GetNodeInitDataMmapInfo");
}

}  // extern "C"
