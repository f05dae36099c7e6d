// Forms that LiteRT reads otherwise than the file says, or dies of, were written: i64 permutations and blocks, masked
// indices, an ellipsis for no axis, Reverse of no axes, Transpose of a scalar, broadcasting to a high rank. They are
// rewritten before, and refused where nothing rewrote them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "converter/legality.h"
#include "converter/pipeline.h"
#include "ir/evaluate.h"
#include "ir/wire/tflite_export.h"
#include "ops/add_n/add_n.h"
#include "ops/batch_to_space_nd/batch_to_space_nd.h"
#include "ops/binary/binary.h"
#include "ops/cases.h"
#include "ops/compare/compare.h"
#include "ops/concat/concat.h"
#include "ops/resize_nearest/resize_nearest.h"
#include "ops/reverse/reverse.h"
#include "ops/space_to_batch_nd/space_to_batch_nd.h"
#include "ops/strided_slice/strided_slice.h"
#include "ops/transpose/transpose.h"
#include "ops/unary/unary.h"

namespace slipway {
namespace {

using ir::ValueId;

// x and constant operands into one op, whose result goes through Neg so that it is no output itself.
class Form {
 public:
  explicit Form(Shape x) : x_(ops::MakeOperand(ops::Rand(x), 1)), v_(g().AddInput(x_.type(), "x")) {}
  ir::Graph& g() { return *module_.graphs[0]; }
  ValueId x() { return v_; }
  ValueId Ints(std::initializer_list<int64_t> values, DType t = DType::kI64, Shape shape = Shape::UnknownRank()) {
    Tensor all = Tensor::Vector(std::span(values.begin(), values.size()), t);
    return g().AddConstant(shape.has_rank() ? all.Reshaped(shape) : all, "i");
  }
  ValueId Constant(Shape shape) { return g().AddConstant(ops::MakeOperand(ops::Rand(shape, 1, 2), 2), "c"); }

  // "" if the form is refused as it is, and after the rewrites can be written and computes the same.
  std::string Rewritten(ops::Op op, std::vector<ValueId> inputs) {
    Result<ValueId> y = g().Add(std::move(op), std::move(inputs), "form");
    if (!y.ok()) return y.status().message();
    g().SetOutputs({*g().Add(ops::Unary{.kind = ops::UnaryKind::kNeg}, {*y}, "neg")});
    if (wire::ExportTflite(module_).ok()) return "it was written as it is";
    Tensor before = Evaluate();
    ir::RewriteStats stats;
    ir::RewriteOptions options{.verify = true};
    Status s = converter::Simplify(module_, &stats, options);
    if (s.ok()) s = converter::MakeLegal(module_, &stats, options);
    if (!s.ok()) return s.message();
    Result<tflite::Model> model = wire::ExportTflite(module_);
    if (!model.ok()) return model.status().message();
    return Identical(before, Evaluate()) ? "" : "the values changed";
  }

