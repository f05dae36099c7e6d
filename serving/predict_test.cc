#include "serving/predict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "serving/fake_servable.h"

namespace slipway::serving {
namespace {

using testing::HasSubstr;

class PredictTest : public testing::Test {
 protected:
  RpcStatus Run(PredictInputs inputs) {
    outputs_ = {};
    Call call;
    return Predict(model_, inputs, call, &outputs_);
  }
  std::string ErrorOf(PredictInputs inputs, RpcCode code = RpcCode::kInvalidArgument) {
    RpcStatus s = Run(std::move(inputs));
    EXPECT_EQ(s.code, code) << s.message;
    return s.message;
  }
  FakeServable model_;
  PredictOutputs outputs_;
  const Tensor x_ = Tensor::Of<float>({2, 1}, {1, 2});
};

TEST_F(PredictTest, RunsTheSignature) {
  ASSERT_TRUE(Run({.tensors = {{"x", x_}}}).ok());
  EXPECT_EQ(outputs_.signature, "serving_default");
  ASSERT_EQ(outputs_.tensors.size(), 1u);
  EXPECT_EQ(outputs_.tensors[0].first, "y");
  EXPECT_TRUE(Identical(outputs_.tensors[0].second, Tensor::Of<float>({2, 1}, {2.5f, 3})));
}

TEST_F(PredictTest, ShapesAreNotHeldAgainstTheSignature) {
  for (const Shape& shape : {Shape{}, Shape{3}, Shape{2, 3}, Shape{1, 2, 1, 2}, Shape{0, 1}}) {
    ASSERT_TRUE(Run({.tensors = {{"x", Tensor(DType::kF32, shape)}}}).ok());
    EXPECT_EQ(outputs_.tensors[0].second.shape(), shape);
  }
}

TEST_F(PredictTest, Signatures) {
  EXPECT_EQ(ErrorOf({.signature = "nope"}, RpcCode::kFailedPrecondition), "Serving signature key \"nope\" not found.");
  EXPECT_THAT(ErrorOf({.signature = "missing_op"}, RpcCode::kUnimplemented),
              HasSubstr("it needs the operator 'Fancy'"));
}

TEST_F(PredictTest, Inputs) {
  EXPECT_EQ(
      ErrorOf({}),
      "input size does not match signature: 0!=1 len({}) != len({x}). Sent extra: {}. Missing but required: {x}.");
  EXPECT_EQ(
      ErrorOf({.tensors = {{"x", x_}, {"z", x_}}}),
      "input size does not match signature: 2!=1 len({x,z}) != len({x}). Sent extra: {z}. Missing but required: {}.");
  EXPECT_THAT(ErrorOf({.tensors = {{"z", x_}}}),
              HasSubstr("Signature input alias: x(feed name: x:0) not found in request and no default value provided"));
  EXPECT_EQ(ErrorOf({.tensors = {{"x", Tensor::Of<int32_t>({1}, {1})}}}),
            "Expects arg[0] to be float but int32 is provided");
  EXPECT_EQ(ErrorOf({.tensors = {{"x", Tensor::Of<std::string>({1}, {"1"})}}}),
            "Expects arg[0] to be float but string is provided");
}

TEST_F(PredictTest, DefaultsFillWhatIsLeftOut) {
  const Tensor one = Tensor::Scalar(1.0f), two = Tensor::Scalar(2.0f);
  ASSERT_TRUE(Run({.signature = "with_default", .tensors = {{"p", one}}}).ok());
  EXPECT_EQ(outputs_.tensors[1].second.as<float>()[0], 100);
  ASSERT_TRUE(Run({.signature = "with_default", .tensors = {{"p", one}, {"q", two}}}).ok());
  EXPECT_EQ(outputs_.tensors[1].second.as<float>()[0], 2);
  EXPECT_THAT(ErrorOf({.signature = "with_default", .tensors = {{"q", one}}}), HasSubstr("alias: p(feed name: p:0)"));
}

TEST_F(PredictTest, OutputFilter) {
  PredictInputs inputs{.signature = "two",
                       .tensors = {{"a", Tensor(DType::kF32, Shape{1, 1})}, {"b", Tensor(DType::kI64, Shape{1})}}};
  inputs.output_filter = {"b"};
  ASSERT_TRUE(Run(inputs).ok());
  ASSERT_EQ(outputs_.tensors.size(), 1u);
  EXPECT_EQ(outputs_.tensors[0].first, "b");
  inputs.output_filter = {"nope"};
  EXPECT_EQ(ErrorOf(inputs),
            "output tensor alias not found in signature: nope Outputs expected to be in the set {a,b}.");
  inputs.output_filter = {"a", "a"};
  EXPECT_EQ(ErrorOf(inputs), "duplicate output tensor alias: a");
}

TEST_F(PredictTest, CancelledCallsSayWhy) {
  PredictInputs inputs{.signature = "slow", .tensors = {{"n", Tensor::Of<int32_t>({1}, {60000})}}};
  Call late(Call::Clock::now());
  late.Cancel();
  EXPECT_EQ(Predict(model_, inputs, late, &outputs_).code, RpcCode::kDeadlineExceeded);
  Call gone;
  gone.Cancel();
  EXPECT_EQ(Predict(model_, inputs, gone, &outputs_).code, RpcCode::kCancelled);
}

TEST(TensorflowTypeName, IsTensorflows) {
  EXPECT_EQ(TensorflowTypeName(DType::kF32), "float");
  EXPECT_EQ(TensorflowTypeName(DType::kF16), "half");
  EXPECT_EQ(TensorflowTypeName(DType::kBF16), "bfloat16");
  EXPECT_EQ(TensorflowTypeName(DType::kU64), "uint64");
  EXPECT_EQ(TensorflowTypeName(DType::kC64), "complex64");
}

}  // namespace
}  // namespace slipway::serving
