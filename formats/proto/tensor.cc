#include "formats/proto/tensor.h"

#include <algorithm>
#include <cstring>

#include "base/wire.h"
#include "formats/proto/types.h"
#include "tensorflow/core/framework/tensor.pb.h"

namespace slipway::proto {

namespace {

using tensorflow::TensorProto;

constexpr uint64_t kMaxFill = uint64_t{1} << 30;

Status ContentSizeError(const TensorType& type, size_t expected, size_t actual) {
  return BadInput("a tensor ", type, " needs ", expected, " bytes of content, but has ", actual);
}

// An int4 is one byte in TensorFlow's content, half a byte in ours.
Tensor PackInt4(const TensorType& type, const uint8_t* bytes) {
  Tensor t(type);
  auto* out = static_cast<uint8_t*>(t.data());
  for (int64_t i = 0; i < t.elements(); ++i) out[i / 2] |= static_cast<uint8_t>((bytes[i] & 15) << (i % 2 * 4));
  return t;
}

Result<Tensor> StringsFromContent(const TensorType& type, std::string_view content) {
  if (static_cast<uint64_t>(type.shape.Elements()) > content.size())
    return ContentSizeError(type, static_cast<size_t>(type.shape.Elements()), content.size());
  Tensor t(type);
  std::vector<uint64_t> sizes(t.strings().size());
  for (uint64_t& size : sizes)
    if (!TakeVarint(content, &size)) return BadInput("the content of a tensor ", type, " is cut in its lengths");
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] > content.size()) return BadInput("the content of a tensor ", type, " is cut in its strings");
    t.strings()[i] = content.substr(0, sizes[i]);
    content.remove_prefix(sizes[i]);
  }
  if (!content.empty()) return BadInput("the content of a tensor ", type, " has ", content.size(), " bytes too many");
  return t;
}

Result<Tensor> FromContent(const TensorType& type, const std::string& content, std::shared_ptr<const void> owner) {
  if (type.dtype == DType::kString) return StringsFromContent(type, content);
  auto elements = static_cast<size_t>(type.shape.Elements());
  bool packed = type.dtype == DType::kI4;
  std::optional<size_t> bytes = packed ? elements : CheckedBytes(type.dtype, type.shape.Elements());
  if (!bytes || *bytes != content.size()) return ContentSizeError(type, bytes.value_or(SIZE_MAX), content.size());
  const auto* data = reinterpret_cast<const uint8_t*>(content.data());
  if (packed) return PackInt4(type, data);
  if (type.dtype == DType::kBool && std::any_of(data, data + *bytes, [](uint8_t b) { return b > 1; }))
    return BadInput("the content of a tensor ", type, " has a byte that is neither 0 nor 1");
  bool aligned = reinterpret_cast<uintptr_t>(data) % static_cast<size_t>(DTypeSize(type.dtype)) == 0;
  if (owner && aligned) return Tensor(type, Buffer::View(std::move(owner), data, *bytes));
  return Tensor(type, Buffer::Copy(data, *bytes));
}

// Fills `t` from `available` values of `at`, repeating the last.
template <class T, class At>
void Fill(Tensor& t, int available, At at) {
  auto* out = static_cast<T*>(t.data());
  int64_t n = t.elements(), listed = std::min<int64_t>(n, available);
  for (int64_t i = 0; i < listed; ++i) out[i] = at(static_cast<int>(i));
  if (listed > 0) std::fill(out + listed, out + n, out[listed - 1]);
}

template <class T, class Field>
void FillPlain(Tensor& t, const Field& field) {
  Fill<T>(t, field.size(), [&](int i) { return static_cast<T>(field.Get(i)); });
}

template <class T, class Field>
void FillComplex(Tensor& t, const Field& field) {
  Fill<std::complex<T>>(t, field.size() / 2,
                        [&](int i) { return std::complex<T>(field.Get(2 * i), field.Get(2 * i + 1)); });
}

template <class T>
void FillHalf(Tensor& t, const TensorProto& proto) {
  Fill<T>(t, proto.half_val_size(), [&](int i) {
    T v;
    v.bits = static_cast<uint16_t>(proto.half_val(i));
    return v;
  });
}

void FillStrings(Tensor& t, const TensorProto& proto) {
  auto& out = t.strings();
  size_t listed = std::min(out.size(), static_cast<size_t>(proto.string_val_size()));
  for (size_t i = 0; i < listed; ++i) out[i] = proto.string_val(static_cast<int>(i));
  if (listed > 0) std::fill(out.begin() + static_cast<ptrdiff_t>(listed), out.end(), out[listed - 1]);
}

Tensor Int4FromList(const TensorType& type, const TensorProto& proto) {
  Tensor bytes(DType::kU8, type.shape);
  FillPlain<uint8_t>(bytes, proto.int_val());
  return PackInt4(type, static_cast<const uint8_t*>(bytes.data()));
}

