#include "ops/fake_quant/fake_quant.h"

#include <cmath>

namespace slipway::ops {

NudgedRange Nudge(float min, float max, int num_bits, bool narrow_range) {
  if (min == 0 && max == 0) return {};
  float qmin = narrow_range ? 1 : 0, qmax = static_cast<float>((1 << num_bits) - 1);
  float scale = (max - min) / (qmax - qmin);
  float z = qmin - min / scale;
  z = z < qmin ? qmin : z > qmax ? qmax : std::round(z);
  NudgedRange r{.min = (qmin - z) * scale, .max = (qmax - z) * scale, .scale = scale, .inverse_scale = 1 / scale};
  r.zero = std::floor(-r.min * r.inverse_scale + 0.5f);
  return r;
}

Status CheckRange(const FakeQuant& op, Inputs in, int first) {
  if (op.num_bits < 2 || op.num_bits > 16)
    return BadInput("num_bits is ", op.num_bits, ", expected 2 to 16");                               // fake_quant_c2
  if (in.Has(first + 1) != in.Has(first + 2)) return BadInput("min and max must be given together");  // fake_quant_c3
  const Shape& x = in.shape(first);
  const bool scalar = x.has_rank() && x.rank() == 0 && op.axis == -1;
  if (x.has_rank() && !scalar) RETURN_IF_ERROR(ToStatus(NormalizeAxis(op.axis, x.rank())));  // fake_quant_c3
  for (int i = first; i < first + 3 && in.Has(i); ++i) {
    if (in.dtype(i) != DType::kF32)
      return BadInput("operand ", i, " is ", in.dtype(i), ", expected f32");  // fake_quant_c1
    const Shape& range = in.shape(i);
    if (i == first || !range.IsStatic() || range.Elements() == 1) continue;
    bool vector = range.rank() == 1;
    if (vector && x.has_rank()) {
      ASSIGN_OR_RETURN(int axis, NormalizeAxis(op.axis, x.rank()));  // fake_quant_c3
      vector = x[axis] < 0 || x[axis] == range[0];
    }
    if (!vector) return BadInput("min or max has shape ", range, ", x has ", x);  // fake_quant_c3
  }
  return OkStatus();
}

Result<TensorTypes> Infer(const FakeQuant& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1, 3));
  RETURN_IF_ERROR(CheckRange(op, in, 0));
  return TensorTypes{{in.dtype(0), in.shape(0)}};  // fake_quant_c4
}

}  // namespace slipway::ops