 private:
  Tensor Evaluate() {
    Tensor inputs[] = {x_};
    auto y = ir::EvaluateTensors(g(), inputs);
    return y.ok() ? (*y)[0] : Tensor();
  }
  ir::Module module_ = [] {
    ir::Module m;
    m.AddGraph("g");
    return m;
  }();
  Tensor x_;
  ValueId v_;
};

TEST(LitertMisreadings, LongOperandsBecomeShort) {
  Form a({2, 3});
  EXPECT_EQ(a.Rewritten(ops::Transpose{}, {a.x(), a.Ints({1, 0})}), "");
  Form b({2, 3});
  EXPECT_EQ(b.Rewritten(ops::Reverse{}, {b.x(), b.Ints({0, 1})}), "");
  Form c({1, 4, 6, 1});
  EXPECT_EQ(c.Rewritten(ops::SpaceToBatchNd{}, {c.x(), c.Ints({2, 3}), c.Ints({2, 0, 3, 0}, DType::kI64, Shape{2, 2})}),
            "");
  Form d({6, 2, 2, 1});
  EXPECT_EQ(d.Rewritten(ops::BatchToSpaceNd{}, {d.x(), d.Ints({2, 3}), d.Ints({1, 0, 1, 1}, DType::kI64, Shape{2, 2})}),
            "");
  Form e({1, 2, 2, 1});
  EXPECT_EQ(e.Rewritten(ops::ResizeNearest{}, {e.x(), e.Ints({4, 6})}), "");
}

TEST(LitertMisreadings, SubscriptsAreWrittenAnotherWay) {
  Form a({4, 5});
  EXPECT_EQ(a.Rewritten(ops::StridedSlice{.begin_mask = 1, .shrink_axis_mask = 1},
                        {a.x(), a.Ints({2, 0}, DType::kI32), a.Ints({3, 5}, DType::kI32), a.Ints({1, 1}, DType::kI32)}),
            "");
  Form b({4, 5});
  EXPECT_EQ(b.Rewritten(ops::StridedSlice{.end_mask = 4, .ellipsis_mask = 2},
                        {b.x(), b.Ints({1, 0, 1}, DType::kI32), b.Ints({3, 0, 4}, DType::kI32),
                         b.Ints({1, 1, 1}, DType::kI32)}),
            "");
}

TEST(LitertMisreadings, WhatDoesNothingGoes) {
  Form a({2, 3});
  EXPECT_EQ(a.Rewritten(ops::Reverse{}, {a.x(), a.Ints({}, DType::kI32)}), "");
  Form b({});
  EXPECT_EQ(b.Rewritten(ops::Transpose{}, {b.x(), b.Ints({}, DType::kI32)}), "");
  Form c({3});
  EXPECT_EQ(c.Rewritten(ops::AddN{}, {c.x()}), "");
}

TEST(LitertMisreadings, OperandsAreSpreadOutAboveTheRankThatIsBroadcast) {
  Form a({2, 2, 1, 2, 2});
  EXPECT_EQ(a.Rewritten(ops::Binary{.kind = ops::BinaryKind::kSquaredDifference}, {a.x(), a.Constant({3, 1, 2})}), "");
  Form b({2, 3});
  EXPECT_EQ(b.Rewritten(ops::Binary{.kind = ops::BinaryKind::kAtan2}, {b.x(), b.Constant({3})}), "");
  Form c({2, 2, 1, 2, 1, 2});
  EXPECT_EQ(c.Rewritten(ops::Binary{.kind = ops::BinaryKind::kDiv}, {c.x(), c.Constant({2, 1})}), "");
}

TEST(LitertMisreadings, ReverseAlongAxesThatAreNoNeighboursIsSplit) {
  Form a({2, 3, 4});
  EXPECT_EQ(a.Rewritten(ops::Reverse{}, {a.x(), a.Ints({0, -1})}), "");
  int reverses = 0;
  for (ir::NodeId id : a.g().Order()) reverses += a.g().node(id).op.Is<ops::Reverse>();
  EXPECT_EQ(reverses, 2);
}

TEST(LitertMisreadings, EightBitsWithoutScalesAndFusedConcatAreRefused) {
  for (ops::Op op : {ops::Op(ops::Binary{}), ops::Op(ops::Compare{})}) {
    ir::Module m;
    ir::Graph& g = m.AddGraph("g");
    ValueId x = g.AddInput(TensorType(DType::kI8, {3}), "x");
    g.SetOutputs({*g.Add(op, {x, x}, "n")});
    std::vector<converter::Offender> found = converter::FindOffenders(m, false);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_THAT(found[0].reason, ::testing::HasSubstr("LiteRT 2.3 has no"));
  }
  ir::Module m;
  ir::Graph& g = m.AddGraph("g");
  ValueId x = g.AddInput(TensorType(DType::kF32, {3}), "x");
  g.SetOutputs({*g.Add(ops::Concat{.activation = ops::Activation::kRelu}, {x, x}, "n")});
  EXPECT_EQ(converter::FindOffenders(m, false).size(), 1u);
}

}  // namespace
}  // namespace slipway
