#pragma once
// The element types that TensorFlow and TFLite files hold. Our own numbering; formats/ map it to theirs.

#include <complex>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/half.h"
#include "base/strings.h"

namespace slipway {

enum class DType : uint8_t {
  kInvalid,
  kF32,
  kF64,
  kF16,
  kBF16,
  kI4,
  kI8,
  kI16,
  kI32,
  kI64,
  kU8,
  kU16,
  kU32,
  kU64,
  kBool,
  kString,
  kC64,
  kC128,
  kResource,
  kVariant,
};
inline constexpr int kDTypeCount = static_cast<int>(DType::kVariant) + 1;

// Does this build have kernels for it? A selective build lists the types of its models' tensors
// (cmake/selective.cmake).
constexpr bool KeepsDType(DType t) {
#define KEPT(type) \
  if (t == DType::type) return true;
#include "base/kept_dtypes.def"
#undef KEPT
  return false;
}

// "f32", "i8", "string", ...
const char* DTypeName(DType);
// kInvalid if there is no such name.
DType DTypeFromName(std::string_view);

// Bytes per element; 0 for strings, handles and packed types (kI4: use ByteSize of the element count).
int DTypeSize(DType);
// Bytes of `elements` packed elements of a fixed-size type.
size_t DTypeBytes(DType, size_t elements);
// Element i of packed kI4 bytes: two to a byte, the low half first.
inline int PackedInt4(const uint8_t* bytes, size_t i) {
  int nibble = bytes[i / 2] >> (i % 2 * 4) & 15;
  return nibble < 8 ? nibble : nibble - 16;
}
// The same for a count out of a file: nothing if it is negative or the bytes overflow.
std::optional<size_t> CheckedBytes(DType, int64_t elements);

constexpr bool IsFloat(DType t) {
  return t == DType::kF32 || t == DType::kF64 || t == DType::kF16 || t == DType::kBF16;
}
constexpr bool IsInteger(DType t) {
  return t == DType::kI4 || t == DType::kI8 || t == DType::kI16 || t == DType::kI32 || t == DType::kI64 ||
         t == DType::kU8 || t == DType::kU16 || t == DType::kU32 || t == DType::kU64;
}
constexpr bool IsNumber(DType t) { return IsFloat(t) || IsInteger(t); }

template <class T>
constexpr DType DTypeOf() {
  using U = std::remove_cv_t<T>;
  if constexpr (std::is_same_v<U, float>)
    return DType::kF32;
  else if constexpr (std::is_same_v<U, double>)
    return DType::kF64;
  else if constexpr (std::is_same_v<U, Half>)
    return DType::kF16;
  else if constexpr (std::is_same_v<U, BFloat16>)
    return DType::kBF16;
  else if constexpr (std::is_same_v<U, int8_t>)
    return DType::kI8;
  else if constexpr (std::is_same_v<U, int16_t>)
    return DType::kI16;
  else if constexpr (std::is_same_v<U, int32_t>)
    return DType::kI32;
  else if constexpr (std::is_same_v<U, int64_t>)
    return DType::kI64;
  else if constexpr (std::is_same_v<U, uint8_t>)
    return DType::kU8;
  else if constexpr (std::is_same_v<U, uint16_t>)
    return DType::kU16;
  else if constexpr (std::is_same_v<U, uint32_t>)
    return DType::kU32;
  else if constexpr (std::is_same_v<U, uint64_t>)
    return DType::kU64;
  else if constexpr (std::is_same_v<U, bool>)
    return DType::kBool;
  else if constexpr (std::is_same_v<U, std::string>)
    return DType::kString;
  else if constexpr (std::is_same_v<U, std::complex<float>>)
    return DType::kC64;
  else if constexpr (std::is_same_v<U, std::complex<double>>)
    return DType::kC128;
  else
    return DType::kInvalid;
}

// Calls f(T{}) with the C++ type of a fixed-size real dtype (floats, integers of whole bytes, bool) that this build
// keeps; false if there is none.
template <class F>
bool VisitFixedDType(DType t, F&& f) {
  switch (t) {
#define VISIT(type, T)                             \
  case DType::type:                                \
    if constexpr (KeepsDType(DType::type)) f(T{}); \
    return KeepsDType(DType::type);
    VISIT(kF32, float)
    VISIT(kF64, double)
    VISIT(kF16, Half)
    VISIT(kBF16, BFloat16)
    VISIT(kI8, int8_t)
    VISIT(kI16, int16_t)
    VISIT(kI32, int32_t)
    VISIT(kI64, int64_t)
    VISIT(kU8, uint8_t)
    VISIT(kU16, uint16_t)
    VISIT(kU32, uint32_t)
    VISIT(kU64, uint64_t)
    VISIT(kBool, bool)
#undef VISIT
    default:
      return false;
  }
}

inline void StrAppendOne(std::string& out, DType t) { out.append(DTypeName(t)); }
template <>
struct TextPart<DType> {
  static constexpr char kLetter = 't';
  static int Pass(DType part) { return static_cast<int>(part); }
};

}  // namespace slipway
