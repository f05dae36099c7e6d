#include "ops/intermediates.h"

#include "ops/lstm/lstm.h"

namespace slipway::ops {

Op WithIntermediates(Op op, std::span<const TensorType> types) {
  const Lstm* lstm = op.As<Lstm>();
  bool any = false;
  for (const TensorType& t : types) any |= !t.quant.empty();
  if (!lstm || !any) return op;
  Lstm with = *lstm;
  for (const TensorType& t : types) {
    with.intermediate_scales.push_back(t.quant.empty() ? 0 : static_cast<double>(t.quant.scale[0]));
    with.intermediate_zero_points.push_back(t.quant.empty() ? 0 : t.quant.zero_point[0]);
  }
  return with;
}

std::vector<TensorType> IntermediatesOf(const Op& op) {
  std::vector<TensorType> types;
  const Lstm* lstm = op.As<Lstm>();
  for (size_t i = 0; lstm && i < lstm->intermediate_scales.size(); ++i) {
    bool code = lstm->intermediate_scales.size() == 12 ? i % 3 != 0 : i == 4;
    types.emplace_back(code ? DType::kI8 : DType::kI16, Shape{});
    if (lstm->intermediate_scales[i] > 0)
      types.back().quant = {{static_cast<float>(lstm->intermediate_scales[i])}, {lstm->intermediate_zero_points[i]}, 0};
  }
  return types;
}

}  // namespace slipway::ops
