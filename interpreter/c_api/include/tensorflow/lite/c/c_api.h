#ifndef TENSORFLOW_LITE_C_C_API_H_
#define TENSORFLOW_LITE_C_C_API_H_
/* The C API: load a model, run it, read the results.
 *
 *   TfLiteModel* model = TfLiteModelCreateFromFile("model.tflite");
 *   TfLiteInterpreter* interpreter = TfLiteInterpreterCreate(model, NULL);
 *   TfLiteInterpreterAllocateTensors(interpreter);
 *   TfLiteTensorCopyFromBuffer(TfLiteInterpreterGetInputTensor(interpreter, 0), x, sizeof x);
 *   TfLiteInterpreterInvoke(interpreter);
 *   TfLiteTensorCopyToBuffer(TfLiteInterpreterGetOutputTensor(interpreter, 0), y, sizeof y);
 *   TfLiteInterpreterDelete(interpreter);
 *   TfLiteModelDelete(model);
 *
 * Ownership. What a ...Create, ...Copy or GetSignatureRunner returns is the caller's until the matching ...Delete,
 * which takes NULL. Everything else that is returned (tensors, names, index arrays) belongs to the object it came from
 * and lives as long; a tensor's address stays, what it says changes with AllocateTensors, Invoke and resizes.
 *
 * Threads. A model may be used from many threads. An interpreter, its tensors and its signature runners are used by one
 * thread at a time; TfLiteInterpreterCancel and TfLiteSignatureRunnerCancel may be called from any. Interpreters of one
 * model share its weights, and its plans where they have no custom operators.
 *
 * Errors. Wrong arguments (NULL, an index out of range, a size that does not fit) give kTfLiteError, NULL, 0 or -1 and
 * are reported where an error reporter is known; nothing ends the process. Without a reporter messages go to stderr.
 */

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "tensorflow/lite/builtin_ops.h"
#include "tensorflow/lite/c/c_api_types.h"
#include "tensorflow/lite/c/operator.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TfLiteModel TfLiteModel;
typedef struct TfLiteInterpreterOptions TfLiteInterpreterOptions;
typedef struct TfLiteInterpreter TfLiteInterpreter;
typedef struct TfLiteTensor TfLiteTensor; /* its fields are in common.h */
typedef struct TfLiteSignatureRunner TfLiteSignatureRunner;

/* The version of TensorFlow Lite whose API this is, with ours behind it: "2.21.0+slipway.0.1.0". */
TFL_CAPI_EXPORT extern const char* TfLiteVersion(void);
TFL_CAPI_EXPORT extern const char* TfLiteExtensionApisVersion(void);
TFL_CAPI_EXPORT extern int TfLiteSchemaVersion(void); /* 3 */

/* ---- Models. NULL if the bytes are no valid model. */

/* The bytes stay the caller's; they must live and not change as long as the model and its interpreters. */
TFL_CAPI_EXPORT extern TfLiteModel* TfLiteModelCreate(const void* model_data, size_t model_size);
/* `reporter` gets a printf format with its arguments; `user_data` must live as long as the model. */
TFL_CAPI_EXPORT extern TfLiteModel* TfLiteModelCreateWithErrorReporter(
    const void* model_data, size_t model_size, void (*reporter)(void* user_data, const char* format, va_list args),
    void* user_data);
/* The file is mapped: it must not change as long as the model and its interpreters live. */
TFL_CAPI_EXPORT extern TfLiteModel* TfLiteModelCreateFromFile(const char* model_path);
TFL_CAPI_EXPORT extern TfLiteModel* TfLiteModelCreateFromFileWithErrorReporter(
    const char* model_path, void (*reporter)(void* user_data, const char* format, va_list args), void* user_data);
/* Allowed while interpreters of the model live: they keep what they need. */
TFL_CAPI_EXPORT extern void TfLiteModelDelete(TfLiteModel* model);

/* ---- Options: read when an interpreter is created, and not afterwards. */

TFL_CAPI_EXPORT extern TfLiteInterpreterOptions* TfLiteInterpreterOptionsCreate(void);
TFL_CAPI_EXPORT extern TfLiteInterpreterOptions* TfLiteInterpreterOptionsCopy(const TfLiteInterpreterOptions* from);
TFL_CAPI_EXPORT extern void TfLiteInterpreterOptionsDelete(TfLiteInterpreterOptions* options);
/* Threads for one run, the caller's included. 0 and -1 (the default): one. */
TFL_CAPI_EXPORT extern void TfLiteInterpreterOptionsSetNumThreads(TfLiteInterpreterOptions* options,
                                                                  int32_t num_threads);
