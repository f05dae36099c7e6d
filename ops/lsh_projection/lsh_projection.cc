#include "ops/lsh_projection/lsh_projection.h"

#include <cstring>

#include "base/fingerprint.h"

namespace slipway::ops {

std::span<const char* const> EnumNames(LshType) {
  static constexpr const char* names[] = {"Unknown", "Sparse", "Dense"};
  return names;
}

bool LshBit(float seed, const char* items, int64_t n, size_t bytes, const float* weights, char* key) {
  double sum = 0;
  std::memcpy(key, &seed, sizeof seed);
  for (int64_t i = 0; i < n; ++i) {
    if (bytes > 0) std::memcpy(key + sizeof seed, items + static_cast<size_t>(i) * bytes, bytes);
    double hash = static_cast<double>(static_cast<int64_t>(Fingerprint64({key, sizeof seed + bytes})));
    sum += weights ? static_cast<double>(weights[i]) * hash : hash;
  }
  return sum > 0;
}

Result<TensorTypes> Infer(const LshProjection& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(2, 3));
  if (op.type == LshType::kUnknown) return BadInput("type is unknown, expected sparse or dense");
  const Shape &hash = in.shape(0), &x = in.shape(1);
  if (in.dtype(0) != DType::kF32 || (hash.has_rank() && (hash.rank() != 2 || hash[1] > 32)))
    return BadInput("hash is ", in[0], ", expected f32 [functions, bits up to 32]");  // lsh_projection_c1
  if (DTypeSize(in.dtype(1)) == 0 || (x.has_rank() && x.rank() == 0))
    return BadInput("x is ", in[1], ", expected items of whole bytes");  // lsh_projection_c2
  if (in.Has(2) && (in.dtype(2) != DType::kF32 || !Compatible(Shape{x.has_rank() ? x[0] : kUnknownDim}, in.shape(2))))
    return BadInput("weights is ", in[2], ", expected one f32 per item of x ", x);  // lsh_projection_c3
  bool known = hash.has_rank() && hash[0] >= 0 && (op.type == LshType::kSparse || hash[1] >= 0);
  int64_t n = !known ? kUnknownDim : op.type == LshType::kSparse ? hash[0] : hash.Elements();
  return TensorTypes{TensorType(DType::kI32, Shape{n})};  // lsh_projection_c4
}

}  // namespace slipway::ops
