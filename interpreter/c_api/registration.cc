#include "interpreter/c_api/registration.h"

namespace slipway::c_api {

namespace {

TfLiteOpaqueContext* Opaque(TfLiteContext* c) { return reinterpret_cast<TfLiteOpaqueContext*>(c); }
TfLiteOpaqueNode* Opaque(TfLiteNode* n) { return reinterpret_cast<TfLiteOpaqueNode*>(n); }

bool HasMethods(const TfLiteOperator* op) { return op && (op->invoke || op->invoke_with_data); }

Registration FromStruct(const TfLiteRegistration& r) {
  if (HasMethods(r.registration_external)) return {{}, r.registration_external};
  return {r, nullptr};
}

}  // namespace

void* Registration::Init(TfLiteContext* context, const char* buffer, size_t length) const {
  if (!by_handle) return by_struct.init ? by_struct.init(context, buffer, length) : nullptr;
  const TfLiteOperator& op = *by_handle;
  if (op.init_with_data) return op.init_with_data(op.user_data, Opaque(context), buffer, length);
  return op.init ? op.init(Opaque(context), buffer, length) : nullptr;
}

void Registration::Free(TfLiteContext* context, void* data) const {
  if (!data) return;
  if (!by_handle) {
    if (by_struct.free) by_struct.free(context, data);
  } else if (by_handle->free_with_data) {
    by_handle->free_with_data(by_handle->user_data, Opaque(context), data);
  } else if (by_handle->free) {
    by_handle->free(Opaque(context), data);
  }
}

TfLiteStatus Registration::Prepare(TfLiteContext* context, TfLiteNode* node) const {
  if (!by_handle) return by_struct.prepare ? by_struct.prepare(context, node) : kTfLiteOk;
  const TfLiteOperator& op = *by_handle;
  if (op.prepare_with_data) return op.prepare_with_data(op.user_data, Opaque(context), Opaque(node));
  return op.prepare ? op.prepare(Opaque(context), Opaque(node)) : kTfLiteOk;
}

TfLiteStatus Registration::Invoke(TfLiteContext* context, TfLiteNode* node) const {
  if (!by_handle) return by_struct.invoke ? by_struct.invoke(context, node) : kTfLiteError;
  const TfLiteOperator& op = *by_handle;
  if (op.invoke_with_data) return op.invoke_with_data(op.user_data, Opaque(context), Opaque(node));
  return op.invoke ? op.invoke(Opaque(context), Opaque(node)) : kTfLiteError;
}

bool Registration::CanInvoke() const { return by_handle ? HasMethods(by_handle) : by_struct.invoke != nullptr; }

bool RegisteredOps::FindCustom(const char* name, int version, Registration* found) const {
  for (const RegisteredOp& op : custom)
    if (op.name == name && op.min_version <= version && version <= op.max_version) {
      *found = op.registration;
      return true;
    }
  if (resolver.find_custom_external)
    if (const TfLiteOperator* op = resolver.find_custom_external(resolver.user_data, name, version); HasMethods(op)) {
      *found = {{}, op};
      return true;
    }
  if (resolver.find_custom)
    if (const TfLiteRegistration* r = resolver.find_custom(resolver.user_data, name, version)) {
      *found = FromStruct(*r);
      return true;
    }
  return false;
}

bool RegisteredOps::OverridesBuiltin(int code, int version) const {
  for (const BuiltinOverride& b : builtin)
    if (b.code == code && b.min_version <= version && version <= b.max_version) return true;
  auto op = static_cast<TfLiteBuiltinOperator>(code);
  if (resolver.find_builtin_external && resolver.find_builtin_external(resolver.user_data, code, version)) return true;
  return resolver.find_builtin && resolver.find_builtin(resolver.user_data, op, version);
}

}  // namespace slipway::c_api

using slipway::c_api::Registration;

