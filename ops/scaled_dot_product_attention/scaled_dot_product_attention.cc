#include "ops/scaled_dot_product_attention/scaled_dot_product_attention.h"

#include <cmath>

namespace slipway::ops {

double AttentionScale(const ScaledDotProductAttention& op, int64_t depth) {
  return op.scale != 0 ? static_cast<double>(op.scale) : 1 / std::sqrt(static_cast<double>(depth));
}

Result<TensorTypes> Infer(const ScaledDotProductAttention&, Inputs in) {
  RETURN_IF_ERROR(in.Count(4));
  for (int i = 0; i < 4; ++i) {
    const Shape& s = in.shape(i);
    if (!IsFloat(in.dtype(i)) || in.dtype(i) != in.dtype(0) || (s.has_rank() && s.rank() != 4))
      return BadInput("operand ", i, " is ", in[i],
                      ", expected one float type and rank 4");  // scaled_dot_product_attention_c1
  }
  const Shape &q = in.shape(0), &k = in.shape(1), &v = in.shape(2), &mask = in.shape(3);
  if (!Compatible(k, v)) return BadInput("k has shape ", k, " and v ", v);  // scaled_dot_product_attention_c2
  if (q.has_rank() && k.has_rank()) {
    Shape expected = {q[0], k[1], k[2], q[3]};
    bool divides = k[2] < 0 || q[2] < 0 || (k[2] > 0 && q[2] % k[2] == 0);
    if (!Compatible(expected, k) || !divides)
      return BadInput("k of shape ", k, " does not fit q of shape ", q);  // scaled_dot_product_attention_c2
    const int64_t scores[] = {q[0], q[2], q[1], k[1]};
    for (int i = 0; mask.has_rank() && i < 4; ++i)
      if (mask[i] >= 0 && mask[i] != 1 && scores[i] >= 0 && mask[i] != scores[i])
        return BadInput("the mask of shape ", mask, " does not broadcast to [", StrJoin(scores, ","),
                        "]");  // scaled_dot_product_attention_c3
  }
  return TensorTypes{{in.dtype(0), q}};  // scaled_dot_product_attention_c4
}

}  // namespace slipway::ops
