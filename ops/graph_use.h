#pragma once
// Graphs of the module that an op runs (If, While, Case, Call, CallOnce). Such an op states the indices in fields and
// says `static std::vector<GraphUse> Graphs(const OP&)`; `static void SetGraphs(OP&, std::span<const int>)` takes
// others in the same order.

#include <span>
#include <vector>

#include "base/tensor.h"
#include "ops/op.h"

namespace slipway::ops {

struct GraphUse {
  int graph = 0;          // index in the module
  int first_operand = 0;  // the graph's inputs are the operands from here on
  bool decides = false;   // its result is one bool that nobody else sees; else its results are the op's
};

// Empty for ops that run none. Defined in tables/graphs.cc.
std::vector<GraphUse> GraphsOf(const Op&);
// A copy of the op that runs these instead, as many as GraphsOf gives.
Op WithGraphs(const Op&, std::span<const int> graphs);

// Types of results as an op that runs graphs states them.
std::vector<TensorType> StatedTypes(const std::vector<DType>& dtypes, const std::vector<Shape>& shapes);
// What both shapes are: dimensions in which they differ are unknown, and the rank where they differ in it.
Shape CommonShape(const Shape& a, const Shape& b);
// One bool: a scalar, or a vector of one.
bool IsOneBool(const TensorType&);

}  // namespace slipway::ops
