#include "interpreter/xnnpack/builder.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "interpreter/memory.h"

namespace slipway::interpreter {

bool XnnBuilder::CanHold(const TensorType& type, const Dims& dims) {
  size_t elements = 1;
  for (size_t d : dims) elements *= d;
  bool good = type.dtype == DType::kF32 && dims.size() <= XNN_MAX_TENSOR_DIMS && type.shape.IsStatic() &&
              static_cast<size_t>(type.shape.Elements()) == elements && elements > 0;
  if (!good && failure_.ok()) failure_ = Unsupported("XNNPACK: cannot take ", type);
  return good;
}

uint32_t XnnBuilder::Value(const Dims& dims, const void* data, uint32_t external, uint32_t flags) {
  uint32_t id = XNN_INVALID_VALUE_ID;
  xnn_status status =
      xnn_define_tensor_value(graph_, xnn_datatype_fp32, dims.size(), dims.data(), data, external, flags, &id);
  if (status != xnn_status_success && failure_.ok()) failure_ = Unsupported("XNNPACK: refuses a tensor");
  return id;
}

uint32_t XnnBuilder::In(int i, Dims dims) {
  if (!CanHold(node_->in(i), dims)) return XNN_INVALID_VALUE_ID;
  if (const Tensor* constant = node_->constant(i)) {
    if (!bound_) return Value(dims, constant->data(), XNN_INVALID_VALUE_ID, 0);
    size_t bytes = sizeof(float) * static_cast<size_t>(constant->elements());
    Buffer copy = Buffer::Allocate(bytes + kReadBeyond);
    std::memcpy(copy.mutable_data(), constant->data(), bytes);
    kept_.push_back(copy);
    return Value(dims, copy.data(), XNN_INVALID_VALUE_ID, 0);
  }
  if (bound_) {
    auto it = internal_.find(bound_->operands[static_cast<size_t>(i)]);
    if (it != internal_.end()) return it->second;
    addresses_.emplace_back(next_external_, bound_->in + i);
  }
  return Value(dims, nullptr, next_external_++, XNN_VALUE_FLAG_EXTERNAL_INPUT);
}

uint32_t XnnBuilder::Out(Dims dims) {
  if (!CanHold(node_->out(0), dims)) return XNN_INVALID_VALUE_ID;
  if (bound_) {
    auto it = internal_.find(bound_->result);
    if (it != internal_.end()) return it->second = Value(dims, nullptr, XNN_INVALID_VALUE_ID, 0);
    addresses_.emplace_back(next_external_, bound_->out);
  }
  return Value(dims, nullptr, next_external_++, XNN_VALUE_FLAG_EXTERNAL_OUTPUT);
}

uint32_t XnnBuilder::Weights(int i, Dims dims, const Arrange& arrange) {
  has_weights_ = true;
  if (!node_->Has(i)) return XNN_INVALID_VALUE_ID;
  const Tensor* weights = node_->constant(i);
  if (!weights && failure_.ok()) failure_ = Unsupported("XNNPACK: takes constant weights only");
  if (!weights || !CanHold(weights->type(), dims)) return XNN_INVALID_VALUE_ID;
  if (!bound_ || !arrange) return Value(dims, weights->data(), XNN_INVALID_VALUE_ID, 0);
  packed_.push_back(Buffer::Allocate(sizeof(float) * static_cast<size_t>(weights->elements())));
  arrange(weights->as<float>().data(), reinterpret_cast<float*>(packed_.back().mutable_data()));
  return Value(dims, packed_.back().data(), XNN_INVALID_VALUE_ID, 0);
}

Status XnnBuilder::Define(xnn_status status) {
  if (!failure_.ok()) return std::exchange(failure_, OkStatus());
  if (status == xnn_status_success) return OkStatus();
  if (status == xnn_status_out_of_memory) return MachineError("XNNPACK: out of memory");
  return Unsupported("XNNPACK: refuses the node (", static_cast<int>(status), ")");
}

}  // namespace slipway::interpreter
