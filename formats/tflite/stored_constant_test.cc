// The bytes and numbers of LiteRT's DEQUANTIZE and EMBEDDING_LOOKUP.
#include "formats/tflite/stored_constant.h"

#include <gtest/gtest.h>

namespace slipway::tflite {
namespace {

TensorInfo Constant(Model& m, int8_t code, std::vector<int32_t> shape, std::vector<uint8_t> bytes) {
  TensorInfo t;
  t.name = "stored";
  t.type = code;
  t.shape = std::move(shape);
  t.buffer = AddBuffer(m, Buffer::Copy(bytes.data(), bytes.size()));
  return t;
}

TEST(StoredConstant, PackedCodesBecomeBytes) {
  Model m;
  TensorInfo int2 = Constant(m, 19, {5}, {0xe4, 0x01});
  int2.quantization.scale = {0.5f};
  int2.quantization.zero_point = {0};
  Tensor codes = *ConstantTensor(m, int2);
  EXPECT_EQ(ToString(codes.type()), "i8[5]{0.5:0}");
  EXPECT_EQ(codes.AsInts(), (std::vector<int64_t>{0, 1, -2, -1, 1}));
  TensorInfo uint4 = Constant(m, 20, {3}, {0x21, 0x0f});
  EXPECT_EQ(ToString(ConstantTensor(m, uint4)->type()), "u8[3]");
  EXPECT_EQ(ConstantTensor(m, uint4)->AsInts(), (std::vector<int64_t>{1, 2, 15}));
  EXPECT_FALSE(ConstantTensor(m, Constant(m, 20, {3}, {0x21})).ok());
}

TEST(StoredConstant, FloatsOf8BitsBecomeHalves) {
  Model m;
  Tensor e4m3 = *ConstantTensor(m, Constant(m, 21, {7}, {0x00, 0x01, 0x38, 0xb8, 0x7e, 0x7f, 0x08}));
  std::vector<double> v = e4m3.AsDoubles();
  EXPECT_EQ(e4m3.dtype(), DType::kF16);
  EXPECT_EQ(std::vector<double>(v.begin(), v.begin() + 5), (std::vector<double>{0, 0x1p-9, 1, -1, 448}));
  EXPECT_NE(v[5], v[5]);
  EXPECT_EQ(v[6], 0x1p-6);
  Tensor e5m2 = *ConstantTensor(m, Constant(m, 22, {4}, {0x3c, 0xc0, 0x7b, 0x01}));
  EXPECT_EQ(e5m2.AsDoubles(), (std::vector<double>{1, -2, 57344, 0x1p-16}));
}

// Two rows of two blocks.
struct Blocks {
  Model m;
  explicit Blocks(std::vector<float> scales, int32_t block_size = 2) {
    m.subgraphs.emplace_back();
    TensorInfo weights = Constant(m, 17, {2, 4}, {0x21, 0xf8, 0x43, 0x70});
    weights.quantization.details = {QuantizationDetails::Kind::kBlockwise, "", 1, 0, block_size, {}};
    std::vector<uint8_t> bytes(scales.size() * 4);
    std::memcpy(bytes.data(), scales.data(), bytes.size());
    TensorInfo scale = Constant(m, 0, {static_cast<int32_t>(scales.size())}, bytes);
    m.subgraphs[0].tensors = {weights, scale};
  }
  Result<Tensor> Read() { return ConstantTensor(m, m.subgraphs[0].tensors[0]); }
};

TEST(StoredConstant, AScaleForEachBlock) {
  Result<Tensor> read = Blocks({1, 2, 0.5f, 10}).Read();
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_TRUE(Identical(*read, Tensor::Of<float>({2, 4}, {1, 2, -16, -2, 1.5f, 2, 0, 70})));
}

TEST(StoredConstant, BlocksAndScalesMustFit) {
  EXPECT_FALSE(Blocks({1, 2, 3}).Read().ok());
  EXPECT_FALSE(Blocks({1, 2}, 3).Read().ok());
  EXPECT_FALSE(Blocks({1, 2}, 0).Read().ok());
  Blocks lost({1, 2, 3, 4});
  lost.m.subgraphs[0].tensors[1].buffer = 0;
  EXPECT_FALSE(lost.Read().ok());
}

TEST(StoredConstant, TheirBitsAreRefused) {
  Model m;
  Subgraph& g = m.subgraphs.emplace_back();
  g.tensors = {Constant(m, 20, {2}, {0x21}), Constant(m, 9, {2}, {0x21, 0x22})};
  Operator op;
  op.opcode_index = AddOperatorCode(m, Builtin::BITCAST, 1);
  op.inputs = {0};
  EXPECT_EQ(CheckStoredOperands(m, g, op).message(),
            "BITCAST of tensor 'stored': elements of type UINT4 are not supported");
  op.inputs = {1};
  EXPECT_TRUE(CheckStoredOperands(m, g, op).ok());
  op.opcode_index = AddOperatorCode(m, Builtin::TRANSPOSE, 1);
  op.inputs = {0};
  EXPECT_TRUE(CheckStoredOperands(m, g, op).ok());
}

// Arguments and results of a graph are what the file says.
TEST(StoredConstant, ComputedOnesAreReadInsideGraphs) {
  Model m;
  Subgraph& g = m.subgraphs.emplace_back();
  for (int i = 0; i < 3; ++i) {
    g.tensors.push_back(Constant(m, i == 1 ? 19 : 20, {2}, {0x21}));
    g.tensors.back().buffer = 0;
  }
  g.inputs = {2};
  EXPECT_EQ(LogicalType(m, g.tensors[0])->dtype, DType::kU8);
  EXPECT_EQ(LogicalType(m, g.tensors[1])->dtype, DType::kI8);
  EXPECT_EQ(LogicalType(m, g.tensors[2]).status().message(),
            "tensor 'stored': elements of type UINT4 are not supported");
  TensorInfo nowhere = g.tensors[0];
  EXPECT_FALSE(LogicalType(m, nowhere).ok());
}

// Other operators would not keep results within the bits.
TEST(StoredConstant, OnlySomeOperatorsGiveThem) {
  Model m;
  Subgraph& g = m.subgraphs.emplace_back();
  g.tensors = {Constant(m, 19, {2}, {0x21})};
  Operator op;
  op.opcode_index = AddOperatorCode(m, Builtin::ADD, 1);
  op.outputs = {0};
  EXPECT_EQ(CheckStoredOperands(m, g, op).message(), "tensor 'stored': ADD of elements of type INT2");
  op.opcode_index = AddOperatorCode(m, Builtin::CAST, 1);
  EXPECT_TRUE(CheckStoredOperands(m, g, op).ok());
}

}  // namespace
}  // namespace slipway::tflite