Result<Tensor> FromLists(const TensorType& type, const TensorProto& proto) {
  auto elements = static_cast<uint64_t>(type.shape.Elements());
  uint64_t each = type.dtype == DType::kString ? sizeof(std::string) : std::max(1, DTypeSize(type.dtype));
  if (elements > kMaxFill / each && elements > proto.ByteSizeLong())
    return BadInput("a tensor ", type, " that is listed in ", proto.ByteSizeLong(), " bytes is too large to fill");
  if (type.dtype == DType::kI4) return Int4FromList(type, proto);
  Tensor t(type);
  switch (type.dtype) {
    case DType::kF32:
      FillPlain<float>(t, proto.float_val());
      break;
    case DType::kF64:
      FillPlain<double>(t, proto.double_val());
      break;
    case DType::kF16:
      FillHalf<Half>(t, proto);
      break;
    case DType::kBF16:
      FillHalf<BFloat16>(t, proto);
      break;
    case DType::kI8:
      FillPlain<int8_t>(t, proto.int_val());
      break;
    case DType::kI16:
      FillPlain<int16_t>(t, proto.int_val());
      break;
    case DType::kI32:
      FillPlain<int32_t>(t, proto.int_val());
      break;
    case DType::kI64:
      FillPlain<int64_t>(t, proto.int64_val());
      break;
    case DType::kU8:
      FillPlain<uint8_t>(t, proto.int_val());
      break;
    case DType::kU16:
      FillPlain<uint16_t>(t, proto.int_val());
      break;
    case DType::kU32:
      FillPlain<uint32_t>(t, proto.uint32_val());
      break;
    case DType::kU64:
      FillPlain<uint64_t>(t, proto.uint64_val());
      break;
    case DType::kBool:
      FillPlain<bool>(t, proto.bool_val());
      break;
    case DType::kC64:
      FillComplex<float>(t, proto.scomplex_val());
      break;
    case DType::kC128:
      FillComplex<double>(t, proto.dcomplex_val());
      break;
    case DType::kString:
      FillStrings(t, proto);
      break;
    default:
      return Unsupported("a tensor of ", DataTypeName(proto.dtype()), " has no elements to read");
  }
  return t;
}

bool IsHeld(DType dtype) { return dtype != DType::kInvalid && dtype != DType::kResource && dtype != DType::kVariant; }

void ScalarToList(const Tensor& t, TensorProto* proto) {
  switch (t.dtype()) {
    case DType::kF32:
      return proto->add_float_val(t.as<float>()[0]);
    case DType::kF64:
      return proto->add_double_val(t.as<double>()[0]);
    case DType::kF16:
      return proto->add_half_val(t.as<Half>()[0].bits);
    case DType::kBF16:
      return proto->add_half_val(t.as<BFloat16>()[0].bits);
    case DType::kI8:
    case DType::kI16:
    case DType::kI32:
    case DType::kU8:
    case DType::kU16:
      return proto->add_int_val(static_cast<int32_t>(t.AsInts()[0]));
    case DType::kI64:
      return proto->add_int64_val(t.as<int64_t>()[0]);
    case DType::kU32:
      return proto->add_uint32_val(t.as<uint32_t>()[0]);
    case DType::kU64:
      return proto->add_uint64_val(t.as<uint64_t>()[0]);
    case DType::kBool:
      return proto->add_bool_val(t.as<bool>()[0]);
    case DType::kC64: {
      std::complex<float> c = t.as<std::complex<float>>()[0];
      proto->add_scomplex_val(c.real());
      return proto->add_scomplex_val(c.imag());
    }
    case DType::kC128: {
      std::complex<double> c = t.as<std::complex<double>>()[0];
      proto->add_dcomplex_val(c.real());
      return proto->add_dcomplex_val(c.imag());
    }
    default:
      CHECK(false);
  }
}

}  // namespace

Result<Tensor> TensorFromProto(const TensorProto& proto, std::shared_ptr<const void> owner) {
  TensorType type;
  type.dtype = DTypeFromProto(proto.dtype());
  if (!IsHeld(type.dtype) || proto.dtype() > 100)
    return Unsupported("a constant of type ", DataTypeName(proto.dtype()), " cannot be read");
  ASSIGN_OR_RETURN(type.shape, ShapeFromProto(proto.tensor_shape()));
  if (!type.shape.has_rank()) type.shape = Shape{};
  if (!type.shape.IsStatic()) return BadInput("a constant has the unknown shape ", type.shape);
  if (proto.tensor_content().empty()) return FromLists(type, proto);
  return FromContent(type, proto.tensor_content(), std::move(owner));
}

void TensorToProto(const Tensor& tensor, TensorProto* proto) {
  CHECK(IsHeld(tensor.dtype()));
  proto->Clear();
  proto->set_dtype(DTypeToProto(tensor.dtype()));
  ShapeToProto(tensor.shape(), proto->mutable_tensor_shape());
  if (tensor.dtype() == DType::kString) {
    for (const std::string& s : tensor.strings()) proto->add_string_val(s);
  } else if (tensor.dtype() == DType::kI4) {
    for (int64_t v : tensor.AsInts()) proto->add_int_val(static_cast<int32_t>(v));
  } else if (tensor.elements() == 1) {
    ScalarToList(tensor, proto);
  } else {
    proto->set_tensor_content(tensor.data(), DTypeBytes(tensor.dtype(), static_cast<size_t>(tensor.elements())));
  }
}

}  // namespace slipway::proto
