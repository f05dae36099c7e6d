#ifndef TENSORFLOW_LITE_C_C_API_OPAQUE_H_
#define TENSORFLOW_LITE_C_C_API_OPAQUE_H_
/* What the callbacks of a TfLiteOperator are written with: handles and functions on them instead of the structs of
 * common.h. The handles belong to the interpreter and are valid during the callback that got them. NULL and indices out
 * of range give kTfLiteError, NULL, 0 or -1.
 */

#include "tensorflow/lite/c/c_api.h"
#include "tensorflow/lite/c/common.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Tensors */

TFL_CAPI_EXPORT extern TfLiteType TfLiteOpaqueTensorType(const TfLiteOpaqueTensor* tensor);
TFL_CAPI_EXPORT extern int32_t TfLiteOpaqueTensorNumDims(const TfLiteOpaqueTensor* tensor);
TFL_CAPI_EXPORT extern int32_t TfLiteOpaqueTensorDim(const TfLiteOpaqueTensor* tensor, int32_t dim_index);
/* Dimensions as the model declares them, -1 where it leaves them open. *num_dims is -1 where it leaves none open. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueTensorGetNumDimsSignature(const TfLiteOpaqueTensor* tensor,
                                                                          int32_t* num_dims);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueTensorGetDimSignature(const TfLiteOpaqueTensor* tensor,
                                                                      int32_t dim_index, int32_t* dim_length);
TFL_CAPI_EXPORT extern int TfLiteOpaqueTensorIsVariable(const TfLiteOpaqueTensor* tensor);
TFL_CAPI_EXPORT extern size_t TfLiteOpaqueTensorByteSize(const TfLiteOpaqueTensor* tensor);
TFL_CAPI_EXPORT extern void* TfLiteOpaqueTensorData(const TfLiteOpaqueTensor* tensor);
TFL_CAPI_EXPORT extern TfLiteAllocationType TfLiteOpaqueTensorGetAllocationType(const TfLiteOpaqueTensor* tensor);
TFL_CAPI_EXPORT extern TfLiteAllocationStrategy TfLiteOpaqueTensorGetAllocationStrategy(
    const TfLiteOpaqueTensor* tensor);
TFL_CAPI_EXPORT extern TfLiteRunStability TfLiteOpaqueTensorGetBufferAddressStability(const TfLiteOpaqueTensor* tensor);
TFL_CAPI_EXPORT extern TfLiteRunStability TfLiteOpaqueTensorGetDataStability(const TfLiteOpaqueTensor* tensor);
TFL_CAPI_EXPORT extern TfLiteRunStep TfLiteOpaqueTensorGetDataKnownStep(const TfLiteOpaqueTensor* tensor);
TFL_CAPI_EXPORT extern TfLiteRunStep TfLiteOpaqueTensorGetShapeKnownStep(const TfLiteOpaqueTensor* tensor);
TFL_CAPI_EXPORT extern const char* TfLiteOpaqueTensorName(const TfLiteOpaqueTensor* tensor);
TFL_CAPI_EXPORT extern TfLiteQuantization TfLiteOpaqueTensorGetQuantization(const TfLiteOpaqueTensor* tensor);
TFL_CAPI_EXPORT extern TfLiteQuantizationParams TfLiteOpaqueTensorGetQuantizationParams(
    const TfLiteOpaqueTensor* tensor);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueTensorCopyFromBuffer(TfLiteOpaqueTensor* tensor, const void* data,
                                                                     size_t bytes);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueTensorCopyToBuffer(const TfLiteOpaqueTensor* tensor, void* data,
                                                                   size_t bytes);
/* Strings, of tensors of kTfLiteString. A string that is read lies in the tensor and has no zero behind it. */
TFL_CAPI_EXPORT extern int TfLiteOpaqueTensorGetStringCount(const TfLiteOpaqueTensor* tensor);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueTensorGetString(const TfLiteOpaqueTensor* tensor, int index,
                                                                const char** str, int* len);
/* Replaces all strings of the tensor; its shape becomes [str_array_len] unless it holds as many elements already. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueTensorWriteStrings(TfLiteOpaqueTensor* tensor,
                                                                   const char* const* str_array, int str_array_len,
                                                                   const int* str_n_len);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueTensorWriteString(TfLiteOpaqueTensor* tensor, const char* str, int len);
TFL_CAPI_EXPORT extern void TfLiteOpaqueTensorSetAllocationTypeToDynamic(TfLiteOpaqueTensor* tensor);

/* Describes a tensor for TfLiteOpaqueContextAddTensor. The caller's until it is deleted; setters return the builder. */
typedef struct TfLiteOpaqueTensorBuilder TfLiteOpaqueTensorBuilder;
TFL_CAPI_EXPORT extern TfLiteOpaqueTensorBuilder* TfLiteOpaqueTensorBuilderCreate(void);
TFL_CAPI_EXPORT extern void TfLiteOpaqueTensorBuilderDelete(TfLiteOpaqueTensorBuilder* builder);
TFL_CAPI_EXPORT extern TfLiteOpaqueTensorBuilder* TfLiteOpaqueTensorBuilderSetType(TfLiteOpaqueTensorBuilder* builder,
                                                                                   TfLiteType type);
