// What cannot be written to .tflite is found before writing: every offender, with its layer and the reason.
#include "converter/legality.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "converter/widen_types.h"
#include "ir/rewrite.h"
#include "ops/binary/binary.h"
#include "ops/cast/cast.h"
#include "ops/decode_raw/decode_raw.h"
#include "ops/mat_mul/mat_mul.h"
#include "ops/reduce/reduce.h"
#include "ops/unary/unary.h"

namespace slipway::converter {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class Legality : public ::testing::Test {
 protected:
  ir::ValueId Input(DType dtype, Shape shape = {2, 3}) { return g_.AddInput(TensorType(dtype, shape), "x"); }
  void Add(ops::Op op, std::vector<ir::ValueId> operands, const char* name) {
    auto y = g_.Add(std::move(op), std::move(operands), name);
    ASSERT_TRUE(y.ok()) << y.status().message();
  }
  ir::Module module_;
  ir::Graph& g_ = module_.AddGraph("main");
};

TEST_F(Legality, FloatArithmeticIsFine) {
  Add(ops::Unary{.kind = ops::UnaryKind::kAbs}, {Input(DType::kF32)}, "abs");
  EXPECT_THAT(FindOffenders(module_, false), IsEmpty());
}

TEST_F(Legality, ADtypeThatLiteRtHasNoKernelForIsNamed) {
  Add(ops::Unary{.kind = ops::UnaryKind::kAbs}, {Input(DType::kF16)}, "block/abs");
  std::vector<Offender> found = FindOffenders(module_, false);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].node, "block/abs");
  EXPECT_EQ(found[0].reason, "LiteRT 2.3 has no ABS for f16; only Slipway runs it");
}

TEST_F(Legality, ACastToADtypeThatLiteRtLacksIsNamed) {
  Add(ops::Cast{.to = DType::kU64}, {Input(DType::kF32)}, "cast");
  std::vector<Offender> found = FindOffenders(module_, false);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].reason, HasSubstr("CAST for u64"));
}

// LiteRT's table of dtypes knows the float product only; the integer one is told by its result.
TEST_F(Legality, ProductsOfInt8InInt32AreFine) {
  Add(ops::MatMul{.result = DType::kI32}, {Input(DType::kI8, {2, 3}), Input(DType::kI8, {3, 2})}, "product");
  EXPECT_THAT(FindOffenders(module_, false), IsEmpty());
}

TEST_F(Legality, ABuiltinThatDoesNotBroadcastIsNamed) {
  Add(ops::Binary{.kind = ops::BinaryKind::kAtan2}, {Input(DType::kF32), Input(DType::kF32, {3})}, "angle");
  EXPECT_THAT(FindOffenders(module_, false), SizeIs(1));
}

TEST_F(Legality, EveryOffenderIsListedAtOnce) {
  Add(ops::Unary{.kind = ops::UnaryKind::kAbs}, {Input(DType::kF16)}, "abs");
  Add(ops::DecodeRaw{.out_type = DType::kU8}, {Input(DType::kString)}, "decode");
  Status s = Refusal(FindOffenders(module_, false));
  EXPECT_THAT(s.message(), HasSubstr("2 nodes cannot be written"));
  EXPECT_THAT(s.message(), HasSubstr("'abs'"));
  EXPECT_THAT(s.message(), HasSubstr("'decode'"));
  EXPECT_THAT(s.message(), HasSubstr("--allow_custom_ops"));
  EXPECT_THAT(FindOffenders(module_, true), IsEmpty()) << "both are custom operators";
}

// What is left in the order of the graph after widening.
std::string Widened(ir::Module& m, ir::Graph& g) {
  constexpr ir::Rule kRules[] = {{"widen_types", WidenTypes}};
  ir::RewriteStats stats;
  ir::RewriteOptions options{.verify = true};
  EXPECT_TRUE(ir::RunRules(g, kRules, &stats, options).ok());
  EXPECT_THAT(FindOffenders(m, false), IsEmpty());
  std::string names;
  for (ir::NodeId id : g.Order()) StrAppend(names, names.empty() ? "" : " ", ops::ToString(g.node(id).op));
  return names;
}

TEST_F(Legality, SmallTypesAreWidenedWhereLiteRtLacksThem) {
  ir::ValueId x = Input(DType::kI16);
  auto y = g_.Add(ops::Binary{.kind = ops::BinaryKind::kAdd}, {x, x}, "y");
  ASSERT_TRUE(y.ok());
  g_.SetOutputs({*y});
  EXPECT_EQ(Widened(module_, g_), "Cast{to=i32} Cast{to=i32} Binary Cast{to=i16}");
}

TEST_F(Legality, ASquareOfIntegersIsAProduct) {
  auto y = g_.Add(ops::Unary{.kind = ops::UnaryKind::kSquare}, {Input(DType::kI64)}, "y");
  ASSERT_TRUE(y.ok());
  g_.SetOutputs({*y});
  EXPECT_EQ(Widened(module_, g_), "Binary{kind=Mul}");
}

TEST_F(Legality, DoublesAreComputedInFloat) {
  ir::ValueId x = Input(DType::kF64), axes = g_.AddConstant(Tensor::Scalar<int32_t>(0), "axes");
  auto y = g_.Add(ops::Reduce{.kind = ops::ReduceKind::kSum}, {x, axes}, "y");
  ASSERT_TRUE(y.ok());
  g_.SetOutputs({*y});
  EXPECT_EQ(Widened(module_, g_), "Cast Reduce Cast{to=f64}");
}

TEST_F(Legality, AnIntegerProductIsASumOfProducts) {
  constexpr ir::Rule kRules[] = {{"expand_integer_product", ExpandIntegerProduct}};
  auto product = [&](DType dtype) {
    auto y = g_.Add(ops::MatMul{.transpose_a = true}, {Input(dtype, {3, 2}), Input(dtype, {3, 4})}, "y");
    g_.SetOutputs({*y});
    ir::RewriteStats stats;
    EXPECT_TRUE(ir::RunRules(g_, kRules, &stats, {.verify = true}).ok());
    return ToString(g_.type(g_.outputs()[0])) + " " + Label(g_.node(g_.value(g_.outputs()[0]).producer).op);
  };
  EXPECT_EQ(product(DType::kI32), "i32[2,4] Sum");
  EXPECT_EQ(product(DType::kF32), "f32[2,4] MatMul") << "LiteRT has one for floats";
}

TEST_F(Legality, WhatLiteRtRunsIsNotWidened) {
  auto y = g_.Add(ops::Unary{.kind = ops::UnaryKind::kAbs}, {Input(DType::kI32)}, "y");
  ASSERT_TRUE(y.ok());
  g_.SetOutputs({*y});
  EXPECT_EQ(Widened(module_, g_), "Unary");
}

}  // namespace
}  // namespace slipway::converter
