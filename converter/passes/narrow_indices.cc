#include <limits>

#include "converter/passes/passes.h"
#include "ops/arg_max/arg_max.h"
#include "ops/batch_to_space_nd/batch_to_space_nd.h"
#include "ops/cast/cast.h"
#include "ops/cumsum/cumsum.h"
#include "ops/reduce/reduce.h"
#include "ops/reshape/reshape.h"
#include "ops/resize_bilinear/resize_bilinear.h"
#include "ops/resize_nearest/resize_nearest.h"
#include "ops/reverse/reverse.h"
#include "ops/scatter_nd/scatter_nd.h"
#include "ops/segment_sum/segment_sum.h"
#include "ops/space_to_batch_nd/space_to_batch_nd.h"
#include "ops/strided_slice/strided_slice.h"
#include "ops/top_k/top_k.h"
#include "ops/transpose/transpose.h"
#include "ops/transpose_conv/transpose_conv.h"
#include "ops/unsorted_segment/unsorted_segment.h"

namespace slipway::converter {

using ir::ValueId;

// The operands that LiteRT reads as i32 whatever their type is.
static std::vector<size_t> IndexOperands(const ops::Op& op) {
  if (op.Is<ops::Reshape>() || op.Is<ops::Transpose>() || op.Is<ops::Reduce>() || op.Is<ops::ArgMax>() ||
      op.Is<ops::Reverse>() || op.Is<ops::ResizeBilinear>() || op.Is<ops::ResizeNearest>() || op.Is<ops::Cumsum>() ||
      op.Is<ops::TopK>() || op.Is<ops::SegmentSum>())
    return {1};
  if (op.Is<ops::SpaceToBatchNd>() || op.Is<ops::BatchToSpaceNd>() || op.Is<ops::UnsortedSegment>()) return {1, 2};
  if (op.Is<ops::StridedSlice>()) return {1, 2, 3};
  if (op.Is<ops::ScatterNd>()) return {0, 2};
  if (op.Is<ops::TransposeConv>()) return {0};
  return {};
}

Rewrite NarrowIndices(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  ir::Patch p(g, id, "narrow_indices");
  std::vector<ValueId> operands = n.inputs;
  bool changed = false;
  for (size_t i : IndexOperands(n.op)) {
    ValueId v = i < operands.size() ? operands[i] : ValueId::kNone;
    if (v == ValueId::kNone || g.type(v).dtype != DType::kI64) continue;
    if (const Tensor* t = g.ConstantOf(v)) {
      std::vector<int64_t> values = t->AsInts();
      for (int64_t& x : values) {
        constexpr int64_t lo = std::numeric_limits<int32_t>::min(), hi = std::numeric_limits<int32_t>::max();
        x = x < lo ? lo : x > hi ? hi : x;  // "to the end" is often written as the largest i64
      }
      operands[i] = p.Constant(Tensor::Vector(values).Reshaped(t->shape()), g.value(v).name);
    } else {
      ASSIGN_OR_RETURN(operands[i], p.Add(ops::Cast{.to = DType::kI32}, {v}, StrCat(g.value(v).name, "/i32")));
    }
    changed = true;
  }
  if (!changed) return std::nullopt;
  std::vector<TensorType> types;
  for (ValueId v : n.outputs) types.push_back(g.type(v));
  ASSIGN_OR_RETURN(std::vector<ValueId> results, p.AddNode(n.op, std::move(operands), n.origin, types));
  for (size_t i = 0; i < results.size(); ++i) p.Replace(n.outputs[i], results[i]);
  return p;
}

}  // namespace slipway::converter
