#pragma once
// XNNPACK as a NodeEngine, for f32 nodes.
//
//  * A run is one XNNPACK runtime. Its tensors lie in our arena: each operand and result is an external value of its
//    own, so views cost nothing and each node may see a tensor under the shape it likes. XNNPACK runs nodes in order.
//  * Only the result of a Pad that one convolution reads is XNNPACK's own, so that it can fuse the two.
//  * Forks go to the interpreter's ThreadPool (pool.h).

#include "interpreter/node_engine.h"

namespace slipway::interpreter {

// kWhereFaster: leaves to our kernels the ops that they do faster (ADR 4).
enum class XnnUse { kAll, kWhereFaster };

// nullptr where XNNPACK is not built in or does not know this machine. Lives as long as the program.
const NodeEngine* XnnEngine(XnnUse);

}  // namespace slipway::interpreter
