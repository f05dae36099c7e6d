#include "ops/tables/pool_struct.h"
#include "ops/transpose_conv_bias/transpose_conv_bias.h"

namespace slipway::ops {

Status TransposeConvBias::FromTflite(const TfliteOperator& in, TransposeConvBias* op) {
  ASSIGN_OR_RETURN(auto numbers, ReadStruct<4>(in, 3));
  ASSIGN_OR_RETURN(op->padding, PaddingOf(numbers[0]));
  op->stride_w = numbers[1];
  op->stride_h = numbers[2];
  if (numbers[3] != 0) return Unsupported("an activation of ", TransposeConvBias::kCustomName);
  return OkStatus();
}

Result<TfliteForm> ToTflite(const TransposeConvBias& op, const TfliteTypes&) {
  return MakeCustomForm(TransposeConvBias::kCustomName,
                        WriteStruct(std::array<int32_t, 5>{PaddingCode(op.padding), op.stride_w, op.stride_h, 0, 0}));
}

}  // namespace slipway::ops