extern "C" {

TfLiteOperator* TfLiteOperatorCreate(TfLiteBuiltinOperator builtin_code, const char* custom_name, int version,
                                     void* user_data) {
  if (builtin_code == kTfLiteBuiltinCustom && !custom_name) return nullptr;
  if (builtin_code != kTfLiteBuiltinCustom && custom_name) return nullptr;
  return new (std::nothrow) TfLiteOperator{builtin_code, custom_name ? custom_name : "", version, user_data};
}

void TfLiteOperatorDelete(TfLiteOperator* op) { delete op; }

TfLiteBuiltinOperator TfLiteOperatorGetBuiltInCode(const TfLiteOperator* op) {
  return op ? op->builtin_code : static_cast<TfLiteBuiltinOperator>(-1);
}
const char* TfLiteOperatorGetCustomName(const TfLiteOperator* op) {
  return op && op->builtin_code == kTfLiteBuiltinCustom ? op->custom_name.c_str() : nullptr;
}
int TfLiteOperatorGetVersion(const TfLiteOperator* op) { return op ? op->version : -1; }
void* TfLiteOperatorGetUserData(const TfLiteOperator* op) { return op ? op->user_data : nullptr; }

void TfLiteOperatorSetInit(TfLiteOperator* op, void* (*init)(TfLiteOpaqueContext*, const char*, size_t)) {
  if (op) op->init = init;
}
void TfLiteOperatorSetFree(TfLiteOperator* op, void (*free)(TfLiteOpaqueContext*, void*)) {
  if (op) op->free = free;
}
void TfLiteOperatorSetPrepare(TfLiteOperator* op, TfLiteStatus (*prepare)(TfLiteOpaqueContext*, TfLiteOpaqueNode*)) {
  if (op) op->prepare = prepare;
}
void TfLiteOperatorSetInvoke(TfLiteOperator* op, TfLiteStatus (*invoke)(TfLiteOpaqueContext*, TfLiteOpaqueNode*)) {
  if (op) op->invoke = invoke;
}
TfLiteStatus TfLiteOperatorSetInitWithData(TfLiteOperator* op,
                                           void* (*init)(void*, TfLiteOpaqueContext*, const char*, size_t)) {
  if (!op) return kTfLiteError;
  op->init_with_data = init;
  return kTfLiteOk;
}
TfLiteStatus TfLiteOperatorSetFreeWithData(TfLiteOperator* op, void (*free)(void*, TfLiteOpaqueContext*, void*)) {
  if (!op) return kTfLiteError;
  op->free_with_data = free;
  return kTfLiteOk;
}
TfLiteStatus TfLiteOperatorSetPrepareWithData(TfLiteOperator* op,
                                              TfLiteStatus (*prepare)(void*, TfLiteOpaqueContext*, TfLiteOpaqueNode*)) {
  if (!op) return kTfLiteError;
  op->prepare_with_data = prepare;
  return kTfLiteOk;
}
TfLiteStatus TfLiteOperatorSetInvokeWithData(TfLiteOperator* op,
                                             TfLiteStatus (*invoke)(void*, TfLiteOpaqueContext*, TfLiteOpaqueNode*)) {
  if (!op) return kTfLiteError;
  op->invoke_with_data = invoke;
  return kTfLiteOk;
}
void TfLiteOperatorSetInplaceOperator(TfLiteOperator* op, uint64_t inplace_operator) {
  if (op) op->inplace_operator = inplace_operator;
}
void TfLiteOperatorSetAsyncKernel(TfLiteOperator*, TfLiteAsyncKernel* (*)(TfLiteOpaqueContext*, TfLiteOpaqueNode*)) {}
TfLiteStatus TfLiteOperatorSetAsyncKernelWithData(TfLiteOperator* op,
                                                  TfLiteAsyncKernel* (*)(void*, TfLiteOpaqueContext*,
                                                                         TfLiteOpaqueNode*)) {
  return op ? kTfLiteOk : kTfLiteError;
}

TfLiteRegistrationExternal* TfLiteRegistrationExternalCreate(TfLiteBuiltinOperator builtin_code,
                                                             const char* custom_name, int version) {
  return TfLiteOperatorCreate(builtin_code, custom_name, version, nullptr);
}
void TfLiteRegistrationExternalDelete(TfLiteRegistrationExternal* r) { TfLiteOperatorDelete(r); }
TfLiteBuiltinOperator TfLiteRegistrationExternalGetBuiltInCode(const TfLiteRegistrationExternal* r) {
  return TfLiteOperatorGetBuiltInCode(r);
}
const char* TfLiteRegistrationExternalGetCustomName(const TfLiteRegistrationExternal* r) {
  return TfLiteOperatorGetCustomName(r);
}
int TfLiteRegistrationExternalGetVersion(const TfLiteRegistrationExternal* r) { return TfLiteOperatorGetVersion(r); }
void TfLiteRegistrationExternalSetInit(TfLiteRegistrationExternal* r,
                                       void* (*init)(TfLiteOpaqueContext*, const char*, size_t)) {
  TfLiteOperatorSetInit(r, init);
}
void TfLiteRegistrationExternalSetFree(TfLiteRegistrationExternal* r, void (*free)(TfLiteOpaqueContext*, void*)) {
  TfLiteOperatorSetFree(r, free);
}
void TfLiteRegistrationExternalSetPrepare(TfLiteRegistrationExternal* r,
                                          TfLiteStatus (*prepare)(TfLiteOpaqueContext*, TfLiteOpaqueNode*)) {
  TfLiteOperatorSetPrepare(r, prepare);
}
void TfLiteRegistrationExternalSetInvoke(TfLiteRegistrationExternal* r,
                                         TfLiteStatus (*invoke)(TfLiteOpaqueContext*, TfLiteOpaqueNode*)) {
  TfLiteOperatorSetInvoke(r, invoke);
}

}  // extern "C"
