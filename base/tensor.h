#pragma once
// TensorType (what a tensor is) and Tensor (one with its elements).
//
// A Tensor is a handle: copies share the elements. Fixed-size elements are contiguous, row-major, little-endian bytes,
// 64-byte aligned when we allocate them (mapped file bytes may be less aligned). Strings are a shared vector.
// Reading a shared Tensor from many threads is safe; writing needs the only handle.

#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "base/shape.h"

namespace slipway {

// real = scale * (q - zero_point). One scale for the tensor, or one per index of `axis`. Empty: not quantized.
struct Quantization {
  std::vector<float> scale;
  std::vector<int64_t> zero_point;  // as many as scales
  int axis = 0;                     // meaningful with several scales

  bool empty() const { return scale.empty(); }
  bool per_channel() const { return scale.size() > 1; }
  friend bool operator==(const Quantization&, const Quantization&) = default;
};

struct TensorType {
  DType dtype = DType::kInvalid;
  Shape shape;
  Quantization quant;

  TensorType() = default;
  TensorType(DType d, Shape s) : dtype(d), shape(s) {}
  TensorType(DType d, Shape s, Quantization q) : dtype(d), shape(s), quant(std::move(q)) {}
  friend bool operator==(const TensorType&, const TensorType&) = default;
};

// "f32[?,8,8,1]", "i8[4]{0.5:-3}", "i8[2,3]{axis=0 0.5,0.25}"
std::string ToString(const TensorType&);
inline void StrAppendOne(std::string& out, const TensorType& t) { out.append(ToString(t)); }
template <>
struct TextPart<TensorType> : AddressPart<TensorType, 'T'> {};

// Bytes that somebody owns.
class Buffer {
 public:
  Buffer() = default;
  static Buffer Allocate(size_t bytes);  // 64-byte aligned, zeroed
  static Buffer Copy(const void* data, size_t bytes);
  // Bytes kept alive by `owner` (a mapped file, a parsed proto).
  static Buffer View(std::shared_ptr<const void> owner, const void* data, size_t bytes);

  const std::byte* data() const { return data_; }
  std::byte* mutable_data() { return const_cast<std::byte*>(data_); }
  size_t size() const { return size_; }

 private:
  std::shared_ptr<const void> owner_;
  const std::byte* data_ = nullptr;
  size_t size_ = 0;
};

class Tensor {
 public:
  Tensor() = default;
  // Zeroed elements; the shape must be static.
  explicit Tensor(TensorType type);
  Tensor(DType dtype, Shape shape) : Tensor(TensorType(dtype, shape)) {}
  // `data` must hold the bytes of `type`.
  Tensor(TensorType type, Buffer data);

  template <class T>
  static Tensor Of(Shape shape, std::span<const T> values) {
    Tensor t(DTypeOf<T>(), shape);
    CHECK(static_cast<int64_t>(values.size()) == shape.Elements());
    if constexpr (std::is_same_v<T, std::string>)
      std::copy(values.begin(), values.end(), t.strings().begin());
    else if (!values.empty())
      std::memcpy(t.data(), values.data(), values.size() * sizeof(T));
    return t;
  }
  template <class T>
  static Tensor Of(Shape shape, std::initializer_list<T> values) {
    return Of<T>(shape, std::span<const T>(values.begin(), values.size()));
  }
  template <class T>
  static Tensor Scalar(T value) {
    return Of<T>(Shape{}, std::span<const T>(&value, 1));
  }
  static Tensor Vector(std::span<const int64_t> values, DType dtype = DType::kI32);

  const TensorType& type() const { return type_; }
  TensorType& mutable_type() { return type_; }
  DType dtype() const { return type_.dtype; }
  const Shape& shape() const { return type_.shape; }
  int64_t elements() const { return type_.shape.Elements(); }
  bool valid() const { return type_.dtype != DType::kInvalid; }

  const void* data() const { return buffer_.data(); }
  void* data() { return buffer_.mutable_data(); }
  size_t bytes() const { return buffer_.size(); }
  const Buffer& buffer() const { return buffer_; }

  template <class T>
  std::span<const T> as() const {
    CHECK(DTypeOf<T>() == type_.dtype);
    return {reinterpret_cast<const T*>(buffer_.data()), static_cast<size_t>(elements())};
  }
  template <class T>
  std::span<T> as() {
    CHECK(DTypeOf<T>() == type_.dtype);
    return {reinterpret_cast<T*>(buffer_.mutable_data()), static_cast<size_t>(elements())};
  }
  const std::vector<std::string>& strings() const { return *strings_; }
  std::vector<std::string>& strings() { return *strings_; }

  // Elements of any integer or bool dtype as int64; CHECKs the dtype.
  std::vector<int64_t> AsInts() const;
  // Elements of any number dtype or bool as double.
  std::vector<double> AsDoubles() const;
  // Same elements under another static shape with as many elements.
  Tensor Reshaped(Shape shape) const;
  // A deep copy.
  Tensor Clone() const;

 private:
  TensorType type_;
  Buffer buffer_;
  std::shared_ptr<std::vector<std::string>> strings_;
};

// Bitwise equality of type and elements.
bool Identical(const Tensor& a, const Tensor& b);

}  // namespace slipway
