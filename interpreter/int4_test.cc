// Ops that move packed 4-bit integers: the same codes as through int8.
#include <gtest/gtest.h>

#include "base/random.h"
#include "interpreter/graph_for_test.h"
#include "interpreter/interpreter.h"
#include "interpreter/run_op.h"
#include "ops/assign_variable/assign_variable.h"
#include "ops/batch_to_space_nd/batch_to_space_nd.h"
#include "ops/broadcast_to/broadcast_to.h"
#include "ops/concat/concat.h"
#include "ops/embedding_lookup/embedding_lookup.h"
#include "ops/expand_dims/expand_dims.h"
#include "ops/gather/gather.h"
#include "ops/max_pool_2d/max_pool_2d.h"
#include "ops/mirror_pad/mirror_pad.h"
#include "ops/pad/pad.h"
#include "ops/quantize/quantize.h"
#include "ops/read_variable/read_variable.h"
#include "ops/reshape/reshape.h"
#include "ops/reverse/reverse.h"
#include "ops/slice/slice.h"
#include "ops/split/split.h"
#include "ops/strided_slice/strided_slice.h"
#include "ops/tile/tile.h"
#include "ops/transpose/transpose.h"

namespace slipway::interpreter {
namespace {

const Quantization kQuant{{0.5f}, {1}, 0};

// Random codes as i4, and the same as i8.
Tensor Packed(const Shape& shape, uint64_t seed) {
  RandomStream random(StreamKey(seed, "int4"));
  Tensor t(TensorType(DType::kI4, shape, kQuant));
  std::vector<uint8_t> bytes(t.bytes());
  for (uint8_t& b : bytes) b = static_cast<uint8_t>(random.Below(256));
  if (t.elements() % 2) bytes.back() &= 15;
  return Tensor(t.type(), Buffer::Copy(bytes.data(), bytes.size()));
}
Tensor Wide(const Tensor& t) {
  if (t.dtype() != DType::kI4) return t;
  Tensor wide(TensorType(DType::kI8, t.shape(), kQuant));
  std::vector<int64_t> codes = t.AsInts();
  for (size_t i = 0; i < codes.size(); ++i) wide.as<int8_t>()[i] = static_cast<int8_t>(codes[i]);
  return wide;
}
Tensor Ints(std::vector<int64_t> v, Shape shape = Shape::UnknownRank()) {
  Tensor t = Tensor::Vector(v);
  return shape.has_rank() ? t.Reshaped(shape) : t;
}

enum class Fed { kNothing, kData, kAll };

Result<std::vector<Tensor>> Moved(const ops::Op& op, const std::vector<Tensor>& operands, DType data, Fed fed) {
  TestGraph g;
  std::vector<int> inputs;
  std::vector<Tensor> feeds;
  for (const Tensor& t : operands) {
    bool feed = fed == Fed::kAll || (fed == Fed::kData && t.dtype() == data);
    inputs.push_back(feed ? g.Input(t.type(), StrCat("x", feeds.size())) : g.Constant(t));
    if (feed) feeds.push_back(t);
  }
  int y = g.Add(op, inputs, "moved", data);
  g.graph.tensors[static_cast<size_t>(y)].type.quant = kQuant;
  g.graph.outputs = {y};
  ASSIGN_OR_RETURN(std::shared_ptr<const Model> model, Model::FromModule(g.Module()));
  ASSIGN_OR_RETURN(std::unique_ptr<Interpreter> interpreter, Interpreter::Create(model));
  return interpreter->main().Run(feeds);
}

void Check(const ops::Op& op, std::vector<Tensor> operands) {
  SCOPED_TRACE(ToString(op));
  for (Fed fed : {Fed::kNothing, Fed::kData, Fed::kAll}) {
    auto packed = Moved(op, operands, DType::kI4, fed);
    ASSERT_TRUE(packed.ok()) << packed.status().message();
    std::vector<Tensor> wide = operands;
    for (Tensor& t : wide) t = Wide(t);
    auto want = Moved(op, wide, DType::kI8, fed);
    ASSERT_TRUE(want.ok()) << want.status().message();
    ASSERT_EQ(packed->at(0).dtype(), DType::kI4);
    EXPECT_EQ(packed->at(0).shape(), want->at(0).shape());
    EXPECT_EQ(packed->at(0).AsInts(), want->at(0).AsInts());
  }
}

TEST(Int4, MovesAsInt8Does) {
  Tensor x = Packed({3, 5}, 1), image = Packed({1, 4, 4, 3}, 2);
  Check(ops::Reshape{}, {x, Ints({5, 3})});
  Check(ops::Transpose{}, {x, Ints({1, 0})});
  Check(ops::Slice{}, {x, Ints({1, 1}), Ints({2, 3})});
  Check(ops::StridedSlice{}, {x, Ints({0, 4}), Ints({3, 0}), Ints({2, -1})});
  Check(ops::Concat{.axis = 1}, {x, Packed({3, 2}, 3), x});
  Check(ops::Pad{}, {x, Ints({1, 0, 2, 1}, {2, 2})});
  Check(ops::MirrorPad{}, {x, Ints({1, 0, 2, 1}, {2, 2})});
  Check(ops::Reverse{}, {x, Ints({1})});
  Check(ops::Tile{}, {x, Ints({2, 3})});
  Check(ops::BroadcastTo{}, {Packed({3, 1}, 4), Ints({3, 7})});
  Check(ops::ExpandDims{}, {x, Tensor::Scalar<int32_t>(1)});
  Check(ops::Gather{}, {x, Ints({2, 0, 2})});
  Check(ops::EmbeddingLookup{}, {Ints({2, 0, 2}), x});
  Check(ops::EmbeddingLookup{}, {Ints({1, 0, 1}), Packed({2, 3, 2}, 6)});
  Check(ops::BatchToSpaceNd{}, {Packed({4, 1, 1, 3}, 5), Ints({2, 2}), Ints({0, 0, 0, 1}, {2, 2})});
}

TEST(Int4, VariablesKeepTheirValues) {
  TestGraph g;
  TensorType type(DType::kI4, {3}, kQuant);
  g.variables = {{"codes", type, Tensor()}};
  int x = g.Input(type, "x");
  ops::ReadVariable read{.variable = 0, .dtype = DType::kI4, .shape = {3}};
  int before = g.Add(read, {}, "before", DType::kI4);
  int moved = g.Add(ops::Reverse{}, {before, g.Constant(Ints({0}))}, "moved", DType::kI4);
  g.AddNoResult(ops::AssignVariable{.variable = 0}, {x}, "assign");
  g.graph.outputs = {moved};
  auto model = Model::FromModule(g.Module());
  ASSERT_TRUE(model.ok()) << model.status().message();
  auto interpreter = Interpreter::Create(*model);
  ASSERT_TRUE(interpreter.ok());
  Tensor codes(type, Buffer::Copy("\xe1\x07", 2));  // 1, -2, 7
  std::vector<int64_t> seen[2];
  for (std::vector<int64_t>& now : seen) {
    auto y = (*interpreter)->main().Run(std::span(&codes, 1));
    ASSERT_TRUE(y.ok()) << y.status().message();
    now = y->at(0).AsInts();
  }
  EXPECT_EQ(seen[0], (std::vector<int64_t>{0, 0, 0}));
  EXPECT_EQ(seen[1], (std::vector<int64_t>{7, -2, 1}));
}

// The numbers of TFLite's QUANTIZE.
TEST(Int4, FloatsAreQuantized) {
  TestGraph g;
  int x = g.Input(TensorType(DType::kF32, {7}), "x");
  int y = g.Add(ops::Quantize{.to = DType::kI4}, {x}, "quantized", DType::kI4);
  g.graph.tensors[static_cast<size_t>(y)].type.quant = kQuant;
  g.graph.outputs = {y};
  auto model = Model::FromModule(g.Module());
  ASSERT_TRUE(model.ok()) << model.status().message();
  auto interpreter = Interpreter::Create(*model);
  ASSERT_TRUE(interpreter.ok());
  auto codes = (*interpreter)->main().Run({{Tensor::Of<float>({7}, {-100, -4.5f, -0.75f, 0, 0.2f, 0.3f, 100})}});
  ASSERT_TRUE(codes.ok()) << codes.status().message();
  EXPECT_EQ(codes->at(0).AsInts(), (std::vector<int64_t>{-8, -8, -1, 1, 1, 2, 7}));
}

TEST(Int4, ArithmeticIsRefusedByName) {
  Tensor image = Packed({1, 4, 4, 3}, 2);
  auto y = Moved(ops::MaxPool2D{}, {image}, DType::kI4, Fed::kData);
  ASSERT_FALSE(y.ok());
  EXPECT_NE(y.status().message().find("moved"), std::string::npos) << y.status().message();
  EXPECT_NE(y.status().message().find("i4"), std::string::npos) << y.status().message();
}

}  // namespace
}  // namespace slipway::interpreter
