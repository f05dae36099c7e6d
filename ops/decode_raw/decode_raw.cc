#include "ops/decode_raw/decode_raw.h"

#include <algorithm>
#include <cstring>

namespace slipway::ops {

namespace {

Tensor OneElement(const char* bytes, DType type, bool little_endian) {
  Tensor t(type, Shape{});
  char* to = static_cast<char*>(t.data());
  std::memcpy(to, bytes, static_cast<size_t>(DTypeSize(type)));
  if (!little_endian) std::reverse(to, to + DTypeSize(type));
  return t;
}

}  // namespace

double RealFromBytes(const char* bytes, DType type, bool little_endian) {
  return OneElement(bytes, type, little_endian).AsDoubles()[0];
}

int64_t IntFromBytes(const char* bytes, DType type, bool little_endian) {
  return type == DType::kBool ? *bytes != 0 : OneElement(bytes, type, little_endian).AsInts()[0];
}

Result<TensorTypes> Infer(const DecodeRaw& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  if (in.dtype(0) != DType::kString) return BadInput("x is ", in.dtype(0), ", expected strings");  // decode_raw_c1
  bool known = (IsNumber(op.out_type) || op.out_type == DType::kBool) && DTypeSize(op.out_type) > 0;
  if (!known) return BadInput("out_type is ", op.out_type);  // decode_raw_c2
  const Shape& x = in.shape(0);
  std::vector<int64_t> y(x.begin(), x.end());
  y.push_back(kUnknownDim);
  Shape shape = Shape::UnknownRank();
  if (x.has_rank()) {
    ASSIGN_OR_RETURN(shape, Shape::FromDims(y));
  }
  return TensorTypes{{op.out_type, shape}};  // decode_raw_c4
}

}  // namespace slipway::ops
