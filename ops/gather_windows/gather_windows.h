#pragma once
// GatherWindows: StableHLO's gather. Boxes of slice_sizes elements of x at positions that index vectors say.
//   operands: x, indices
// The index vectors lie along axis index_vector_dim of indices (= its rank: each index is a vector of one); entry k is
// the position along axis start_index_map[k] of x, moved inside so that the box fits. Axes of the result that are in
// offset_dims walk through a box (but its axes in collapsed_slice_dims, of size 1), the others through the vectors.
//
// C1 indices hold integers
// C2 slice_sizes has rank(x) entries in [0, dimension], 1 for collapsed axes; lists of axes ascend and are in range
// C3 start_index_map has as many entries, each another axis of x, as a vector has elements
// C4 rank(y) = rank of the vectors' axes + size of offset_dims; dtype and quantization are x's

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct GatherWindows {
  std::vector<int64_t> offset_dims, collapsed_slice_dims, start_index_map, slice_sizes;
  int64_t index_vector_dim = 0;
  bool indices_are_sorted = false;  // a hint that nothing depends on

  static void Fields(auto& op, auto&& f) {
    f("offset_dims", op.offset_dims);
    f("collapsed_slice_dims", op.collapsed_slice_dims);
    f("start_index_map", op.start_index_map);
    f("slice_sizes", op.slice_sizes);
    f("index_vector_dim", op.index_vector_dim);
    f("indices_are_sorted", op.indices_are_sorted);
  }
  using ReferenceTypes = AnyTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Status FromTflite(const TfliteOperator&, GatherWindows*);
};

Result<TensorTypes> Infer(const GatherWindows&, Inputs);
Result<TfliteForm> ToTflite(const GatherWindows&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const GatherWindows&, interpreter::PrepareContext&);

}  // namespace slipway::ops
