#pragma once
// What a custom operator does, from a TfLiteRegistration or a TfLiteOperator, and what a program has registered.

#include <string>
#include <vector>

#include "tensorflow/lite/c/c_api_experimental.h"

// Not thread safe; shared by the interpreters that were created with it.
struct TfLiteOperator {
  TfLiteBuiltinOperator builtin_code;
  std::string custom_name;
  int version;
  void* user_data;
  uint64_t inplace_operator = 0;
  void* (*init)(TfLiteOpaqueContext*, const char*, size_t) = nullptr;
  void (*free)(TfLiteOpaqueContext*, void*) = nullptr;
  TfLiteStatus (*prepare)(TfLiteOpaqueContext*, TfLiteOpaqueNode*) = nullptr;
  TfLiteStatus (*invoke)(TfLiteOpaqueContext*, TfLiteOpaqueNode*) = nullptr;
  void* (*init_with_data)(void*, TfLiteOpaqueContext*, const char*, size_t) = nullptr;
  void (*free_with_data)(void*, TfLiteOpaqueContext*, void*) = nullptr;
  TfLiteStatus (*prepare_with_data)(void*, TfLiteOpaqueContext*, TfLiteOpaqueNode*) = nullptr;
  TfLiteStatus (*invoke_with_data)(void*, TfLiteOpaqueContext*, TfLiteOpaqueNode*) = nullptr;
};

namespace slipway::c_api {

// One of the two is set.
struct Registration {
  TfLiteRegistration by_struct = {};
  const TfLiteOperator* by_handle = nullptr;

  void* Init(TfLiteContext*, const char* buffer, size_t length) const;
  void Free(TfLiteContext*, void* data) const;
  TfLiteStatus Prepare(TfLiteContext*, TfLiteNode*) const;
  TfLiteStatus Invoke(TfLiteContext*, TfLiteNode*) const;
  bool CanInvoke() const;
};

struct RegisteredOp {
  std::string name;
  int min_version, max_version;
  Registration registration;
};

// The callbacks of TfLiteInterpreterOptionsSetOpResolver and its kin.
struct OpResolver {
  const TfLiteRegistration* (*find_builtin)(void*, TfLiteBuiltinOperator, int) = nullptr;
  const TfLiteRegistration* (*find_custom)(void*, const char*, int) = nullptr;
  const TfLiteOperator* (*find_builtin_external)(void*, int, int) = nullptr;
  const TfLiteOperator* (*find_custom_external)(void*, const char*, int) = nullptr;
  void* user_data = nullptr;
};

struct BuiltinOverride {
  int code, min_version, max_version;
};

struct RegisteredOps {
  std::vector<RegisteredOp> custom;
  std::vector<BuiltinOverride> builtin;
  OpResolver resolver;

  // False: there is none of this name and version.
  bool FindCustom(const char* name, int version, Registration* found) const;
  bool OverridesBuiltin(int code, int version) const;
};

}  // namespace slipway::c_api
