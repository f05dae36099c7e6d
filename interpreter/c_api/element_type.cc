#include "interpreter/c_api/element_type.h"

#include <iterator>

namespace slipway::c_api {

namespace {

struct Row {
  TfLiteType type;
  DType dtype;
};

// In the order of the file's codes.
constexpr Row kRows[] = {
    {kTfLiteFloat32, DType::kF32},   {kTfLiteFloat16, DType::kF16},       {kTfLiteInt32, DType::kI32},
    {kTfLiteUInt8, DType::kU8},      {kTfLiteInt64, DType::kI64},         {kTfLiteString, DType::kString},
    {kTfLiteBool, DType::kBool},     {kTfLiteInt16, DType::kI16},         {kTfLiteComplex64, DType::kC64},
    {kTfLiteInt8, DType::kI8},       {kTfLiteFloat64, DType::kF64},       {kTfLiteComplex128, DType::kC128},
    {kTfLiteUInt64, DType::kU64},    {kTfLiteResource, DType::kResource}, {kTfLiteVariant, DType::kVariant},
    {kTfLiteUInt32, DType::kU32},    {kTfLiteUInt16, DType::kU16},        {kTfLiteInt4, DType::kI4},
    {kTfLiteBFloat16, DType::kBF16}, {kTfLiteInt2, DType::kInvalid},      {kTfLiteUInt4, DType::kInvalid},
};

}  // namespace

TfLiteType TypeOf(DType dtype) {
  for (const Row& row : kRows)
    if (row.dtype == dtype && dtype != DType::kInvalid) return row.type;
  return kTfLiteNoType;
}

DType DTypeOfType(TfLiteType type) {
  for (const Row& row : kRows)
    if (row.type == type) return row.dtype;
  return DType::kInvalid;
}

TfLiteType TypeOfFileCode(int8_t code) {
  return code >= 0 && static_cast<size_t>(code) < std::size(kRows) ? kRows[code].type : kTfLiteNoType;
}

}  // namespace slipway::c_api
