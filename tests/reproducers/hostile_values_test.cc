// Inputs of clean models that read beyond operands, divided by zero, never ended or asked for memory that no limit saw.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "interpreter/interpreter.h"
#include "ops/conv_2d/conv_2d.h"
#include "ops/cumsum/cumsum.h"
#include "ops/embedding_lookup/embedding_lookup.h"
#include "ops/fill/fill.h"
#include "ops/fully_connected/fully_connected.h"
#include "ops/mat_mul/mat_mul.h"
#include "ops/rfft_2d/rfft_2d.h"
#include "ops/slice/slice.h"

namespace slipway {
namespace {

using interpreter::Backend;
using interpreter::Interpreter;
using testing::HasSubstr;

// What a model of one op says to these operands; "" is values. Every operand is an input but those in `constant`.
std::string Reply(ops::Op op, std::vector<Tensor> operands, std::vector<bool> constant, DType result, Backend backend) {
  interpreter::PlanGraph g;
  for (size_t i = 0; i < operands.size(); ++i) {
    g.tensors.push_back({StrCat("operand", i), operands[i].type(), constant[i] ? operands[i] : Tensor()});
    if (!constant[i]) g.inputs.push_back(static_cast<int>(i));
  }
  interpreter::PlanOp node{.op = op, .origin = "layer"};
  for (size_t i = 0; i < operands.size(); ++i) node.inputs.push_back(static_cast<int>(i));
  node.outputs = g.outputs = {static_cast<int>(operands.size())};
  g.tensors.push_back({"result", TensorType(result, Shape::UnknownRank())});
  g.ops.push_back(node);
  interpreter::PlanModule module;
  module.graphs.push_back(g);
  auto model = interpreter::Model::FromModule(module);
  CHECK(model.ok());
  auto made = Interpreter::Create(*model, {.backend = backend, .max_arena_bytes = 1 << 20});
  if (!made.ok()) return made.status().message();
  std::vector<Tensor> inputs;
  for (int i : g.inputs) inputs.push_back(operands[static_cast<size_t>(i)]);
  auto y = (*made)->main().Run(inputs);
  return y.ok() ? "" : y.status().message();
}

Tensor Ints(std::initializer_list<int32_t> values) {
  return Tensor::Of<int32_t>({static_cast<int64_t>(values.size())}, values);
}

constexpr Backend kBackends[] = {Backend::kReference, Backend::kKernel, Backend::kAuto};

// References check nothing, and Infer was not asked again where the size alone decided the result's shape.
TEST(HostileValues, SliceBeginsOutsideThoughItsSizeIsConstant) {
  for (Backend backend : kBackends)
    for (int32_t begin : {2, -1, INT32_MAX, INT32_MIN})
      EXPECT_THAT(Reply(ops::Slice{}, {Tensor(DType::kF32, {3}), Ints({begin}), Ints({2})}, {false, false, true},
                        DType::kF32, backend),
                  HasSubstr("'layer'"));
}

// References made results before anybody asked the limit.
TEST(HostileValues, FillIsRefusedBeforeItsReferenceMakesIt) {
  for (Backend backend : kBackends)
    for (std::initializer_list<int32_t> dims : {std::initializer_list<int32_t>{INT32_MAX, INT32_MAX}, {1 << 30, 1}})
      EXPECT_THAT(Reply(ops::Fill{}, {Ints(dims), Tensor::Scalar<float>(1)}, {false, false}, DType::kF32, backend),
                  HasSubstr("'layer'"));
}

// A transform of no image made tables for its whole length.
TEST(HostileValues, RfftOfNothingNeedsNoTables) {
  for (Backend backend : kBackends)
    for (bool constant : {false, true})
      (void)Reply(ops::Rfft2D{}, {Tensor(DType::kF32, {0, 4, 4}), Ints({2, INT32_MAX})}, {false, constant}, DType::kC64,
                  backend);
}

// Groups of channels were counted by dividing by how many there are.
TEST(HostileValues, ConvolutionOfNoChannels) {
  Tensor x(TensorType(DType::kI8, {1, 2, 2, 0}, {{0.5f}, {0}})),
      filter(TensorType(DType::kI8, {1, 1, 1, 1}, {{0.5f}, {0}}));
  ops::Conv2D op;
  op.layout = ops::FilterLayout::kTflite;
  for (Backend backend : kBackends)
    EXPECT_THAT(Reply(op, {x, filter}, {false, true}, DType::kI8, backend), HasSubstr("does not divide x's 0"));
}

// The reference of a layer with 8-bit weights read them as floats where the file gave them no scales.
TEST(HostileValues, CodesWithoutScales) {
  for (Backend backend : kBackends)
    for (DType x : {DType::kF32, DType::kF16})
      EXPECT_THAT(Reply(ops::MatMul{}, {Tensor(x, {2, 2}), Tensor(DType::kI8, {2, 2})}, {false, true}, x, backend),
                  HasSubstr("'layer'"));
  for (Backend backend : kBackends)
    EXPECT_THAT(Reply(ops::FullyConnected{}, {Tensor(DType::kF32, {2, 2}), Tensor(DType::kI8, {2, 2})}, {false, true},
                      DType::kF32, backend),
                HasSubstr("'layer'"));
  for (Backend backend : kBackends)
    (void)Reply(ops::EmbeddingLookup{}, {Ints({0}), Tensor(DType::kI8, {2, 2})}, {false, true}, DType::kF32, backend);
}

// No elements, but rows enough to walk over for hours.
TEST(HostileValues, AbsurdShapesWithoutElements) {
  auto model = [] {
    interpreter::PlanGraph g;
    g.tensors = {{"x", TensorType(DType::kF32, {-1, -1})},
                 {"axis", TensorType(DType::kI32, {}), Tensor::Scalar<int32_t>(1)},
                 {"y", TensorType(DType::kF32, {-1, -1})}};
    g.inputs = {0};
    g.outputs = {2};
    g.ops.push_back({ops::Cumsum{}, {0, 1}, {2}, "layer"});
    interpreter::PlanModule module;
    module.graphs.push_back(g);
    return *interpreter::Model::FromModule(module);
  }();
  auto made = std::move(Interpreter::Create(model)).value();
  EXPECT_THAT(made->main().ResizeInput(0, {int64_t{1} << 40, 0}).message(), HasSubstr("input 'x': too large"));
  EXPECT_TRUE(made->main().ResizeInput(0, {1 << 20, 0}).ok());
  EXPECT_TRUE(made->main().Invoke().ok());
}

}  // namespace
}  // namespace slipway