/* XNNPACK's delegate (delegates/xnnpack/xnnpack_delegate.h) is taken: the library uses XNNPACK by itself where that is
 * faster. With any other delegate creating the interpreter fails with a message, unless
 * TfLiteInterpreterOptionsSetEnableDelegateFallback allows to go on without it.
 */
TFL_CAPI_EXPORT extern void TfLiteInterpreterOptionsAddDelegate(TfLiteInterpreterOptions* options,
                                                                TfLiteOpaqueDelegate* delegate);
TFL_CAPI_EXPORT extern void TfLiteInterpreterOptionsSetErrorReporter(TfLiteInterpreterOptions* options,
                                                                     void (*reporter)(void* user_data,
                                                                                      const char* format, va_list args),
                                                                     void* user_data);
/* A custom operator for models that name it; it replaces one of the same name that is built in. */
TFL_CAPI_EXPORT extern void TfLiteInterpreterOptionsAddOperator(TfLiteInterpreterOptions* options,
                                                                TfLiteOperator* registration);
TFL_CAPI_EXPORT extern void TfLiteInterpreterOptionsAddRegistrationExternal(TfLiteInterpreterOptions* options,
                                                                            TfLiteRegistrationExternal* registration);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteInterpreterOptionsEnableCancellation(TfLiteInterpreterOptions* options,
                                                                               bool enable);

/* ---- Interpreters */

/* NULL if the model has operators that are neither built in nor registered, or the options cannot be met. `options` may
 * be NULL. Model and options may be deleted afterwards.
 */
TFL_CAPI_EXPORT extern TfLiteInterpreter* TfLiteInterpreterCreate(const TfLiteModel* model,
                                                                  const TfLiteInterpreterOptions* optional_options);
TFL_CAPI_EXPORT extern void TfLiteInterpreterDelete(TfLiteInterpreter* interpreter);

TFL_CAPI_EXPORT extern int32_t TfLiteInterpreterGetInputTensorCount(const TfLiteInterpreter* interpreter);
/* As many indices as there are inputs; for TfLiteInterpreterGetTensor. */
TFL_CAPI_EXPORT extern const int* TfLiteInterpreterInputTensorIndices(const TfLiteInterpreter* interpreter);
TFL_CAPI_EXPORT extern TfLiteTensor* TfLiteInterpreterGetInputTensor(const TfLiteInterpreter* interpreter,
                                                                     int32_t input_index);
/* The input has no data until TfLiteInterpreterAllocateTensors, unless its shape was this already. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteInterpreterResizeInputTensor(TfLiteInterpreter* interpreter,
                                                                       int32_t input_index, const int* input_dims,
                                                                       int32_t input_dims_size);
/* Changes only dimensions that the model leaves open (-1 in its signature). */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteInterpreterResizeInputTensorStrict(TfLiteInterpreter* interpreter,
                                                                             int32_t input_index, const int* input_dims,
                                                                             int32_t input_dims_size);
/* Plans for the present input shapes. Needed before the first run and after resizes. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteInterpreterAllocateTensors(TfLiteInterpreter* interpreter);
/* Runs the model on the inputs' present elements, which stay. kTfLiteCancelled: TfLiteInterpreterCancel came in
 * between.
 */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteInterpreterInvoke(TfLiteInterpreter* interpreter);
TFL_CAPI_EXPORT extern int32_t TfLiteInterpreterGetOutputTensorCount(const TfLiteInterpreter* interpreter);
TFL_CAPI_EXPORT extern const int* TfLiteInterpreterOutputTensorIndices(const TfLiteInterpreter* interpreter);
/* Where the shape depends on data it is known after a run. */
TFL_CAPI_EXPORT extern const TfLiteTensor* TfLiteInterpreterGetOutputTensor(const TfLiteInterpreter* interpreter,
                                                                            int32_t output_index);
/* Any tensor of the main graph. The elements of one that is neither input, output, constant nor variable mean nothing
 * outside of a run.
 */
