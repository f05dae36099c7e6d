#pragma once
// The one place that says which rewrites run, and in which order.

#include "ir/rewrite.h"

namespace slipway::converter {

// Every rule that one of these runs; those that need the whole module are in passes/passes.h.
std::vector<ir::Rule> AllRules();

// Import's graph as few and simple nodes: frozen, folded, recognised, fused. For every engine.
Status Simplify(ir::Module&, ir::RewriteStats*, const ir::RewriteOptions& = {});
// Then TFLite's own demands: fully connected layers, filter layouts, biases, index types.
Status MakeLegal(ir::Module&, ir::RewriteStats*, const ir::RewriteOptions& = {});
// What came from a .tflite file as TensorFlow writes it: the layouts of filters.
Status MakeTensorFlow(ir::Module&, ir::RewriteStats*, const ir::RewriteOptions& = {});

}  // namespace slipway::converter
