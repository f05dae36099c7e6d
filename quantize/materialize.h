#pragma once
// Materialize: choices as a graph. Nodes on codes get int8 or int16 operands, int8 weights and integer biases; where
// codes and floats, or codes of two kinds, meet, Quantize and Dequantize stand between. Weights of float nodes are
// stored as float16 or int4 behind Dequantize (values beyond 65504 are clamped), or as int8 for hybrid kernels.
// Signatures, names and order stay.

#include "quantize/assign.h"
#include "quantize/recipe.h"

namespace slipway::quantize {

// What becomes of one graph.
struct GraphForms {
  std::span<const Choice> choices;  // by NodeId
  std::vector<Assignment> codes;    // of int8 and int16x8, those that the recipe has

  // What the node computes on; nullptr: floats.
  const Assignment* CodesOf(ir::NodeId id) const {
    for (const Assignment& a : codes)
      if (a.on_codes[static_cast<size_t>(id)]) return &a;
    return nullptr;
  }
};

struct Materialized {
  std::vector<int> quantized;              // nodes on codes and stored weights, by rule + 1
  std::vector<std::string> block_weights;  // quantize/block_weights.h
};

// Appends the form of one graph to `out` and what it did to `done`. The recipe tells the types of inputs and outputs.
Status Materialize(const ir::Graph&, const GraphForms&, const Recipe&, ir::Module* out, Materialized* done);

}  // namespace slipway::quantize
