#include "serving/inference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "serving/fake_servable.h"

namespace slipway::serving {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string Example(std::vector<float> x) { return example::EncodeExample({{"x", std::move(x)}}); }

std::string ErrorOf(const RpcStatus& s) {
  EXPECT_EQ(s.code, RpcCode::kInvalidArgument) << s.message;
  return s.message;
}

class InferenceTest : public testing::Test {
 protected:
  RpcStatus RunClassify(const ExampleInputs& in) { return Classify(model_, in, call_, &classes_); }
  RpcStatus RunRegress(const ExampleInputs& in) { return Regress(model_, in, call_, &values_); }
  FakeServable model_;
  Call call_;
  std::vector<Classification> classes_;
  std::vector<float> values_;
};

TEST_F(InferenceTest, PairsLabelsAndScores) {
  ASSERT_TRUE(RunClassify({.signature = "classify", .examples = {Example({1, 2}), Example({3, 4})}}).ok());
  ASSERT_EQ(classes_.size(), 2u);
  ASSERT_EQ(classes_[1].size(), 2u);
  EXPECT_EQ(classes_[0][0].label, "c0");
  EXPECT_EQ(classes_[1][1].label, "c1");
  EXPECT_EQ(classes_[1][1].score, 4);
}

TEST_F(InferenceTest, RegressesOneValuePerExample) {
  ASSERT_TRUE(RunRegress({.signature = "regress", .examples = {Example({1}), Example({3})}}).ok());
  EXPECT_THAT(values_, ElementsAre(1, 3));
  EXPECT_THAT(ErrorOf(RunRegress({.signature = "regress", .examples = {Example({1, 2})}})),
              HasSubstr("either [batch_size] or [batch_size, 1]"));
}

TEST_F(InferenceTest, Errors) {
  EXPECT_EQ(ErrorOf(RunClassify({.signature = "nope", .examples = {Example({1})}})),
            "No signature was found with the name: nope");
  EXPECT_EQ(ErrorOf(RunClassify({.signature = "classify"})), "Input is empty.");
  EXPECT_EQ(ErrorOf(RunRegress({.signature = "regress"})), "Input is empty.");
  EXPECT_THAT(ErrorOf(RunClassify({.examples = {Example({1})}})), HasSubstr("takes no examples"));
  EXPECT_THAT(ErrorOf(RunRegress({.signature = "classify", .examples = {Example({1})}})),
              HasSubstr("has no result 'outputs'"));
  EXPECT_THAT(ErrorOf(RunClassify({.signature = "regress", .examples = {Example({1})}})),
              HasSubstr("has no result 'classes' or 'scores'"));
  EXPECT_THAT(ErrorOf(RunRegress({.signature = "regress", .examples = {""}})), HasSubstr("'x' is missing"));
}

TEST_F(InferenceTest, MethodNamesAreHeldAgainstTheCallOnlyOnRequest) {
  ExampleInputs in{.signature = "classify", .examples = {Example({1})}, .check_method_name = true};
  EXPECT_TRUE(RunClassify(in).ok());
  EXPECT_EQ(ErrorOf(RunRegress(in)),
            "Expected regression signature method_name to be tensorflow/serving/regress. Was: "
            "tensorflow/serving/classify");
}

}  // namespace
}  // namespace slipway::serving
