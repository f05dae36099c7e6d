#pragma once
// Lowerings: TensorFlow ops that are no ops of ours, written in terms of ours. One file and one row of
// ir/wire/tf_lowerings.def each; asked before the ops themselves.

#include <string_view>
#include <vector>

#include "ir/wire/tf.h"

namespace slipway::wire {

using LowerFunction = Result<std::vector<ir::ValueId>> (*)(const TfNode&, TfImporter&);

// Nullptr: there is none.
LowerFunction FindLowering(std::string_view tf_op);

#define LOWERING(tf, name) Result<std::vector<ir::ValueId>> Lower##name(const TfNode&, TfImporter&);
#include "ir/wire/tf_lowerings.def"
#undef LOWERING

}  // namespace slipway::wire
