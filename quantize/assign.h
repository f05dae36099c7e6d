#pragma once
// Assign: which nodes compute on codes (int8, or int16 activations), and with which scale each value is stored.
//
// - A node does if the recipe asks for such codes, its rule (ops/quant_rule.h) has such a kernel and the target runtime
// knows the operator in the version that such codes need, its weights are constant float32, its bias is constant
//   or absent, no operand or result holds an infinity, NaN or a stand-in for one, no whole numbers are made of its
//   results, and unless a rule names the node no logarithm is taken of them (quantize/counting_nodes.h) and its
//   rounding does not add up in a loop (quantize/recurrent_nodes.h).
// - Few light nodes on codes between floats are put back: they would lose by rounding and gain nothing.
// - Values tied by ops that keep the scale (pooling, reshape, concat, ...) form a class with the union of their ranges.
// An operand whose range was trained has its own, and is requantized for an op that has other operands, too.
// - A class made only by ops with a fixed output takes that; otherwise such an op's result is requantized.

#include <map>
#include <string>
#include <vector>

#include "quantize/calibration.h"
#include "quantize/recipe.h"

namespace slipway::quantize {

// A signature's graph, whose inputs and outputs callers see.
bool IsDoor(const ir::Module&, int graph);

struct Assignment {
  DType codes = DType::kI8;            // of activations: i8 or i16
  std::vector<bool> on_codes;          // by NodeId
  std::vector<Quantization> value;     // by ValueId; empty: stays as it is
  std::vector<Quantization> produced;  // by ValueId: what its producer on codes gives, where that differs; else empty
  std::map<std::pair<ir::NodeId, size_t>, Quantization> operand;  // what an operand is requantized to for this node
  std::vector<ir::ValueId> unseen;                                // what kept a node float because no sample reached it
  std::map<ir::NodeId, std::string> lacking;  // nodes that stay float for want of a kernel, and which one
};

// `choices`: of the graph's nodes. What no sample reached (a branch) stays float. `doors`: inputs and outputs that
// callers want as codes, whether nodes on codes use them or not.
Assignment Assign(const ir::Module&, int graph, std::span<const Choice> choices, const Calibration&, DType codes,
                  const tflite::TargetRuntime&, std::span<const ir::ValueId> doors = {});

}  // namespace slipway::quantize