TFL_CAPI_EXPORT extern TfLiteOpaqueTensorBuilder* TfLiteOpaqueTensorBuilderSetData(TfLiteOpaqueTensorBuilder* builder,
                                                                                   void* data);
TFL_CAPI_EXPORT extern TfLiteOpaqueTensorBuilder* TfLiteOpaqueTensorBuilderSetAllocationType(
    TfLiteOpaqueTensorBuilder* builder, TfLiteAllocationType allocation_type);
TFL_CAPI_EXPORT extern TfLiteOpaqueTensorBuilder* TfLiteOpaqueTensorBuilderSetQuantizationParams(
    TfLiteOpaqueTensorBuilder* builder, TfLiteQuantizationParams params);
TFL_CAPI_EXPORT extern TfLiteOpaqueTensorBuilder* TfLiteOpaqueTensorBuilderSetQuantization(
    TfLiteOpaqueTensorBuilder* builder, TfLiteQuantization quantization);

/* ---- Nodes */

TFL_CAPI_EXPORT extern const TfLiteOpaqueTensor* TfLiteOpaqueNodeGetInput(const TfLiteOpaqueContext* context,
                                                                          const TfLiteOpaqueNode* node, int index);
TFL_CAPI_EXPORT extern TfLiteOpaqueTensor* TfLiteOpaqueNodeGetOutput(TfLiteOpaqueContext* context,
                                                                     const TfLiteOpaqueNode* node, int index);
TFL_CAPI_EXPORT extern int TfLiteOpaqueNodeNumberOfInputs(const TfLiteOpaqueNode* node);
TFL_CAPI_EXPORT extern int TfLiteOpaqueNodeNumberOfOutputs(const TfLiteOpaqueNode* node);
TFL_CAPI_EXPORT extern void* TfLiteOpaqueNodeGetUserData(const TfLiteOpaqueNode* node);
TFL_CAPI_EXPORT extern void* TfLiteOpaqueNodeGetBuiltinData(const TfLiteOpaqueNode* node);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueNodeGetCustomInitialData(const TfLiteOpaqueNode* node,
                                                                         const void** init_data, int* size);
/* Indices of tensors; the arrays belong to the node. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueNodeInputs(const TfLiteOpaqueNode* node, const int** inputs,
                                                           int* num_inputs);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueNodeOutputs(const TfLiteOpaqueNode* node, const int** outputs,
                                                            int* num_outputs);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueNodeSetTemporaries(TfLiteOpaqueNode* node, const int* temporaries,
                                                                   int num_temporaries);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueNodeTemporaries(const TfLiteOpaqueNode* node, const int** temporaries,
                                                                int* num_temporaries);
TFL_CAPI_EXPORT extern int TfLiteOpaqueNodeGetInputTensorIndex(const TfLiteOpaqueNode* node, int index_of_input);
TFL_CAPI_EXPORT extern int TfLiteOpaqueNodeGetOutputTensorIndex(const TfLiteOpaqueNode* node, int index_of_output);

/* ---- The context */

TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextGetExternalContext(TfLiteOpaqueContext* context,
                                                                          void** external_context,
                                                                          TfLiteExternalContextType type);
TFL_CAPI_EXPORT extern TfLiteOpaqueTensor* TfLiteOpaqueContextGetOpaqueTensor(const TfLiteOpaqueContext* context,
                                                                              int index);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextGetInputs(const TfLiteOpaqueContext* context, const int** inputs,
                                                                 int* num_inputs);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextGetOutputs(const TfLiteOpaqueContext* context,
                                                                  const int** outputs, int* num_outputs);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextGetVariables(const TfLiteOpaqueContext* context,
                                                                    const int** variables, int* num_variables);
TFL_CAPI_EXPORT extern size_t TfLiteOpaqueContextGetNumNodes(const TfLiteOpaqueContext* context);
TFL_CAPI_EXPORT extern size_t TfLiteOpaqueContextGetNumTensors(const TfLiteOpaqueContext* context);
TFL_CAPI_EXPORT extern const char* TfLiteOpaqueContextGetName(const TfLiteOpaqueContext* context);
/* See ResizeTensor in common.h. Takes new_size over. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextResizeTensor(TfLiteOpaqueContext* context,
                                                                    TfLiteOpaqueTensor* tensor,
                                                                    TfLiteIntArray* new_size);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextAddTensor(TfLiteOpaqueContext* context,
                                                                 TfLiteOpaqueTensorBuilder* builder,
                                                                 int* new_tensor_index);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextGetSizeOfType(TfLiteOpaqueContext* context, TfLiteType type,
                                                                     size_t* bytes);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextGetMetadata(TfLiteOpaqueContext* context, const char* name,
                                                                   const char** ptr, size_t* bytes);
TFL_CAPI_EXPORT extern void TfLiteOpaqueContextReportError(TfLiteOpaqueContext* context, const char* format, ...);
TFL_CAPI_EXPORT extern void TfLiteOpaqueContextReportErrorVa(TfLiteOpaqueContext* context, const char* format,
                                                             va_list vlist);

/* ---- For delegates: kTfLiteError here. */

TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextGetExecutionPlan(TfLiteOpaqueContext* context,
                                                                        TfLiteIntArray** execution_plan);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextGetNodeAndRegistration(TfLiteOpaqueContext* context,
                                                                              int node_index, TfLiteOpaqueNode** node,
                                                                              TfLiteOperator** registration_external);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextReplaceNodeSubsetsWithDelegateKernels(
    TfLiteOpaqueContext* context, TfLiteOperator* registration_external, const TfLiteIntArray* nodes_to_replace,
    TfLiteOpaqueDelegate* opaque_delegate);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextAcquireSubgraphContext(
    TfLiteOpaqueContext* context, int subgraph_index, TfLiteOpaqueContext** acquired_opaque_context);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextReleaseSubgraphContext(TfLiteOpaqueContext* context,
                                                                              int subgraph_index);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextMarkSubgraphAsDelegationSkippable(TfLiteOpaqueContext* context,
                                                                                         int subgraph_index);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextGetNodeInitDataMmapInfo(
    const TfLiteOpaqueContext* context, const TfLiteOpaqueNode* node, int* fd,
    int64_t* custom_initial_data_offset_in_file, int64_t* custom_initial_data_size);

/* ---- Checks in callbacks: each reports and returns from the function around it. */

#ifndef TF_LITE_STRIP_ERROR_STRINGS
#define TF_LITE_OPAQUE_KERNEL_LOG(context, ...)             \
  do {                                                      \
    TfLiteOpaqueContextReportError((context), __VA_ARGS__); \
  } while (false)
#else
#define TF_LITE_OPAQUE_KERNEL_LOG(context, ...) ((void)sizeof(#__VA_ARGS__))
#endif
#define TF_LITE_OPAQUE_MAYBE_KERNEL_LOG(context, ...)                         \
  do {                                                                        \
    if ((context) != NULL) TF_LITE_OPAQUE_KERNEL_LOG((context), __VA_ARGS__); \
  } while (false)
#define TF_LITE_OPAQUE_ENSURE_MSG(context, value, msg)        \
  do {                                                        \
    if (!(value)) {                                           \
      TF_LITE_OPAQUE_KERNEL_LOG((context), __FILE__ " " msg); \
      return kTfLiteError;                                    \
    }                                                         \
  } while (false)
#define TF_LITE_OPAQUE_ENSURE(context, a)                                                        \
  do {                                                                                           \
    if (!(a)) {                                                                                  \
      TF_LITE_OPAQUE_KERNEL_LOG((context), "%s:%d: '%s' does not hold", __FILE__, __LINE__, #a); \
      return kTfLiteError;                                                                       \
    }                                                                                            \
  } while (false)
#define TF_LITE_OPAQUE_ENSURE_EQ(context, a, b)                                                                     \
  do {                                                                                                              \
    if ((a) != (b)) {                                                                                               \
      TF_LITE_OPAQUE_KERNEL_LOG((context), "%s:%d: %s is not %s (%d and %d)", __FILE__, __LINE__, #a, #b, (int)(a), \
                                (int)(b));                                                                          \
      return kTfLiteError;                                                                                          \
    }                                                                                                               \
  } while (false)
#define TF_LITE_OPAQUE_ENSURE_TYPES_EQ(context, a, b)                                                     \
  do {                                                                                                    \
    if ((a) != (b)) {                                                                                     \
      TF_LITE_OPAQUE_KERNEL_LOG((context), "%s:%d: %s is not %s (%s and %s)", __FILE__, __LINE__, #a, #b, \
                                TfLiteTypeGetName(a), TfLiteTypeGetName(b));                              \
      return kTfLiteError;                                                                                \
    }                                                                                                     \
  } while (false)
#define TF_LITE_OPAQUE_ENSURE_NEAR(context, a, b, epsilon)                                                     \
  do {                                                                                                         \
    double tfl_delta_ = (double)(a) > (double)(b) ? (double)(a) - (double)(b) : (double)(b) - (double)(a);     \
    if (tfl_delta_ > (epsilon)) {                                                                              \
      TF_LITE_OPAQUE_KERNEL_LOG((context), "%s:%d: %s is not near %s (%f and %f)", __FILE__, __LINE__, #a, #b, \
                                (double)(a), (double)(b));                                                     \
      return kTfLiteError;                                                                                     \
    }                                                                                                          \
  } while (false)

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TENSORFLOW_LITE_C_C_API_OPAQUE_H_ */
