#include "ops/svdf/svdf.h"

#include "ops/recurrent.h"

namespace slipway::ops {

static Status CheckTypes(Inputs in) {
  bool codes = in.dtype(0) == DType::kI8;
  if (!codes) return CheckFloatLayer(in, 0, 1);
  bool known = in.dtype(1) == DType::kI8 && (in.dtype(2) == DType::kI16 || in.dtype(2) == DType::kI8);
  if (!known)
    return Unsupported("no kernel combines i8 with ", in.dtype(1), " feature and ", in.dtype(2), " time weights");
  return OkStatus();
}

Result<TensorTypes> Infer(const Svdf& op, Inputs in) {
  if (in.size() != 5 || !in.Has(0) || !in.Has(1) || !in.Has(2))
    return BadInput("expected 5 operands, of which the bias may be absent");  // svdf_c1
  RETURN_IF_ERROR(CheckTypes(in));                                            // svdf_c3
  const Shape &x = in.shape(0), &features = in.shape(1), &time = in.shape(2);
  for (const Shape* s : {&x, &features, &time})
    if (s->has_rank() && s->rank() != 2) return BadInput("an operand has shape ", *s, ", expected rank 2");  // svdf_c2
  auto dim = [](const Shape& s, int i) { return s.has_rank() ? s[i] : int64_t{-1}; };
  int64_t batch = dim(x, 0), filters = dim(features, 0), memory = dim(time, 1);
  if (op.rank <= 0 || (filters >= 0 && filters % op.rank != 0))
    return BadInput("rank ", op.rank, " does not divide ", filters, " filters");  // svdf_c1
  if (memory == 0) return BadInput("the time weights have shape ", time, ": no memory");
  int64_t units = filters < 0 ? -1 : filters / op.rank;
  bool codes = in.dtype(0) == DType::kI8;
  RETURN_IF_ERROR(CheckOperand(in, 1, in.dtype(1), {filters, dim(x, 1)}));                          // svdf_c2
  RETURN_IF_ERROR(CheckOperand(in, 2, codes ? in.dtype(2) : in.dtype(1), {filters, memory}));       // svdf_c2
  if (in.Has(3)) RETURN_IF_ERROR(CheckOperand(in, 3, codes ? DType::kI32 : DType::kF32, {units}));  // svdf_c2
  int64_t kept = filters < 0 || memory < 0 ? -1 : filters * memory;
  RETURN_IF_ERROR(CheckOperand(in, 4, codes ? in.dtype(2) : DType::kF32, {batch, kept}));  // svdf_c2
  return TensorTypes{{in.dtype(0), Shape{batch, units}}};                                  // svdf_c5
}

}  // namespace slipway::ops
