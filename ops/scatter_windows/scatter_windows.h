#pragma once
// ScatterWindows: StableHLO's scatter. A copy of x into which boxes of `updates` are put, added and so on, at positions
// that index vectors say, in the order of the updates.
//   operands: x, indices, updates
// The index vectors lie along axis index_vector_dim of indices (= its rank: each index is a vector of one); entry k is
// the position along axis scatter_dims_to_operand_dims[k] of x. Axes of updates in update_window_dims walk through a
// box (which has size 1 along the axes inserted_window_dims of x), the others through the vectors. An element of a box
// that falls outside of x is dropped.
//
// C1 indices hold integers; updates have x's dtype
// C2 lists of axes ascend and are in range; update_window_dims and inserted_window_dims make up rank(x)
// C3 scatter_dims_to_operand_dims has as many entries, each another axis of x, as a vector has elements
// C4 the axes of updates that are no window's have the sizes of the vectors' axes
// C5 type(y) = type(x)

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

enum class ScatterFunction { kReplace, kAdd, kMul, kMinimum, kMaximum };
std::span<const char* const> EnumNames(ScatterFunction);

struct ScatterWindows {
  ScatterFunction function = ScatterFunction::kReplace;
  std::vector<int64_t> update_window_dims, inserted_window_dims, scatter_dims_to_operand_dims;
  int64_t index_vector_dim = 0;

  static void Fields(auto& op, auto&& f) {
    f("function", op.function);
    f("update_window_dims", op.update_window_dims);
    f("inserted_window_dims", op.inserted_window_dims);
    f("scatter_dims_to_operand_dims", op.scatter_dims_to_operand_dims);
    f("index_vector_dim", op.index_vector_dim);
  }
  using ReferenceTypes = NumberTypes;
  static Status FromTflite(const TfliteOperator&, ScatterWindows*);
};

Result<TensorTypes> Infer(const ScatterWindows&, Inputs);
Result<interpreter::Kernel> Prepare(const ScatterWindows&, interpreter::PrepareContext&);

}  // namespace slipway::ops
