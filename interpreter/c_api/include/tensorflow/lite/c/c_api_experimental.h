#ifndef TENSORFLOW_LITE_C_C_API_EXPERIMENTAL_H_
#define TENSORFLOW_LITE_C_C_API_EXPERIMENTAL_H_
/* Further calls: variables, custom operators by TfLiteRegistration, memory of the program's own. Ownership, threads and
 * errors as in c_api.h.
 */

#include "tensorflow/lite/builtin_ops.h"
#include "tensorflow/lite/c/c_api.h"
#include "tensorflow/lite/c/common.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Variable tensors become zero (their zero point where they are 8-bit codes). Resource variables stay. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteInterpreterResetVariableTensors(TfLiteInterpreter* interpreter);
TFL_CAPI_EXPORT extern int32_t TfLiteInterpreterGetVariableTensorCount(const TfLiteInterpreter* interpreter);
TFL_CAPI_EXPORT extern TfLiteTensor* TfLiteInterpreterGetVariableTensor(const TfLiteInterpreter* interpreter,
                                                                        int32_t variable_index);

/* A custom operator for the versions from min_version to max_version. The registration is copied; the functions in it
 * and `name` must live as long as the options and their interpreters.
 */
TFL_CAPI_EXPORT extern void TfLiteInterpreterOptionsAddCustomOp(TfLiteInterpreterOptions* options, const char* name,
                                                                const TfLiteRegistration* registration,
                                                                int32_t min_version, int32_t max_version);
/* Operators of the schema run on the library's own kernels only: a model that has this one is refused when an
 * interpreter is created with these options.
 */
TFL_CAPI_EXPORT extern void TfLiteInterpreterOptionsAddBuiltinOp(TfLiteInterpreterOptions* options,
                                                                 TfLiteBuiltinOperator op,
                                                                 const TfLiteRegistration* registration,
                                                                 int32_t min_version, int32_t max_version);
/* Asked for each operator of a model when an interpreter is created. A registration for a custom operator is used, one
 * for an operator of the schema refuses the model (see above); NULL: the library's own.
 */
TFL_CAPI_EXPORT extern void TfLiteInterpreterOptionsSetOpResolver(
    TfLiteInterpreterOptions* options,
    const TfLiteRegistration* (*find_builtin_op)(void* user_data, TfLiteBuiltinOperator op, int version),
    const TfLiteRegistration* (*find_custom_op)(void* user_data, const char* custom_op, int version),
    void* op_resolver_user_data);
TFL_CAPI_EXPORT extern void TfLiteInterpreterOptionsSetOpResolverExternal(
    TfLiteInterpreterOptions* options, const TfLiteOperator* (*find_builtin_op)(void* user_data, int op, int version),
    const TfLiteOperator* (*find_custom_op)(void* user_data, const char* custom_op, int version),
    void* op_resolver_user_data);
/* TfLiteInterpreterCreate for models whose operators are all custom ones of the options. */
TFL_CAPI_EXPORT extern TfLiteInterpreter* TfLiteInterpreterCreateWithSelectedOps(
    const TfLiteModel* model, const TfLiteInterpreterOptions* options);

/* No effect: there is no NNAPI here. */
TFL_CAPI_EXPORT extern void TfLiteInterpreterOptionsSetUseNNAPI(TfLiteInterpreterOptions* options, bool enable);
/* Go on without delegates that cannot be applied, after a message. */
TFL_CAPI_EXPORT extern void TfLiteInterpreterOptionsSetEnableDelegateFallback(TfLiteInterpreterOptions* options,
                                                                              bool enable);
/* kTfLiteOk for XNNPACK's delegate; kTfLiteDelegateError for others, and the interpreter stays as it was. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteInterpreterModifyGraphWithDelegate(const TfLiteInterpreter* interpreter,
                                                                             TfLiteDelegate* delegate);

/* -1 if there is none. */
TFL_CAPI_EXPORT extern int32_t TfLiteInterpreterGetInputTensorIndex(const TfLiteInterpreter* interpreter,
                                                                    int32_t input_index);
TFL_CAPI_EXPORT extern int32_t TfLiteInterpreterGetOutputTensorIndex(const TfLiteInterpreter* interpreter,
                                                                     int32_t output_index);

/* The program's memory for an input or output of the main graph, from the next TfLiteInterpreterAllocateTensors on. It
 * must live as long as the interpreter or until it is replaced, be large enough and aligned to 64 bytes (to the element
 * with kTfLiteCustomAllocationFlagsSkipAlignCheck). Other tensors, and strings: kTfLiteError.
 */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteInterpreterSetCustomAllocationForTensor(
    TfLiteInterpreter* interpreter, int tensor_index, const TfLiteCustomAllocation* allocation, int64_t flags);

/* Buffer handles belong to delegates: kTfLiteError. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteInterpreterSetBufferHandle(TfLiteInterpreter* interpreter,
                                                                     TfLiteTensor* tensor,
                                                                     TfLiteBufferHandle buffer_handle,
                                                                     TfLiteOpaqueDelegate* delegate);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteInterpreterGetBufferHandle(TfLiteInterpreter* interpreter, int tensor_index,
                                                                     TfLiteBufferHandle* buffer_handle,
                                                                     TfLiteOpaqueDelegate** delegate);
TFL_CAPI_EXPORT extern void TfLiteSetAllowBufferHandleOutput(const TfLiteInterpreter* interpreter,
                                                             bool allow_buffer_handle_output);
/* Data is always readable: kTfLiteOk for every tensor that there is. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteInterpreterEnsureTensorDataIsReadable(TfLiteInterpreter* interpreter,
                                                                                int tensor_index);

TFL_CAPI_EXPORT extern TfLiteStatus TfLiteSignatureRunnerCancel(TfLiteSignatureRunner* signature_runner);

struct TfLiteTelemetryProfilerStruct;
/* No effect: nothing is reported to it. */
TFL_CAPI_EXPORT extern void TfLiteInterpreterOptionsSetTelemetryProfiler(
    TfLiteInterpreterOptions* options, struct TfLiteTelemetryProfilerStruct* profiler);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TENSORFLOW_LITE_C_C_API_EXPERIMENTAL_H_ */
