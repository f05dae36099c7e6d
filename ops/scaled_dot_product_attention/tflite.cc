#include "ops/scaled_dot_product_attention/scaled_dot_product_attention.h"
#include "ops/tables/known_custom.h"

namespace slipway::ops {

Status ScaledDotProductAttention::FromTflite(const TfliteOperator& in, ScaledDotProductAttention* op) {
  return ReadKnownOptions(in.custom_options, op);
}

Result<TfliteForm> ToTflite(const ScaledDotProductAttention& op, const TfliteTypes&) {
  return MakeCustomForm(ScaledDotProductAttention::kCustomName, op.scale == 0 ? std::string() : WriteCustomOptions(op));
}

}  // namespace slipway::ops
