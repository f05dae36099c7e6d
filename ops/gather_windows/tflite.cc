#include "ops/tables/tflite.h"
#include "ops/gather_windows/gather_windows.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) {
  v.Ints(0, "offset_dims", op.offset_dims, tflite::Wire::kI64);
  v.Ints(1, "collapsed_slice_dims", op.collapsed_slice_dims, tflite::Wire::kI64);
  v.Ints(2, "start_index_map", op.start_index_map, tflite::Wire::kI64);
  v.Int(3, "index_vector_dim", op.index_vector_dim, 0, tflite::Wire::kI64);
  v.Ints(4, "slice_sizes", op.slice_sizes, tflite::Wire::kI64);
  v.Bool(5, "indices_are_sorted", op.indices_are_sorted);
}

Status GatherWindows::FromTflite(const TfliteOperator& in, GatherWindows* op) {
  return ReadOptions(in, OptionsType::StablehloGatherOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const GatherWindows& op, const TfliteTypes& types) {
  if (types.in(1) != DType::kI32 && types.in(1) != DType::kI64)
    return Unsupported("LiteRT's STABLEHLO_GATHER takes indices of i32 and i64, not ", types.in(1));
  return MakeForm(Builtin::STABLEHLO_GATHER, 1, OptionsType::StablehloGatherOptions, op,
                  [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
