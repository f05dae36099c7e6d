// SUM, REDUCE_PROD, REDUCE_MAX and REDUCE_MIN of bools were refused; LiteRT runs them.
#include <gtest/gtest.h>

#include "ops/reduce/reduce.h"
#include "ops/tables/tflite.h"

namespace slipway {
namespace {

TEST(SumsOfBools, AreAnyAndAll) {
  using tflite::Builtin;
  const std::pair<Builtin, ops::ReduceKind> all[] = {{Builtin::SUM, ops::ReduceKind::kAny},
                                                     {Builtin::REDUCE_MAX, ops::ReduceKind::kAny},
                                                     {Builtin::REDUCE_PROD, ops::ReduceKind::kAll},
                                                     {Builtin::REDUCE_MIN, ops::ReduceKind::kAll}};
  for (const auto& [code, kind] : all) {
    ops::TfliteOperator in{.code = code,
                           .inputs = {TensorType(DType::kBool, {3}), TensorType(DType::kI32, {1})},
                           .outputs = {TensorType(DType::kBool, {})}};
    auto op = ops::OpFromTflite(in);
    ASSERT_TRUE(op.ok()) << op.status().message();
    EXPECT_EQ(op->As<ops::Reduce>()->kind, kind);
  }
}

}  // namespace
}  // namespace slipway
