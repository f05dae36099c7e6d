#include "interpreter/c_api/graph_tensors.h"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <functional>

#include "formats/tflite/string_tensor.h"
#include "interpreter/c_api/element_type.h"

namespace slipway::c_api {

namespace {

TfLiteIntArray* ListOf(std::span<const int32_t> values) {
  TfLiteIntArray* list = TfLiteIntArrayCreate(static_cast<int>(values.size()));
  if (list) std::copy(values.begin(), values.end(), list->data);
  return list;
}

// Nothing where scales stand in other tensors: the interpreter refuses those files.
void SetQuantization(TfLiteTensor& t, const tflite::TensorQuantization& q) {
  if (q.scale.empty()) return;
  auto* affine = static_cast<TfLiteAffineQuantization*>(std::calloc(1, sizeof(TfLiteAffineQuantization)));
  if (!affine) return;
  size_t n = q.scale.size();
  affine->scale = TfLiteFloatArrayCreate(static_cast<int>(n));
  affine->zero_point = TfLiteIntArrayCreate(static_cast<int>(n));
  affine->quantized_dimension = q.quantized_dimension;
  t.quantization = {kTfLiteAffineQuantization, affine};
  for (size_t i = 0; i < n && affine->scale && affine->zero_point; ++i) {
    affine->scale->data[i] = q.scale[i];
    affine->zero_point->data[i] = i < q.zero_point.size() ? static_cast<int>(q.zero_point[i]) : 0;
  }
  if (n == 1) t.params = {q.scale[0], q.zero_point.empty() ? 0 : static_cast<int32_t>(q.zero_point[0])};
}

size_t BytesOfDims(const TfLiteTensor& t) {
  DType dtype = DTypeOfType(t.type);
  Result<Shape> shape = ShapeOf(t);
  if (!shape.ok() || dtype == DType::kInvalid || dtype == DType::kString) return 0;
  return CheckedBytes(dtype, shape->Elements()).value_or(0);
}

}  // namespace

GraphTensors::GraphTensors(const tflite::Model& model, const tflite::Subgraph& graph, int spare, NotDeclared)
    : model_(model),
      graph_(graph),
      tensors_(new TfLiteTensor[graph.tensors.size() + static_cast<size_t>(spare)]()),
      size_(static_cast<int>(graph.tensors.size())),
      capacity_(size_ + spare) {}

GraphTensors::GraphTensors(const tflite::Model& model, const tflite::Subgraph& graph, int spare)
    : GraphTensors(model, graph, spare, NotDeclared()) {
  for (int i = 0; i < size_; ++i) {
    const tflite::TensorInfo& from = info(i);
    TfLiteTensor& t = *at(i);
    t.name = from.name.c_str();
    t.buffer_handle = kTfLiteNullBufferHandle;
    t.is_variable = from.is_variable;
    t.allocation = from.buffer && model.buffers[from.buffer].data() ? &from : nullptr;
    if (!from.shape_signature.empty()) t.dims_signature = ListOf(from.shape_signature);
    SetQuantization(t, from.quantization);
    Declare(i);
  }
}

GraphTensors::~GraphTensors() {
  for (int i = 0; i < size_; ++i) TfLiteTensorFree(at(i));
}

bool GraphTensors::Declare(int i) {
  TfLiteTensor& t = *at(i);
  const tflite::TensorInfo& from = info(i);
  TfLiteTensorDataFree(&t);
  t.type = TypeOfFileCode(from.type);
  if (!TfLiteIntArrayEqualsArray(t.dims, static_cast<int>(from.shape.size()), from.shape.data()) || !t.dims) {
    TfLiteIntArrayFree(t.dims);
    t.dims = ListOf(from.shape);
  }
  t.bytes = BytesOfDims(t);
  t.allocation_type = from.is_variable ? kTfLiteArenaRwPersistent : kTfLiteArenaRw;
  if (t.type == kTfLiteString) t.allocation_type = kTfLiteDynamic;
  if (tflite::IsConstant(model_, from)) {
    t.allocation_type = kTfLiteMmapRo;
    t.data.raw_const = reinterpret_cast<const char*>(model_.buffers[from.buffer].data());
    t.bytes = model_.buffers[from.buffer].size();
  }
  return t.dims != nullptr;
}

int GraphTensors::IndexOf(const TfLiteTensor* t) const {
  const TfLiteTensor* first = tensors_.get();
  bool inside = !std::less<>()(t, first) && std::less<>()(t, first + size_);
  return inside ? static_cast<int>(t - first) : -1;
}

bool GraphTensors::Add(int count, int* first) {
  if (count < 0 || count > capacity_ - size_) return false;
  *first = size_;
  size_ += count;
  for (int i = *first; i < size_; ++i) at(i)->buffer_handle = kTfLiteNullBufferHandle;
  return true;
}

bool SetShape(TfLiteTensor& t, const Shape& shape) {
  int dims[kMaxRank];
  for (int i = 0; i < shape.rank(); ++i) {
    if (shape[i] > INT_MAX) return false;
    dims[i] = static_cast<int>(shape[i]);
  }
  if (!t.dims || !TfLiteIntArrayEqualsArray(t.dims, shape.rank(), dims)) {
    TfLiteIntArray* list = ListOf(std::span<const int32_t>(dims, static_cast<size_t>(shape.rank())));
    if (!list) return false;
    TfLiteIntArrayFree(t.dims);
    t.dims = list;
  }
  if (t.type != kTfLiteString) t.bytes = BytesOfDims(t);
  return true;
}

Result<Shape> ShapeOf(const TfLiteTensor& t) {
  if (!t.dims) return BadInput("a tensor has no shape");
  std::vector<int64_t> dims(t.dims->data, t.dims->data + t.dims->size);
  ASSIGN_OR_RETURN(Shape shape, Shape::FromDims(dims));
  if (!shape.IsStatic()) return BadInput("a tensor has the shape ", shape);
  return shape;
}

void ShowData(TfLiteTensor& t, const void* data, TfLiteAllocationType allocation) {
  TfLiteTensorDataFree(&t);
  t.data.data = const_cast<void*>(data);
  t.allocation_type = allocation;
}

Status ShowStrings(TfLiteTensor& t, const std::string* strings, size_t count) {
  ASSIGN_OR_RETURN(std::string packed, tflite::PackStrings(std::span(strings, count)));
  if (t.allocation_type != kTfLiteDynamic) ShowData(t, nullptr, kTfLiteDynamic);
  if (TfLiteTensorResizeMaybeCopy(packed.size(), &t, false) != kTfLiteOk) return MachineError("out of memory");
  std::memcpy(t.data.data, packed.data(), packed.size());
  return OkStatus();
}

Result<std::vector<std::string>> StringsOf(const TfLiteTensor& t) {
  if (!t.data.data || t.bytes == 0) return std::vector<std::string>();
  return tflite::UnpackStrings({t.data.raw_const, t.bytes});
}

}  // namespace slipway::c_api
