// States of recurrent layers: kept between runs, reset, one per interpreter; a sequence in pieces is the sequence.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <algorithm>

#include "interpreter/graph_for_test.h"
#include "interpreter/interpreter.h"
#include "ops/lstm/lstm.h"
#include "ops/reshape/reshape.h"
#include "ops/rnn/rnn.h"
#include "ops/svdf/svdf.h"

namespace slipway::interpreter {
namespace {

using testing::HasSubstr;

Tensor Wave(Shape shape, float phase) {
  Tensor t(DType::kF32, shape);
  for (float& v : t.as<float>()) v = std::sin(phase += 0.7f) * 0.6f;
  return t;
}

int AddState(TestGraph& g, Shape shape, std::string name) {
  g.graph.tensors.push_back({std::move(name), TensorType(DType::kF32, shape), {}, true});
  return static_cast<int>(g.graph.tensors.size()) - 1;
}

constexpr int64_t kInput = 3, kCells = 5;

// y = lstm(x) over any number of steps, batch 1.
TestGraph LstmGraph(bool time_major) {
  TestGraph g;
  std::vector<int> in = {g.Input({DType::kF32, time_major ? Shape{-1, 1, kInput} : Shape{1, -1, kInput}}, "x")};
  float phase = 0;
  for (int64_t depth : {kInput, kCells})
    for (int gate = 0; gate < 4; ++gate) in.push_back(g.Constant(Wave({kCells, depth}, phase++)));
  for (int peephole = 0; peephole < 3; ++peephole) in.push_back(kAbsent);
  for (int gate = 0; gate < 4; ++gate) in.push_back(g.Constant(Wave({kCells}, phase++)));
  in.push_back(kAbsent);
  in.push_back(kAbsent);
  in.push_back(AddState(g, {1, kCells}, "h"));
  in.push_back(AddState(g, {1, kCells}, "c"));
  g.graph.outputs = {g.Add(ops::Lstm{.time_major = time_major}, in, "lstm")};
  return g;
}

std::shared_ptr<const Model> ModelOf(const TestGraph& g) {
  auto model = Model::FromModule(g.Module());
  EXPECT_TRUE(model.ok()) << model.status().message();
  return *model;
}

std::unique_ptr<Interpreter> Made(std::shared_ptr<const Model> model) {
  auto made = Interpreter::Create(std::move(model), {});
  EXPECT_TRUE(made.ok()) << made.status().message();
  return std::move(made).value();
}

std::vector<float> Outputs(Interpreter& interpreter, const Tensor& x) {
  auto results = interpreter.main().Run(std::span(&x, 1));
  EXPECT_TRUE(results.ok()) << results.status().message();
  if (!results.ok()) return {};
  std::span<const float> y = results->at(0).as<float>();
  return {y.begin(), y.end()};
}

Tensor Steps(const Tensor& x, int64_t first, int64_t steps) {
  std::span<const float> all = x.as<float>().subspan(static_cast<size_t>(first * kInput));
  return Tensor::Of<float>({1, steps, kInput}, all.first(static_cast<size_t>(steps * kInput)));
}

TEST(RecurrentState, ASequenceInPiecesIsTheSequence) {
  auto model = ModelOf(LstmGraph(false));
  Tensor x = Wave({1, 300, kInput}, 2);
  auto whole = Made(model), pieces = Made(model);
  std::vector<float> want = Outputs(*whole, x), got;
  ASSERT_EQ(want.size(), 300u * kCells);
  for (int64_t first = 0, steps = 1; first < 300; first += steps, steps = std::min(2 * steps + 1, 300 - first)) {
    std::vector<float> part = Outputs(*pieces, Steps(x, first, steps));
    got.insert(got.end(), part.begin(), part.end());
  }
  EXPECT_EQ(got, want);
  EXPECT_NE(Outputs(*whole, x), want);  // goes on where it was
  whole->ResetState();
  EXPECT_EQ(Outputs(*whole, x), want);
}

TEST(RecurrentState, TheOrderOfAxesDoesNotMatter) {
  Tensor x = Wave({1, 40, kInput}, 2);
  auto batch_major = Made(ModelOf(LstmGraph(false))), time_major = Made(ModelOf(LstmGraph(true)));
  EXPECT_EQ(Outputs(*batch_major, x), Outputs(*time_major, x.Reshaped({40, 1, kInput})));
}

// Input sums are made for as many steps as fit a block; here each of the blocks holds few.
TEST(RecurrentState, LongRowsAreCutIntoBlocks) {
  TestGraph g;
  constexpr int64_t kWide = 4000, kSteps = 70, kBatch = 2;
  int x = g.Input({DType::kF32, {kBatch, kSteps, 1}}, "x");
  std::vector<int> in = {x};
  int one = g.Constant(Wave({kWide, 1}, 1)), none = g.Constant(Tensor(DType::kF32, {kWide}));
  in.insert(in.end(), 4, one);
  in.insert(in.end(), 4, g.Constant(Wave({kWide}, 5)));  // diagonals
  in.insert(in.end(), 3, kAbsent);
  in.insert(in.end(), 4, none);
  in.insert(in.end(), 2, kAbsent);
  in.push_back(AddState(g, {kBatch, kWide}, "h"));
  in.push_back(AddState(g, {kBatch, kWide}, "c"));
  g.graph.outputs = {g.Add(ops::Lstm{}, in, "lstm")};
  TestGraph single = g;
  single.graph.tensors[static_cast<size_t>(x)].type.shape = {kBatch, 1, 1};
  auto whole = Made(ModelOf(g)), steps = Made(ModelOf(single));
  Tensor all = Wave({kBatch, kSteps, 1}, 3);
  std::vector<float> want = Outputs(*whole, all);
  for (int64_t t = 0; t < kSteps; ++t) {
    Tensor now = Tensor::Of<float>(
        {kBatch, 1, 1}, {all.as<float>()[static_cast<size_t>(t)], all.as<float>()[static_cast<size_t>(kSteps + t)]});
    std::vector<float> got = Outputs(*steps, now);
    for (int64_t b = 0; b < kBatch; ++b)
      for (int64_t j = 0; j < kWide; j += 333)
        ASSERT_FLOAT_EQ(got[static_cast<size_t>(b * kWide + j)],
                        want[static_cast<size_t>((b * kSteps + t) * kWide + j)]);
  }
}

TEST(RecurrentState, OfSvdfAndRnnGoesOn) {
  TestGraph g;
  int x = g.Input({DType::kF32, {1, kInput}}, "x");
  int svdf = g.Add(
      ops::Svdf{.rank = 1},
      {x, g.Constant(Wave({4, kInput}, 0)), g.Constant(Tensor::Of<float>({4, 3}, {1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1})),
       kAbsent, AddState(g, {1, 12}, "kept")},
      "svdf");
  int rnn =
      g.Add(ops::Rnn{.one_step = true, .activation = ops::Activation::kNone},
            {x, g.Constant(Tensor::Of<float>({1, kInput}, {1, 0, 0})), g.Constant(Tensor::Of<float>({1, 1}, {0.5f})),
             g.Constant(Tensor(DType::kF32, {1})), AddState(g, {1, 1}, "h")},
            "rnn");
  g.graph.outputs = {svdf, rnn};
  auto interpreter = Made(ModelOf(g));
  Tensor ones = Tensor::Of<float>({1, kInput}, {1, 1, 1});
  std::vector<std::vector<float>> seen;
  for (int i = 0; i < 3; ++i) {
    auto results = interpreter->main().Run(std::span(&ones, 1));
    ASSERT_TRUE(results.ok()) << results.status().message();
    seen.push_back({results->at(0).as<float>()[0], results->at(0).as<float>()[3], results->at(1).as<float>()[0]});
  }
  float feature = 0;
  Tensor weights = Wave({4, kInput}, 0);
  for (float v : weights.as<float>().first(kInput)) feature += v;
  EXPECT_FLOAT_EQ(seen[0][0], 0);  // what came in two runs ago
  EXPECT_FLOAT_EQ(seen[2][0], feature);
  EXPECT_EQ(seen[0][1], seen[2][1]);
  EXPECT_FLOAT_EQ(seen[0][2], 1);
  EXPECT_FLOAT_EQ(seen[2][2], 1.75f);
}

// Codes of a test that LiteRT ran, too.
Tensor Codes(DType dtype, Shape shape, int seed, double step, double first, float scale, int64_t zero_point = 0) {
  Tensor t(TensorType(dtype, shape, Quantization{{scale}, {zero_point}, 0}));
  for (int64_t i = 0; i < t.elements(); ++i) {
    double code = step * static_cast<double>((31 * seed + 37 * i) % 255 - 127) + first;
    size_t k = static_cast<size_t>(i);
    if (dtype == DType::kI8) t.as<int8_t>()[k] = static_cast<int8_t>(code);
    if (dtype == DType::kI16) t.as<int16_t>()[k] = static_cast<int16_t>(code);
    if (dtype == DType::kI32) t.as<int32_t>()[k] = static_cast<int32_t>(code);
  }
  return t;
}

TEST(RecurrentState, OfStepsOfRoundedProductsIsAsInLiteRt) {
  constexpr int64_t kOutputs = 3, kFew = 4, kDepth = 5;
  TestGraph g;
  TensorType y_type(DType::kI8, {1, kOutputs}, Quantization{{0.008f}, {2}, 0});
  std::vector<int> in = {g.Input(Codes(DType::kI8, {1, kDepth}, 0, 1, 0, 0.02f, 3).type(), "x")};
  int seed = 1;
  auto add = [&](bool there, DType dtype, Shape shape, double step, double first, float scale) {
    in.push_back(there ? g.Constant(Codes(dtype, shape, seed, step, first, scale)) : kAbsent);
    ++seed;
  };
  for (int64_t depth : {kDepth, kOutputs})
    for (int gate = 0; gate < 4; ++gate) add(gate > 0, DType::kI8, {kFew, depth}, 1, 0, 0.008f);
  in.insert(in.end(), 3, kAbsent);
  for (int gate = 0; gate < 4; ++gate) add(gate > 0, DType::kI32, {kFew}, 50000, 0, 3e-8f);
  add(true, DType::kI8, {kOutputs, kFew}, 1, 0, 0.008f);
  add(true, DType::kI32, {kOutputs}, 5000, 0, 2e-7f);
  in.push_back(AddState(g, {1, kOutputs}, "h"));
  g.graph.tensors.back().type = y_type;
  in.push_back(AddState(g, {1, kFew}, "c"));
  g.graph.tensors.back().type = TensorType(DType::kI16, {1, kFew}, Quantization{{0x1p-15f}, {0}, 0});
  for (int gate = 0; gate < 4; ++gate) add(gate > 0, DType::kI16, {kFew}, 100, 20000, 3e-5f);
  ops::Lstm op{.one_step = true};
  for (float s : {.002f, .03f, .02f, .003f, .02f, .01f, .001f, .04f, .01f, .004f, .02f, .02f})
    op.intermediate_scales.push_back(static_cast<double>(s));
  op.intermediate_zero_points = {0, 1, -2, 0, 3, -4, 0, 5, 6, 0, -7, 8};
  g.graph.outputs = {g.Add(op, in, "lstm")};
  g.graph.tensors[static_cast<size_t>(g.graph.outputs[0])].type = y_type;
  auto interpreter = Made(ModelOf(g));
  const std::vector<std::vector<int8_t>> want = {{11, 8, 60}, {8, 6, 69}, {0, 8, 61}, {-26, 26, 19}};
  for (int step = 0; step < 4; ++step) {
    Tensor x = Codes(DType::kI8, {1, kDepth}, 100 + step, 1, 0, 0.02f, 3);
    auto results = interpreter->main().Run(std::span(&x, 1));
    ASSERT_TRUE(results.ok()) << results.status().message();
    EXPECT_THAT(results->at(0).as<int8_t>(), testing::ElementsAreArray(want[static_cast<size_t>(step)])) << step;
  }
}

TEST(RecurrentState, MustBeAVariable) {
  TestGraph g = LstmGraph(false);
  for (PlanTensor& t : g.graph.tensors)
    if (t.name == "c") {
      t.constant = Tensor(DType::kF32, {1, kCells});
      t.is_state = false;
    }
  auto interpreter = Made(ModelOf(g));
  Tensor x = Wave({1, 2, kInput}, 0);
  EXPECT_THAT(interpreter->main().Run(std::span(&x, 1)).status().message(),
              HasSubstr("'lstm': operand 19, 'c', is a state but no variable tensor"));

  TestGraph plain = LstmGraph(false);
  for (size_t t = 0; t < plain.graph.tensors.size(); ++t)
    if (plain.graph.tensors[t].name == "c") {
      plain.graph.tensors[t].is_state = false;
      plain.graph.inputs.push_back(static_cast<int>(t));
    }
  auto refused = Made(ModelOf(plain));
  EXPECT_THAT(refused->main().Prepare().message(), HasSubstr("operand 19, 'c', is a state but no variable tensor"));
}

// A view of a state would change with it.
TEST(RecurrentState, ViewsOfItAreCopies) {
  TestGraph g = LstmGraph(false);
  int h = -1;
  for (size_t t = 0; t < g.graph.tensors.size(); ++t)
    if (g.graph.tensors[t].name == "h") h = static_cast<int>(t);
  int before = g.Add(ops::Reshape{}, {h, g.Ints({-1})}, "before");
  std::rotate(g.graph.ops.begin(), g.graph.ops.begin() + 1, g.graph.ops.end());
  g.graph.outputs.push_back(before);
  auto interpreter = Made(ModelOf(g));
  Tensor x = Wave({1, 2, kInput}, 0);
  auto results = interpreter->main().Run(std::span(&x, 1));
  ASSERT_TRUE(results.ok()) << results.status().message();
  for (float v : results->at(1).as<float>()) EXPECT_EQ(v, 0);
  EXPECT_NE(results->at(0).as<float>()[0], 0);
}

}  // namespace
}  // namespace slipway::interpreter