TFL_CAPI_EXPORT extern TfLiteTensor* TfLiteInterpreterGetTensor(const TfLiteInterpreter* interpreter, int index);
/* Stops a run that is going on, of the interpreter or of its signature runners; not later ones. Does not wait. Any
 * thread may call it. kTfLiteError if TfLiteInterpreterOptionsEnableCancellation was not called.
 */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteInterpreterCancel(const TfLiteInterpreter* interpreter);

/* ---- Signatures: runs by the names that the model's author gave. A runner shares its graph's tensors with the
 * interpreter and with other runners of the same graph. Delete runners before their interpreter.
 */

TFL_CAPI_EXPORT extern int32_t TfLiteInterpreterGetSignatureCount(const TfLiteInterpreter* interpreter);
TFL_CAPI_EXPORT extern const char* TfLiteInterpreterGetSignatureKey(const TfLiteInterpreter* interpreter,
                                                                    int32_t signature_index);
TFL_CAPI_EXPORT extern TfLiteSignatureRunner* TfLiteInterpreterGetSignatureRunner(const TfLiteInterpreter* interpreter,
                                                                                  const char* signature_key);
TFL_CAPI_EXPORT extern void TfLiteSignatureRunnerDelete(TfLiteSignatureRunner* signature_runner);
/* Names are in alphabetical order. */
TFL_CAPI_EXPORT extern size_t TfLiteSignatureRunnerGetInputCount(const TfLiteSignatureRunner* signature_runner);
TFL_CAPI_EXPORT extern const char* TfLiteSignatureRunnerGetInputName(const TfLiteSignatureRunner* signature_runner,
                                                                     int32_t input_index);
/* Changes only dimensions that the model leaves open. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteSignatureRunnerResizeInputTensor(TfLiteSignatureRunner* signature_runner,
                                                                           const char* input_name,
                                                                           const int* input_dims,
                                                                           int32_t input_dims_size);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteSignatureRunnerAllocateTensors(TfLiteSignatureRunner* signature_runner);
TFL_CAPI_EXPORT extern TfLiteTensor* TfLiteSignatureRunnerGetInputTensor(TfLiteSignatureRunner* signature_runner,
                                                                         const char* input_name);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteSignatureRunnerInvoke(TfLiteSignatureRunner* signature_runner);
TFL_CAPI_EXPORT extern size_t TfLiteSignatureRunnerGetOutputCount(const TfLiteSignatureRunner* signature_runner);
TFL_CAPI_EXPORT extern const char* TfLiteSignatureRunnerGetOutputName(const TfLiteSignatureRunner* signature_runner,
                                                                      int32_t output_index);
TFL_CAPI_EXPORT extern const TfLiteTensor* TfLiteSignatureRunnerGetOutputTensor(
    const TfLiteSignatureRunner* signature_runner, const char* output_name);

/* ---- Tensors */

TFL_CAPI_EXPORT extern TfLiteType TfLiteTensorType(const TfLiteTensor* tensor);
/* -1 while the rank is not known. */
TFL_CAPI_EXPORT extern int32_t TfLiteTensorNumDims(const TfLiteTensor* tensor);
TFL_CAPI_EXPORT extern int32_t TfLiteTensorDim(const TfLiteTensor* tensor, int32_t dim_index);
TFL_CAPI_EXPORT extern size_t TfLiteTensorByteSize(const TfLiteTensor* tensor);
/* NULL while there is no memory: before TfLiteInterpreterAllocateTensors, or before a run that decides the shape. */
TFL_CAPI_EXPORT extern void* TfLiteTensorData(const TfLiteTensor* tensor);
TFL_CAPI_EXPORT extern const char* TfLiteTensorName(const TfLiteTensor* tensor);
TFL_CAPI_EXPORT extern TfLiteQuantizationParams TfLiteTensorQuantizationParams(const TfLiteTensor* tensor);
/* The size must be the tensor's. Not into constants. For strings: TfLiteTensorRealloc (common.h) first. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteTensorCopyFromBuffer(TfLiteTensor* tensor, const void* input_data,
                                                               size_t input_data_size);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteTensorCopyToBuffer(const TfLiteTensor* output_tensor, void* output_data,
                                                             size_t output_data_size);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TENSORFLOW_LITE_C_C_API_H_ */
