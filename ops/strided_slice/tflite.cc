#include "ops/tables/tflite.h"
#include "ops/strided_slice/strided_slice.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) {
  v.Int(0, "begin_mask", op.begin_mask);
  v.Int(1, "end_mask", op.end_mask);
  v.Int(2, "ellipsis_mask", op.ellipsis_mask);
  v.Int(3, "new_axis_mask", op.new_axis_mask);
  v.Int(4, "shrink_axis_mask", op.shrink_axis_mask);
  v.Bool(5, "offset", op.offset);
}

Status StridedSlice::FromTflite(const TfliteOperator& in, StridedSlice* op) {
  return ReadOptions(in, OptionsType::StridedSliceOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const StridedSlice& op, const TfliteTypes& types) {
  int rank = types.inputs[0].shape.has_rank() ? types.inputs[0].shape.rank() : 0;
  DType t = types.in(0);
  int version = op.offset                                          ? 8
                : t == DType::kU32                                 ? 7
                : (op.ellipsis_mask != 0 || op.new_axis_mask != 0) ? 6
                : t == DType::kString                              ? 5
                : rank > 4                                         ? 4
                : t == DType::kBool                                ? 3
                : t == DType::kI8                                  ? 2
                                                                   : 1;
  return MakeForm(Builtin::STRIDED_SLICE, version, OptionsType::StridedSliceOptions, op,
                  [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
