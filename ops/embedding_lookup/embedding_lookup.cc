#include "ops/embedding_lookup/embedding_lookup.h"

namespace slipway::ops {

std::span<const char* const> EnumNames(LookupResult) {
  static constexpr const char* names[] = {"Params", "F32", "F16"};
  return names;
}

Result<TensorTypes> Infer(const EmbeddingLookup& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  RETURN_IF_ERROR(CheckIntegers(in, 0, "ids", 1));  // embedding_lookup_c1
  const TensorType& params = in[1];
  if (params.shape.has_rank() && params.shape.rank() < 2)
    return BadInput("params has shape ", params.shape, ", expected rows of numbers");  // embedding_lookup_c2
  DType t = params.dtype;
  bool real = op.result != LookupResult::kParams;
  bool codes = t == DType::kI8 || t == DType::kU8 || t == DType::kI4;
  if (real && !codes && !IsFloat(t))
    return BadInput("params is ", t, ", expected numbers or their codes");  // embedding_lookup_c4
  if (real && params.quant.per_channel() && params.quant.axis != 0)
    return BadInput("params has scales along axis ", params.quant.axis,
                    ", expected one per row");  // embedding_lookup_c4
  int64_t rows = params.shape.has_rank() ? params.shape[0] : kUnknownDim;
  int64_t scales = static_cast<int64_t>(params.quant.scale.size());
  if (real && scales > 1 && rows >= 0 && scales != rows)
    return BadInput("params has ", scales, " scales for ", rows, " rows");  // embedding_lookup_c4
  if (real) t = op.result == LookupResult::kF16 ? DType::kF16 : DType::kF32;
  Shape y = params.shape;
  if (y.has_rank()) y[0] = LengthOf(in, 0);
  return TensorTypes{TensorType(t, y, real ? Quantization{} : MovedQuant(params))};  // embedding_lookup_c5
}

}  // namespace slipway::ops
