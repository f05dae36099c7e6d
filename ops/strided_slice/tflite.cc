#include "ops/strided_slice/strided_slice.h"
#include "ops/tables/litert_limits.h"

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

// An ellipsis that stands for no axis.
static bool HasEmptyEllipsis(const StridedSlice& op, const Shape& x, const Shape& begin) {
  if (op.ellipsis_mask == 0 || !x.has_rank() || !begin.IsStatic()) return false;
  int named = 0;
  for (int64_t i = 0; i < begin.Elements() && i < 32; ++i)
    named += ((op.ellipsis_mask | op.new_axis_mask) >> i & 1) == 0;
  return named == x.rank();
}

Result<TfliteForm> ToTflite(const StridedSlice& op, const TfliteTypes& types) {
  RETURN_IF_ERROR(NeedsI32(types, {1, 2, 3}));
  if (op.begin_mask & op.shrink_axis_mask & ~op.new_axis_mask & ~op.ellipsis_mask)
    return Unsupported("an index whose begin is masked, LiteRT then takes index 0");
  if (HasEmptyEllipsis(op, types.inputs[0].shape, types.inputs[1].shape))
    return Unsupported("an ellipsis that stands for no axis, LiteRT lets it stand for one");
  int rank = types.inputs[0].shape.has_rank() ? types.inputs[0].shape.rank() : 0;
  DType t = VersionType(types, 0);
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
