#pragma once
// What convolutions, transposed and depthwise convolutions and fully connected layers have in common: weights, a bias
// and an activation. A pass that says "after a linear op" looks through this.

#include <optional>

#include "ir/patch.h"
#include "ops/attributes.h"

namespace slipway::converter {

struct Linear {
  ir::NodeId node;
  int weights;  // operand index
  int bias;     // operand index; the operand may be absent
  ops::Activation activation;
  int64_t channels;  // of the result
};

// The linear op that makes `v`, if its weights are constant, its bias constant or absent, its channels known, and `v`
// has no other use.
std::optional<Linear> LinearBefore(const ir::Graph&, ir::ValueId v);

// Is `t` one number, or one per channel (all leading dimensions 1)?
bool IsPerChannel(const Tensor& t, int64_t channels);

// weights * scale[channels], in the layout of the op.
Result<ir::ValueId> ScaleWeights(ir::Patch&, const ir::Graph&, const Linear&, ir::ValueId scale);
// `t` as a vector of one number per channel.
Result<ir::ValueId> AsChannelVector(ir::Patch&, const Linear&, ir::ValueId t, const std::string& origin);
// The same op with other weights and bias; `activation` replaces its own.
Result<ir::ValueId> RebuildLinear(ir::Patch&, const ir::Graph&, const Linear&, ir::ValueId weights, ir::ValueId bias,
                                  ops::Activation activation, const TensorType& result);

}  // namespace slipway::converter
