// Rewrites and writers that took a node for one that does nothing: a Concat of one operand with an activation was
// dropped; a Concat of one operand was written as a ConcatV2 that TensorFlow refuses.
#include <gtest/gtest.h>

#include "converter/pipeline.h"
#include "ir/evaluate.h"
#include "ops/concat/concat.h"
#include "ops/pad/pad.h"
#include "ops/reshape/reshape.h"
#include "ops/unary/unary.h"

namespace slipway {
namespace {

using ir::ValueId;

struct OneGraph {
  ir::Module module;
  ir::Graph& g = module.AddGraph("g");
  ValueId x = g.AddInput(TensorType(DType::kF32, {3}), "x");

  ValueId Add(ops::Op op, std::vector<ValueId> inputs, std::vector<TensorType> types = {}) {
    auto y = g.AddNode(std::move(op), std::move(inputs), "n", types);
    EXPECT_TRUE(y.ok()) << y.status().message();
    return (*y)[0];
  }
  std::vector<float> Run(ValueId y) {
    g.SetOutputs({y});
    ir::RewriteStats stats;
    Status s = converter::Simplify(module, &stats);
    if (s.ok()) s = converter::MakeLegal(module, &stats);
    EXPECT_TRUE(s.ok()) << s.message();
    Tensor inputs[] = {Tensor::Of<float>({3}, {-1, 3, 7})};
    Result<std::vector<Tensor>> values = ir::EvaluateTensors(g, inputs);
    EXPECT_TRUE(values.ok()) << values.status().message();
    std::vector<float> numbers;
    for (double v : values->at(0).AsDoubles()) numbers.push_back(static_cast<float>(v));
    return numbers;
  }
};

TEST(LostActivation, AConcatOfOneOperandKeepsItsActivation) {
  OneGraph one;
  ValueId y = one.Add(ops::Concat{.activation = ops::Activation::kRelu6}, {one.x});
  EXPECT_EQ(one.Run(one.Add(ops::Unary{.kind = ops::UnaryKind::kNeg}, {y})), (std::vector<float>{0, -3, -6}));
}

TEST(LostActivation, AConcatOfOneOperandAloneGoes) {
  OneGraph one;
  ValueId y = one.Add(ops::Concat{}, {one.x});
  EXPECT_EQ(one.Run(one.Add(ops::Unary{.kind = ops::UnaryKind::kNeg}, {y})), (std::vector<float>{1, -3, -7}));
  EXPECT_EQ(one.g.num_nodes(), 1);
}

// Rewrites looked at operand 1 of a Reshape whose shape is an attribute.
TEST(LostActivation, AReshapeWithoutAShapeOperandIsLeftAlone) {
  OneGraph one;
  ValueId a = one.Add(ops::Reshape{.shape = {1, 3}}, {one.x});
  ValueId b = one.Add(ops::Reshape{.shape = {3, 1}}, {a});
  EXPECT_EQ(one.Run(one.Add(ops::Unary{.kind = ops::UnaryKind::kNeg}, {b})), (std::vector<float>{1, -3, -7}));
}

}  // namespace
}  // namespace slipway
