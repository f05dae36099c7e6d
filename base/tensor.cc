#include "base/tensor.h"

#include <cstdlib>
#include <cstring>
#include <new>

#include "base/pages.h"

namespace slipway {

std::string ToString(const TensorType& t) {
  std::string out = StrCat(t.dtype, t.shape);
  if (t.quant.empty()) return out;
  if (!t.quant.per_channel()) return StrCat(out, "{", t.quant.scale[0], ":", t.quant.zero_point[0], "}");
  StrAppend(out, "{axis=", t.quant.axis, " ");
  for (size_t i = 0; i < t.quant.scale.size(); ++i)
    StrAppend(out, i ? "," : "", t.quant.scale[i], ":", t.quant.zero_point[i]);
  return out + "}";
}

[[noreturn]] static void NoMemory() {
#ifdef __cpp_exceptions
  throw std::bad_alloc();
#else
  std::abort();
#endif
}

// The address sanitizer sees accesses outside of memory from the heap only.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SLIPWAY_ADDRESS_SANITIZER
#endif
#endif
#if defined(SLIPWAY_ADDRESS_SANITIZER) || defined(__SANITIZE_ADDRESS__)
constexpr size_t kFromPages = SIZE_MAX;
#else
constexpr size_t kFromPages = 128 << 10;
#endif

Buffer Buffer::Allocate(size_t bytes) {
  Buffer b;
  void* p = nullptr;
  const size_t padded = (bytes + 63) / 64 * 64 + 64;
  if (bytes >= kFromPages) {
    p = bytes > SIZE_MAX / 2 ? nullptr : MapPages(padded);
    if (!p) NoMemory();
    b.owner_ = std::shared_ptr<const void>(p, [padded](const void* q) { UnmapPages(const_cast<void*>(q), padded); });
  } else {
    p = std::aligned_alloc(64, padded);
    if (!p) NoMemory();
    std::memset(p, 0, bytes);
    b.owner_ = std::shared_ptr<const void>(p, [](const void* q) { std::free(const_cast<void*>(q)); });
  }
  b.data_ = static_cast<const std::byte*>(p);
  b.size_ = bytes;
  return b;
}

Buffer Buffer::Copy(const void* data, size_t bytes) {
  Buffer b = Allocate(bytes);
  if (bytes) std::memcpy(b.mutable_data(), data, bytes);
  return b;
}

Buffer Buffer::View(std::shared_ptr<const void> owner, const void* data, size_t bytes) {
  Buffer b;
  b.owner_ = std::move(owner);
  b.data_ = static_cast<const std::byte*>(data);
  b.size_ = bytes;
  return b;
}

Tensor::Tensor(TensorType type) : type_(std::move(type)) {
  CHECK(type_.shape.IsStatic());
  size_t n = static_cast<size_t>(type_.shape.Elements());
  if (type_.dtype == DType::kString)
    strings_ = std::make_shared<std::vector<std::string>>(n);
  else
    buffer_ = Buffer::Allocate(DTypeBytes(type_.dtype, n));
}

Tensor::Tensor(TensorType type, Buffer data) : type_(std::move(type)), buffer_(std::move(data)) {
  CHECK(type_.shape.IsStatic());
  CHECK(buffer_.size() >= DTypeBytes(type_.dtype, static_cast<size_t>(type_.shape.Elements())));
}

Tensor Tensor::Vector(std::span<const int64_t> values, DType dtype) {
  Tensor t(dtype, Shape{static_cast<int64_t>(values.size())});
  CHECK(dtype == DType::kI32 || dtype == DType::kI64);
  for (size_t i = 0; i < values.size(); ++i) {
    if (dtype == DType::kI32)
      t.as<int32_t>()[i] = static_cast<int32_t>(values[i]);
    else
      t.as<int64_t>()[i] = values[i];
  }
  return t;
}

template <class Out>
static std::vector<Out> Elements(const Tensor& t) {
  std::vector<Out> out(static_cast<size_t>(t.elements()));
  if (t.dtype() == DType::kI4) {
    const auto* bytes = static_cast<const uint8_t*>(t.data());
    for (size_t i = 0; i < out.size(); ++i) out[i] = static_cast<Out>(PackedInt4(bytes, i));
    return out;
  }
  bool known = VisitFixedDType(t.dtype(), [&](auto tag) {
    using T = decltype(tag);
    const char* p = static_cast<const char*>(t.data());
    for (size_t i = 0; i < out.size(); ++i) {
      T v;
      std::memcpy(&v, p + i * sizeof(T), sizeof(T));
      if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
        out[i] = static_cast<Out>(static_cast<float>(v));
      else
        out[i] = static_cast<Out>(v);
    }
  });
  CHECK(known);
  return out;
}

std::vector<int64_t> Tensor::AsInts() const {
  CHECK(IsInteger(dtype()) || dtype() == DType::kBool);
  return Elements<int64_t>(*this);
}

std::vector<double> Tensor::AsDoubles() const { return Elements<double>(*this); }

Tensor Tensor::Reshaped(Shape shape) const {
  CHECK(shape.Elements() == elements());
  Tensor t = *this;
  t.type_.shape = shape;
  return t;
}

Tensor Tensor::Clone() const {
  if (dtype() == DType::kString) {
    Tensor t(type_);
    *t.strings_ = *strings_;
    return t;
  }
  return Tensor(type_, Buffer::Copy(buffer_.data(), buffer_.size()));
}

bool Identical(const Tensor& a, const Tensor& b) {
  if (!(a.type() == b.type())) return false;
  if (a.dtype() == DType::kString) return a.strings() == b.strings();
  size_t bytes = DTypeBytes(a.dtype(), static_cast<size_t>(a.elements()));
  return bytes == 0 || std::memcmp(a.data(), b.data(), bytes) == 0;
}

}  // namespace slipway
