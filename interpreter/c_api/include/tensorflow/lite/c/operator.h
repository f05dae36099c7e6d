#ifndef TENSORFLOW_LITE_C_OPERATOR_H_
#define TENSORFLOW_LITE_C_OPERATOR_H_
/* TfLiteOperator: a custom operator whose code sees only handles (c_api_opaque.h). c_api.h includes this header.
 *
 * The program owns an operator, and it must live as long as any interpreter that was created with it. Setting callbacks
 * after that has no effect on those interpreters' behaviour that can be relied upon. Not thread safe.
 */

#include <stddef.h>
#include <stdint.h>

#include "tensorflow/lite/builtin_ops.h"
#include "tensorflow/lite/c/c_api_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TfLiteOperator TfLiteOperator;
typedef TfLiteOperator TfLiteRegistrationExternal; /* its former name */
struct TfLiteAsyncKernel;

/* A custom operator (kTfLiteBuiltinCustom) with the name and version that the file says. NULL if the name is missing.
 * `user_data` is passed to the ...WithData callbacks; the program owns it.
 */
TFL_CAPI_EXPORT extern TfLiteOperator* TfLiteOperatorCreate(TfLiteBuiltinOperator builtin_code, const char* custom_name,
                                                            int version, void* user_data);
TFL_CAPI_EXPORT extern void TfLiteOperatorDelete(TfLiteOperator* op);

TFL_CAPI_EXPORT extern TfLiteBuiltinOperator TfLiteOperatorGetBuiltInCode(const TfLiteOperator* op);
TFL_CAPI_EXPORT extern const char* TfLiteOperatorGetCustomName(const TfLiteOperator* op);
TFL_CAPI_EXPORT extern int TfLiteOperatorGetVersion(const TfLiteOperator* op); /* -1 for NULL */
TFL_CAPI_EXPORT extern void* TfLiteOperatorGetUserData(const TfLiteOperator* op);

/* init: once per node of an interpreter, with the operator's option bytes; its result is the node's user data, which
 * free gets when the interpreter is deleted. prepare: whenever operand shapes change, resizes the results (or declares
 * them dynamic). invoke: at each run. A callback that does not return kTfLiteOk fails the call that led to it.
 */
TFL_CAPI_EXPORT extern void TfLiteOperatorSetInit(TfLiteOperator* op, void* (*init)(TfLiteOpaqueContext* context,
                                                                                    const char* buffer, size_t length));
TFL_CAPI_EXPORT extern void TfLiteOperatorSetFree(TfLiteOperator* op,
                                                  void (*free)(TfLiteOpaqueContext* context, void* data));
TFL_CAPI_EXPORT extern void TfLiteOperatorSetPrepare(TfLiteOperator* op,
                                                     TfLiteStatus (*prepare)(TfLiteOpaqueContext* context,
                                                                             TfLiteOpaqueNode* node));
TFL_CAPI_EXPORT extern void TfLiteOperatorSetInvoke(TfLiteOperator* op,
                                                    TfLiteStatus (*invoke)(TfLiteOpaqueContext* context,
                                                                           TfLiteOpaqueNode* node));
/* The same with the operator's user_data as first argument; they are preferred where both are set. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOperatorSetInitWithData(TfLiteOperator* op,
                                                                  void* (*init)(void* user_data,
                                                                                TfLiteOpaqueContext* context,
                                                                                const char* buffer, size_t length));
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOperatorSetFreeWithData(
    TfLiteOperator* op, void (*free)(void* user_data, TfLiteOpaqueContext* context, void* data));
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOperatorSetPrepareWithData(
    TfLiteOperator* op, TfLiteStatus (*prepare)(void* user_data, TfLiteOpaqueContext* context, TfLiteOpaqueNode* node));
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOperatorSetInvokeWithData(
    TfLiteOperator* op, TfLiteStatus (*invoke)(void* user_data, TfLiteOpaqueContext* context, TfLiteOpaqueNode* node));
/* A hint that is kept and not used: results never share memory with operands here. */
TFL_CAPI_EXPORT extern void TfLiteOperatorSetInplaceOperator(TfLiteOperator* op, uint64_t inplace_operator);
/* Asynchronous kernels belong to delegates: never called. */
TFL_CAPI_EXPORT extern void TfLiteOperatorSetAsyncKernel(
    TfLiteOperator* op,
    struct TfLiteAsyncKernel* (*async_kernel)(TfLiteOpaqueContext* context, TfLiteOpaqueNode* node));
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOperatorSetAsyncKernelWithData(
    TfLiteOperator* op,
    struct TfLiteAsyncKernel* (*async_kernel)(void* user_data, TfLiteOpaqueContext* context, TfLiteOpaqueNode* node));

/* The names before TfLiteOperator. */
TFL_CAPI_EXPORT extern TfLiteRegistrationExternal* TfLiteRegistrationExternalCreate(TfLiteBuiltinOperator builtin_code,
                                                                                    const char* custom_name,
                                                                                    int version);
TFL_CAPI_EXPORT extern void TfLiteRegistrationExternalDelete(TfLiteRegistrationExternal* registration);
TFL_CAPI_EXPORT extern TfLiteBuiltinOperator TfLiteRegistrationExternalGetBuiltInCode(
    const TfLiteRegistrationExternal* registration);
TFL_CAPI_EXPORT extern const char* TfLiteRegistrationExternalGetCustomName(
    const TfLiteRegistrationExternal* registration);
TFL_CAPI_EXPORT extern int TfLiteRegistrationExternalGetVersion(const TfLiteRegistrationExternal* registration);
TFL_CAPI_EXPORT extern void TfLiteRegistrationExternalSetInit(TfLiteRegistrationExternal* registration,
                                                              void* (*init)(TfLiteOpaqueContext* context,
                                                                            const char* buffer, size_t length));
TFL_CAPI_EXPORT extern void TfLiteRegistrationExternalSetFree(TfLiteRegistrationExternal* registration,
                                                              void (*free)(TfLiteOpaqueContext* context, void* data));
TFL_CAPI_EXPORT extern void TfLiteRegistrationExternalSetPrepare(TfLiteRegistrationExternal* registration,
                                                                 TfLiteStatus (*prepare)(TfLiteOpaqueContext* context,
                                                                                         TfLiteOpaqueNode* node));
TFL_CAPI_EXPORT extern void TfLiteRegistrationExternalSetInvoke(TfLiteRegistrationExternal* registration,
                                                                TfLiteStatus (*invoke)(TfLiteOpaqueContext* context,
                                                                                       TfLiteOpaqueNode* node));

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TENSORFLOW_LITE_C_OPERATOR_H_ */
