#include "formats/tflite/element_code.h"

#include <iterator>

#include "formats/tflite/schema_generated.h"

namespace slipway::tflite {

namespace {

struct Row {
  const char* name;
  int bits;
  DType dtype;
};

constexpr Row kRows[] = {
    {"FLOAT32", 32, DType::kF32},        {"FLOAT16", 16, DType::kF16},
    {"INT32", 32, DType::kI32},          {"UINT8", 8, DType::kU8},
    {"INT64", 64, DType::kI64},          {"STRING", 0, DType::kString},
    {"BOOL", 8, DType::kBool},           {"INT16", 16, DType::kI16},
    {"COMPLEX64", 64, DType::kC64},      {"INT8", 8, DType::kI8},
    {"FLOAT64", 64, DType::kF64},        {"COMPLEX128", 128, DType::kC128},
    {"UINT64", 64, DType::kU64},         {"RESOURCE", 0, DType::kResource},
    {"VARIANT", 0, DType::kVariant},     {"UINT32", 32, DType::kU32},
    {"UINT16", 16, DType::kU16},         {"INT4", 4, DType::kI4},
    {"BFLOAT16", 16, DType::kBF16},      {"INT2", 2, DType::kInvalid},
    {"UINT4", 4, DType::kInvalid},       {"FLOAT8_E4M3FN", 8, DType::kInvalid},
    {"FLOAT8_E5M2", 8, DType::kInvalid},
};
constexpr int kCount = static_cast<int>(std::size(kRows));
static_assert(kCount == static_cast<int>(fb::TensorType::MAX) + 1);

const Row* Find(int code) { return code >= 0 && code < kCount ? &kRows[code] : nullptr; }

}  // namespace

DType DTypeFromCode(int code) {
  const Row* row = Find(code);
  return row ? row->dtype : DType::kInvalid;
}

std::optional<int8_t> CodeFromDType(DType dtype) {
  if (dtype == DType::kInvalid) return std::nullopt;
  for (int code = 0; code < kCount; ++code)
    if (kRows[code].dtype == dtype) return static_cast<int8_t>(code);
  return std::nullopt;
}

const char* ElementCodeName(int code) {
  const Row* row = Find(code);
  return row ? row->name : nullptr;
}

int ElementCodeBits(int code) {
  const Row* row = Find(code);
  return row ? row->bits : 0;
}

}  // namespace slipway::tflite
