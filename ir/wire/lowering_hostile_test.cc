// Every lowering on operands that it was not made for: some are read, most refused, none ends the process.
#include <gtest/gtest.h>

#include <cstring>

#include "ir/wire/lower/lower.h"
#include "ir/wire/tf_node_reader.h"

namespace slipway::wire {
namespace {

constexpr const char* kLowered[] = {
#define LOWERING(tf, name) tf,
#include "ir/wire/tf_lowerings.def"
#undef LOWERING
};

Tensor Small(DType dtype, const Shape& shape) {
  Tensor t(dtype, shape);
  if (dtype == DType::kString) return t;
  std::memset(t.data(), 0, t.bytes());
  for (size_t i = 0; i < t.bytes(); i += static_cast<size_t>(DTypeSize(dtype))) static_cast<char*>(t.data())[i] = 1;
  return t;
}

const DType kTypes[] = {DType::kF32, DType::kI32, DType::kI64, DType::kString, DType::kC64, DType::kBool, DType::kF16};
const Shape kShapes[] = {Shape::UnknownRank(),
                         Shape{},
                         Shape{0},
                         Shape{2},
                         Shape{-1, 3},
                         Shape{2, 2},
                         Shape{1, 3, 4, 2},
                         Shape{1, -1, -1, 3},
                         Shape{2, 0, 3},
                         Shape{1, 1, 1, 1, 1}};

// Operand 0 of one type, the others of another; from operand `constants` on they are constants.
void Lower(const char* op, int operands, DType first, DType others, const Shape& x, const Shape& y, int constants) {
  ir::Graph graph;
  std::vector<ir::ValueId> inputs;
  for (int i = 0; i < operands; ++i) {
    DType dtype = i == 0 ? first : others;
    const Shape& shape = i == 0 ? x : y;
    if (i >= constants && shape.IsStatic())
      inputs.push_back(graph.AddConstant(Small(dtype, shape), StrCat("c", i)));
    else
      inputs.push_back(graph.AddInput(TensorType(dtype, shape), StrCat("x", i)));
  }
  NodeReader reader(graph, "layer", inputs);
  TfNode node;
  node.name = "layer";
  node.op = op;
  Result<std::vector<ir::ValueId>> outputs = FindLowering(op)(node, reader);
  if (!outputs.ok()) {
    EXPECT_FALSE(outputs.status().message().empty());
  }
}

TEST(HostileLowerings, NoneEndsTheProcess) {
  for (const char* op : kLowered) {
    SCOPED_TRACE(op);
    for (int operands = 0; operands <= 5; ++operands)
      for (DType first : kTypes)
        for (DType others : {first, DType::kI32, DType::kF32})
          for (const Shape& x : kShapes)
            for (const Shape& y : {x, Shape{}, Shape{2}, Shape{1}})
              for (int constants : {0, 1, operands}) Lower(op, operands, first, others, x, y, constants);
  }
}

}  // namespace
}  // namespace slipway::wire
