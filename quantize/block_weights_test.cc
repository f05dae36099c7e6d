#include "quantize/block_weights.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/wire/tflite_export.h"
#include "ir/wire/tflite_import.h"
#include "ops/cases.h"
#include "ops/fully_connected/fully_connected.h"
#include "ops/unary/unary.h"
#include "quantize/quantize.h"

namespace slipway::quantize {
namespace {

using ::testing::HasSubstr;

TEST(BlockWeights, AreWrittenAsCodesWithAScalePerBlock) {
  ir::Module m;
  ir::Graph& g = m.AddGraph("g");
  ir::ValueId x = g.AddInput(TensorType(DType::kF32, {2, 64}), "x");
  Tensor w = ops::MakeOperand(ops::Rand({5, 64}), 3);
  for (size_t i = 0; i < 32; ++i) w.as<float>()[i] *= 100;  // a block apart
  auto y = g.Add(ops::FullyConnected{.activation = ops::Activation::kRelu},
                 {x, g.AddConstant(w, "w"), ir::ValueId::kNone}, "y");
  g.SetOutputs({*y});
  m.signatures.push_back({.key = "s", .graph = 0, .inputs = {{"x", 0}}, .outputs = {{"y", 0}}});
  QuantizeReport report;
  Recipe recipe{.mode = Mode::kInt4, .dynamic_min_elements = 1, .block_size = 32};
  auto model = Quantize(*wire::ExportTflite(m), recipe, {}, {}, &report);
  ASSERT_TRUE(model.ok()) << model.status().message();
  EXPECT_EQ(report.quantized, 1);
  const tflite::TensorInfo* weights = nullptr;
  for (const auto& t : model->subgraphs[0].tensors)
    if (t.name == "w/blocks0") weights = &t;
  ASSERT_TRUE(weights);
  EXPECT_EQ(weights->dtype(), DType::kI4);
  EXPECT_EQ(weights->quantization.details.block_size, 32);
  EXPECT_EQ(model->buffers[weights->buffer].size(), 5u * 64 / 2);
  // Read back, they are the floats that the codes tell: half a step of the block away at most.
  auto read = wire::ImportTflite(*model);
  ASSERT_TRUE(read.ok()) << read.status().message();
  ASSERT_EQ(read->graphs[0]->Order().size(), 2u) << "LiteRT forgets an activation behind such weights: it stands alone";
  EXPECT_TRUE(read->graphs[0]->node(read->graphs[0]->Order()[1]).op.Is<ops::Unary>());
  const ir::Node& dense = read->graphs[0]->node(read->graphs[0]->Order()[0]);
  const Tensor* back = read->graphs[0]->ConstantOf(dense.inputs[1]);
  ASSERT_TRUE(back);
  for (size_t i = 0; i < 5 * 64; ++i) EXPECT_NEAR(back->as<float>()[i], w.as<float>()[i], i < 32 ? 7.2f : 0.072f) << i;
  recipe.block_size = 48;
  EXPECT_THAT(CheckRecipe(recipe).message(), HasSubstr("block_size is 48, expected 32, 64, 128 or 256"));
  recipe.block_size = 64;
  recipe.target.litert_minor = 0;
  EXPECT_THAT(CheckRecipe(recipe).message(), HasSubstr("LiteRT 2.0 misreads such weights"));
  EXPECT_THAT(CheckRecipe({.mode = Mode::kInt8, .block_size = 32}).message(), HasSubstr("is for the mode int4"));
}

}  // namespace
}  // namespace slipway::quantize
