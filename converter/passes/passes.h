#pragma once
// The rewrites between import and .tflite, one per file. Each looks at one node and answers with a patch or nothing
// (ir/rewrite.h); pipeline.cc alone says in which order they run.

#include <optional>

#include "ir/patch.h"
#include "ir/rewrite.h"

namespace slipway::converter {

using Rewrite = Result<std::optional<ir::Patch>>;

// kNone where operand i is absent, also because the list ends before it.
inline ir::ValueId Operand(const ir::Node& n, size_t i) {
  return i < n.inputs.size() ? n.inputs[i] : ir::ValueId::kNone;
}

// Variables that nothing writes become constants; reads of them go away. Says how many.
Result<int> FreezeVariables(ir::Module&);

// Constant operands of ops that run graphs (If, While) go into the graphs, where they can be folded and fused; those of
// loops only if the loop leaves them. Graphs that several ops run stay as they are. Says how many ops have changed.
Result<int> CaptureConstants(ir::Module&);

// Loops that are recurrent layers (LSTM, simple RNN) become the operator for it. Says how many, and why others that
// look like one do not.
Result<int> FuseRecurrent(ir::Module&, std::vector<ir::Declined>*);

// Nodes that return an operand as it is: Identity, Cast to the same type, a Reshape, Transpose, Pad, Reverse, Concat
// or AddN that does nothing.
Rewrite RemoveIdentity(const ir::Graph&, ir::NodeId);
// A node of constants becomes constants.
Rewrite FoldConstants(const ir::Graph&, ir::NodeId);
// ShapeOf a static shape becomes a constant; Reshape to a computed shape with at most one unknown dimension gets a
// constant one (Flatten of an unknown batch).
Rewrite ResolveShapes(const ir::Graph&, ir::NodeId);
// Reshape of Reshape, Transpose of Transpose.
Rewrite MergeMovements(const ir::Graph&, ir::NodeId);
// Minimum(Maximum(x, 0), 6) and its kin become RELU6, RELU, RELU_N1_TO_1.
Rewrite RecogniseClamp(const ir::Graph&, ir::NodeId);
// 0.5 x (1 + erf(x / sqrt 2)), or tanh of a cubic polynomial instead, becomes GELU.
Rewrite RecogniseGelu(const ir::Graph&, ir::NodeId);
// x rsqrt(max(sum x^2, 1e-12)) over the last axis becomes L2_NORMALIZATION.
Rewrite RecogniseL2Norm(const ir::Graph&, ir::NodeId);
// relu(x) - alpha relu(-x) with a constant alpha becomes PRELU.
Rewrite RecognisePrelu(const ir::Graph&, ir::NodeId);
// x * relu6(x + 3) / 6 becomes HARD_SWISH.
Rewrite RecogniseHardSwish(const ir::Graph&, ir::NodeId);
// FakeQuant whose constant range comes as operands gets it as attributes.
Rewrite FoldFakeQuantRange(const ir::Graph&, ir::NodeId);
// FakeQuant with a constant range per channel, which TFLite lacks, becomes arithmetic.
Rewrite LowerFakeQuant(const ir::Graph&, ir::NodeId);
// BatchNorm after a linear op scales its weights.
Rewrite FuseBatchNorm(const ir::Graph&, ir::NodeId);
// BatchNorm elsewhere becomes a multiplication and an addition.
Rewrite LowerBatchNorm(const ir::Graph&, ir::NodeId);
// Functions without a builtin (Softplus, Selu, Expm1, DivNoNan, ...) in terms of those that have one.
Rewrite LowerMath(const ir::Graph&, ir::NodeId);
// A constant factor per channel goes into the weights.
Rewrite FuseScale(const ir::Graph&, ir::NodeId);
// A constant factor of a layer's whole input (rescaled pixels) goes into the weights.
Rewrite FuseInputScale(const ir::Graph&, ir::NodeId);
// A constant addend of a dense layer's input, or the bias of the dense layer in front of it, goes through the weights
// into its bias: one rounding less on codes, and weights' own roundings do not meet it.
Rewrite FuseInputOffset(const ir::Graph&, ir::NodeId);
// A constant addend per channel goes into the bias.
Rewrite FuseBias(const ir::Graph&, ir::NodeId);
// A constant per channel, or a clamp, behind the reshape of a linear op comes before it, where it can be fused: a dense
// layer on rank 3, a 1D convolution.
Rewrite MoveChannelsBeforeReshape(const ir::Graph&, ir::NodeId);
Rewrite MoveActivationBeforeReshape(const ir::Graph&, ir::NodeId);
// A clamp goes into the op before it.
Rewrite FuseActivation(const ir::Graph&, ir::NodeId);
// Pad + VALID whose amounts are those of SAME becomes SAME.
Rewrite FusePad(const ir::Graph&, ir::NodeId);
// SpaceToBatchNd, convolution, BatchToSpaceNd become one dilated convolution.
Rewrite FuseDilation(const ir::Graph&, ir::NodeId);
// MatMul by constant weights becomes FullyConnected.
Rewrite MakeFullyConnected(const ir::Graph&, ir::NodeId);
// Filters in TensorFlow's layout become TFLite's.
Rewrite ConvertFilterLayout(const ir::Graph&, ir::NodeId);
// And back, for SavedModels.
Rewrite RestoreFilterLayout(const ir::Graph&, ir::NodeId);
// Convolutions without a bias get zeros: TFLite's runtimes want one.
Rewrite AddMissingBias(const ir::Graph&, ir::NodeId);
// i64 shapes, axes and permutations become i32 where TFLite takes nothing else.
Rewrite NarrowIndices(const ir::Graph&, ir::NodeId);
// The subscript of a StridedSlice without what LiteRT misreads: an ellipsis for no axis, a masked index.
Rewrite SimplifySubscript(const ir::Graph&, ir::NodeId);
// Operands that are broadcast to a higher rank than LiteRT can are spread out by BroadcastTo.
Rewrite SpreadOperands(const ir::Graph&, ir::NodeId);
// Nodes that compute what an earlier one has computed go away.
Rewrite ShareEqual(const ir::Graph&, ir::NodeId);
// Reverse along axes that are no neighbours becomes one Reverse per axis.
Rewrite SplitReverse(const ir::Graph&, ir::NodeId);

}  // namespace slipway::converter
