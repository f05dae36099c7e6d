#include "serving/tensor_message.h"

#include <algorithm>

#include "formats/proto/tensor.h"
#include "formats/proto/types.h"
#include "tensorflow/core/framework/tensor.pb.h"

namespace slipway::serving {

namespace {

constexpr uint64_t kMaxFill = uint64_t{64} << 20;

// A list stands for at most this many times its size: a few bytes must not claim the machine's memory.
RpcStatus CheckFill(const std::string& alias, const tensorflow::TensorProto& proto) {
  if (!proto.tensor_content().empty()) return {};
  uint64_t elements = 1;
  for (const auto& d : proto.tensor_shape().dim()) {
    if (d.size() <= 0) return {};  // empty, or refused elsewhere
    if (__builtin_mul_overflow(elements, static_cast<uint64_t>(d.size()), &elements)) return {};
  }
  DType dtype = proto::DTypeFromProto(proto.dtype());
  uint64_t each = dtype == DType::kString ? sizeof(std::string) : static_cast<uint64_t>(std::max(DTypeSize(dtype), 1));
  if (elements <= kMaxFill / each || elements <= proto.ByteSizeLong()) return {};
  return InvalidArgument("tensor parsing error: ", alias, " (", proto.ByteSizeLong(), " bytes stand for ", elements,
                         " elements)");
}

}  // namespace

RpcStatus TensorFromRequest(const std::string& alias, const tensorflow::TensorProto& proto, Tensor* tensor) {
  RETURN_IF_RPC_ERROR(CheckFill(alias, proto));
  // Without an owner's count: the caller keeps the message.
  std::shared_ptr<const void> unowned(std::shared_ptr<const void>(), &proto);
  Result<Tensor> t = proto::TensorFromProto(proto, std::move(unowned));
  if (!t.ok()) return InvalidArgument("tensor parsing error: ", alias, " (", t.status().message(), ")");
  *tensor = std::move(t).value();
  return {};
}

void TensorToTypedFields(const Tensor& t, tensorflow::TensorProto* proto) {
  if (t.dtype() == DType::kString || t.dtype() == DType::kI4) return proto::TensorToProto(t, proto);
  proto->Clear();
  proto->set_dtype(proto::DTypeToProto(t.dtype()));
  proto::ShapeToProto(t.shape(), proto->mutable_tensor_shape());
  auto copy = [](auto values, auto* field) { field->Add(values.begin(), values.end()); };
  switch (t.dtype()) {
    case DType::kF32:
      return copy(t.as<float>(), proto->mutable_float_val());
    case DType::kF64:
      return copy(t.as<double>(), proto->mutable_double_val());
    case DType::kI8:
      return copy(t.as<int8_t>(), proto->mutable_int_val());
    case DType::kI16:
      return copy(t.as<int16_t>(), proto->mutable_int_val());
    case DType::kI32:
      return copy(t.as<int32_t>(), proto->mutable_int_val());
    case DType::kI64:
      return copy(t.as<int64_t>(), proto->mutable_int64_val());
    case DType::kU8:
      return copy(t.as<uint8_t>(), proto->mutable_int_val());
    case DType::kU16:
      return copy(t.as<uint16_t>(), proto->mutable_int_val());
    case DType::kU32:
      return copy(t.as<uint32_t>(), proto->mutable_uint32_val());
    case DType::kU64:
      return copy(t.as<uint64_t>(), proto->mutable_uint64_val());
    case DType::kBool:
      return copy(t.as<bool>(), proto->mutable_bool_val());
    case DType::kF16:
      for (Half h : t.as<Half>()) proto->add_half_val(h.bits);
      return;
    case DType::kBF16:
      for (BFloat16 h : t.as<BFloat16>()) proto->add_half_val(h.bits);
      return;
    case DType::kC64:
      for (std::complex<float> c : t.as<std::complex<float>>()) {
        proto->add_scomplex_val(c.real());
        proto->add_scomplex_val(c.imag());
      }
      return;
    case DType::kC128:
      for (std::complex<double> c : t.as<std::complex<double>>()) {
        proto->add_dcomplex_val(c.real());
        proto->add_dcomplex_val(c.imag());
      }
      return;
    default:
      CHECK(false);
  }
}

void TensorToContent(const Tensor& t, tensorflow::TensorProto* proto) {
  proto::TensorToProto(t, proto);
  if (t.dtype() == DType::kString || t.dtype() == DType::kI4 || t.elements() != 1) return;
  // The codec lists single elements, which readers of text like; a client that asked for content gets content.
  proto->Clear();
  proto->set_dtype(proto::DTypeToProto(t.dtype()));
  proto::ShapeToProto(t.shape(), proto->mutable_tensor_shape());
  proto->set_tensor_content(t.data(), t.bytes());
}

}  // namespace slipway::serving
