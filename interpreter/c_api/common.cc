// What common.h declares: lists, and tensors that a program owns.
#include "tensorflow/lite/c/common.h"

#include <climits>
#include <cstdlib>
#include <cstring>
#include <new>

namespace {

template <class Array, class Element>
Array* NewArray(int size) {
  if (size < 0) return nullptr;
  auto* array = static_cast<Array*>(std::malloc(sizeof(Array) + static_cast<size_t>(size) * sizeof(Element)));
  if (array) array->size = size;
  return array;
}

template <class Array, class Element>
Array* CopyArray(const Array* from) {
  if (!from) return nullptr;
  Array* copy = NewArray<Array, Element>(from->size);
  if (copy && from->size) std::memcpy(copy->data, from->data, static_cast<size_t>(from->size) * sizeof(Element));
  return copy;
}

bool OwnsData(const TfLiteTensor& t) {
  return t.allocation_type == kTfLiteDynamic || t.allocation_type == kTfLitePersistentRo;
}

}  // namespace

extern "C" {

size_t TfLiteIntArrayGetSizeInBytes(int size) {
  return size < 0 ? 0 : sizeof(TfLiteIntArray) + static_cast<size_t>(size) * sizeof(int);
}

TfLiteIntArray* TfLiteIntArrayCreate(int size) { return NewArray<TfLiteIntArray, int>(size); }

int TfLiteIntArrayEqualsArray(const TfLiteIntArray* a, int b_size, const int b_data[]) {
  if (!a) return b_size == 0;
  if (a->size != b_size) return 0;
  return b_size == 0 || (b_data && std::memcmp(a->data, b_data, static_cast<size_t>(b_size) * sizeof(int)) == 0);
}

int TfLiteIntArrayEqual(const TfLiteIntArray* a, const TfLiteIntArray* b) {
  if (a == b) return 1;
  return a && b ? TfLiteIntArrayEqualsArray(a, b->size, b->data) : 0;
}

TfLiteIntArray* TfLiteIntArrayCopy(const TfLiteIntArray* src) { return CopyArray<TfLiteIntArray, int>(src); }
void TfLiteIntArrayFree(TfLiteIntArray* a) { std::free(a); }

int TfLiteFloatArrayGetSizeInBytes(int size) {
  bool fits = size >= 0 && size <= (INT_MAX - static_cast<int>(sizeof(TfLiteFloatArray))) / 4;
  return fits ? static_cast<int>(sizeof(TfLiteFloatArray)) + size * 4 : 0;
}

TfLiteFloatArray* TfLiteFloatArrayCreate(int size) { return NewArray<TfLiteFloatArray, float>(size); }
TfLiteFloatArray* TfLiteFloatArrayCopy(const TfLiteFloatArray* src) { return CopyArray<TfLiteFloatArray, float>(src); }
void TfLiteFloatArrayFree(TfLiteFloatArray* a) { std::free(a); }

const char* TfLiteTypeGetName(TfLiteType type) {
  static constexpr const char* kNames[] = {"NOTYPE",     "FLOAT32",  "INT32",     "UINT8",   "INT64",   "STRING",
                                           "BOOL",       "INT16",    "COMPLEX64", "INT8",    "FLOAT16", "FLOAT64",
                                           "COMPLEX128", "UINT64",   "RESOURCE",  "VARIANT", "UINT32",  "UINT16",
                                           "INT4",       "BFLOAT16", "INT2",      "UINT4"};
  size_t i = static_cast<size_t>(type);
  return i < sizeof kNames / sizeof kNames[0] ? kNames[i] : "Unknown type";
}

void TfLiteTensorDataFree(TfLiteTensor* t) {
  if (!t) return;
  if (OwnsData(*t)) std::free(t->data.data);
  t->data.data = nullptr;
}

void TfLiteQuantizationFree(TfLiteQuantization* quantization) {
  if (!quantization) return;
  if (quantization->type == kTfLiteAffineQuantization && quantization->params) {
    auto* affine = static_cast<TfLiteAffineQuantization*>(quantization->params);
    TfLiteFloatArrayFree(affine->scale);
    TfLiteIntArrayFree(affine->zero_point);
  }
  std::free(quantization->params);
  *quantization = {};
}

void TfLiteSparsityFree(TfLiteSparsity* sparsity) {
  if (!sparsity) return;
  TfLiteIntArrayFree(sparsity->traversal_order);
  TfLiteIntArrayFree(sparsity->block_map);
  for (int i = 0; sparsity->dim_metadata && i < sparsity->dim_metadata_size; ++i) {
    if (sparsity->dim_metadata[i].format != kTfLiteDimSparseCSR) continue;
    TfLiteIntArrayFree(sparsity->dim_metadata[i].array_segments);
    TfLiteIntArrayFree(sparsity->dim_metadata[i].array_indices);
  }
  std::free(sparsity->dim_metadata);
  std::free(sparsity);
}

void TfLiteTensorFree(TfLiteTensor* t) {
  if (!t) return;
  TfLiteTensorDataFree(t);
  TfLiteIntArrayFree(t->dims);
  t->dims = nullptr;
  TfLiteIntArrayFree(const_cast<TfLiteIntArray*>(t->dims_signature));
  t->dims_signature = nullptr;
  TfLiteQuantizationFree(&t->quantization);
  TfLiteSparsityFree(t->sparsity);
  t->sparsity = nullptr;
}

void TfLiteTensorReset(TfLiteType type, const char* name, TfLiteIntArray* dims, TfLiteQuantizationParams quantization,
                       char* buffer, size_t size, TfLiteAllocationType allocation_type, const void* allocation,
                       bool is_variable, TfLiteTensor* tensor) {
  if (!tensor) return;
  TfLiteTensorFree(tensor);
  tensor->type = type;
  tensor->name = name;
  tensor->dims = dims;
  tensor->params = quantization;
  tensor->data.raw = buffer;
  tensor->bytes = size;
  tensor->allocation_type = allocation_type;
  tensor->allocation = allocation;
  tensor->is_variable = is_variable;
}

TfLiteStatus TfLiteTensorCopy(const TfLiteTensor* src, TfLiteTensor* dst) {
  if (!src || !dst) return kTfLiteOk;
  if (src->bytes != dst->bytes) return kTfLiteError;
  if (src == dst) return kTfLiteOk;
  if (src->bytes && (!src->data.data || !dst->data.data || dst->allocation_type == kTfLiteMmapRo)) return kTfLiteError;
  TfLiteIntArray* dims = TfLiteIntArrayCopy(src->dims);
  if (src->dims && !dims) return kTfLiteError;
  TfLiteIntArrayFree(dst->dims);
  dst->dims = dims;
  dst->type = src->type;
  if (src->bytes) std::memcpy(dst->data.data, src->data.data, src->bytes);
  dst->buffer_handle = src->buffer_handle;
  dst->data_is_stale = src->data_is_stale;
  dst->delegate = src->delegate;
  return kTfLiteOk;
}

TfLiteStatus TfLiteTensorResizeMaybeCopy(size_t num_bytes, TfLiteTensor* tensor, bool preserve_data) {
  constexpr size_t kBehind = 16;  // vector loops may read so far beyond
  if (!tensor || num_bytes > SIZE_MAX - kBehind) return kTfLiteError;
  if (!OwnsData(*tensor)) return kTfLiteOk;
  if (!tensor->data.data || num_bytes > tensor->bytes) {
    if (!preserve_data) TfLiteTensorDataFree(tensor);
    void* grown = std::realloc(tensor->data.data, num_bytes + kBehind);
    if (!grown) return kTfLiteError;
    tensor->data.data = grown;
  }
  tensor->bytes = num_bytes;
  return kTfLiteOk;
}

TfLiteStatus TfLiteTensorRealloc(size_t num_bytes, TfLiteTensor* tensor) {
  return TfLiteTensorResizeMaybeCopy(num_bytes, tensor, true);
}

const TfLiteIntArray* TfLiteTensorGetDimsSignature(const TfLiteTensor* t) {
  if (!t) return nullptr;
  return t->dims_signature && t->dims_signature->size ? t->dims_signature : t->dims;
}

TfLiteAllocationStrategy TfLiteTensorGetAllocationStrategy(const TfLiteTensor* t) {
  switch (t ? t->allocation_type : kTfLiteCustom) {
    case kTfLiteMemNone:
      return kTfLiteAllocationStrategyNone;
    case kTfLiteMmapRo:
      return kTfLiteAllocationStrategyMMap;
    case kTfLiteArenaRw:
    case kTfLiteArenaRwPersistent:
      return kTfLiteAllocationStrategyArena;
    case kTfLiteDynamic:
    case kTfLitePersistentRo:
      return kTfLiteAllocationStrategyMalloc;
    default:
      return kTfLiteAllocationStrategyUnknown;
  }
}

TfLiteRunStability TfLiteTensorGetBufferAddressStability(const TfLiteTensor* t) {
  switch (t ? t->allocation_type : kTfLiteCustom) {
    case kTfLiteMemNone:
    case kTfLiteMmapRo:
      return kTfLiteRunStabilityAcrossRuns;
    case kTfLiteArenaRw:
    case kTfLiteArenaRwPersistent:
      return kTfLiteRunStabilityUnstable;
    case kTfLiteDynamic:
    case kTfLitePersistentRo:
      return kTfLiteRunStabilitySingleRun;
    default:
      return kTfLiteRunStabilityUnknown;
  }
}

TfLiteRunStability TfLiteTensorGetDataStability(const TfLiteTensor* t) {
  switch (t ? t->allocation_type : kTfLiteCustom) {
    case kTfLiteMemNone:
    case kTfLiteMmapRo:
    case kTfLiteArenaRwPersistent:
      return kTfLiteRunStabilityAcrossRuns;
    case kTfLiteArenaRw:
    case kTfLiteDynamic:
    case kTfLitePersistentRo:
      return kTfLiteRunStabilitySingleRun;
    default:
      return kTfLiteRunStabilityUnknown;
  }
}

TfLiteRunStep TfLiteTensorGetDataKnownStep(const TfLiteTensor* t) {
  switch (t ? t->allocation_type : kTfLiteCustom) {
    case kTfLiteMemNone:
    case kTfLiteMmapRo:
      return kTfLiteRunStepInit;
    case kTfLitePersistentRo:
      return kTfLiteRunStepPrepare;
    case kTfLiteArenaRw:
    case kTfLiteArenaRwPersistent:
    case kTfLiteDynamic:
      return kTfLiteRunStepEval;
    default:
      return kTfLiteRunStepUnknown;
  }
}

TfLiteRunStep TfLiteTensorGetShapeKnownStep(const TfLiteTensor* t) {
  switch (t ? t->allocation_type : kTfLiteCustom) {
    case kTfLiteMemNone:
    case kTfLiteMmapRo:
      return kTfLiteRunStepInit;
    case kTfLiteArenaRw:
    case kTfLiteArenaRwPersistent:
    case kTfLitePersistentRo:
      return kTfLiteRunStepPrepare;
    case kTfLiteDynamic:
      return kTfLiteRunStepEval;
    default:
      return kTfLiteRunStepUnknown;
  }
}

TfLiteDelegate TfLiteDelegateCreate(void) { return {}; }

// The builder's copy lies behind the delegate.
TfLiteOpaqueDelegate* TfLiteOpaqueDelegateCreate(const TfLiteOpaqueDelegateBuilder* builder) {
  if (!builder) return nullptr;
  auto* delegate = static_cast<TfLiteDelegate*>(std::calloc(1, sizeof(TfLiteDelegate) + sizeof *builder));
  if (!delegate) return nullptr;
  delegate->opaque_delegate_builder = reinterpret_cast<TfLiteOpaqueDelegateBuilder*>(delegate + 1);
  *delegate->opaque_delegate_builder = *builder;
  return delegate;
}

void TfLiteOpaqueDelegateDelete(TfLiteOpaqueDelegate* delegate) { std::free(delegate); }

void* TfLiteOpaqueDelegateGetData(const TfLiteOpaqueDelegate* delegate) {
  if (!delegate) return nullptr;
  return delegate->opaque_delegate_builder ? delegate->opaque_delegate_builder->data : delegate->data_;
}

void* TfLiteKernelInitFailed(void) { return reinterpret_cast<void*>(-1); }

}  // extern "C"
