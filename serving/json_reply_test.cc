#include "serving/json_reply.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace slipway::serving {
namespace {

using testing::HasSubstr;

std::string Write(std::vector<std::pair<std::string, Tensor>> tensors, JsonForm form) {
  std::string json;
  RpcStatus s = WritePredictions({.tensors = std::move(tensors)}, form, &json);
  return s.ok() ? json : s.message;
}

// Byte for byte TensorFlow Serving's layout.
TEST(JsonReply, Rows) {
  EXPECT_EQ(Write({{"y", Tensor::Of<float>({3}, {2.5f, 3, 4.5f})}}, JsonForm::kRow),
            "{\n    \"predictions\": [2.5, 3.0, 4.5\n    ]\n}");
  EXPECT_EQ(Write({{"y", Tensor::Of<float>({2, 1}, {2.5f, 3})}}, JsonForm::kRow),
            "{\n    \"predictions\": [[2.5], [3.0]\n    ]\n}");
  EXPECT_EQ(Write({{"y", Tensor(DType::kF32, Shape{0, 1})}}, JsonForm::kRow), "{\n    \"predictions\": []\n}");
  EXPECT_EQ(
      Write({{"out_a", Tensor::Of<float>({1, 2}, {1, 2})}, {"out_b", Tensor::Of<int64_t>({1}, {5})}}, JsonForm::kRow),
      "{\n    \"predictions\": [\n        {\n            \"out_a\": [1.0, 2.0],\n            \"out_b\": 5\n        }\n "
      "   ]\n}");
}

TEST(JsonReply, Columns) {
  EXPECT_EQ(Write({{"y", Tensor::Of<float>({2}, {2.5f, 3})}}, JsonForm::kColumn),
            "{\n    \"outputs\": [\n        2.5,\n        3.0\n    ]\n}");
  EXPECT_EQ(Write({{"y", Tensor::Scalar(3.5f)}}, JsonForm::kColumn), "{\n    \"outputs\": 3.5\n}");
  EXPECT_EQ(Write({{"a", Tensor::Scalar(3.5f)}, {"b", Tensor::Of<int32_t>({1, 1}, {7})}}, JsonForm::kColumn),
            "{\n    \"outputs\": {\n        \"a\": 3.5,\n        \"b\": [\n            [\n                7\n          "
            "  ]\n        ]\n    }\n}");
}

TEST(JsonReply, BytesAreBase64WhereTheNameSaysSo) {
  Tensor t = Tensor::Of<std::string>({1}, {"hi"});
  EXPECT_EQ(Write({{"raw_bytes", t}, {"text", t}}, JsonForm::kRow),
            "{\n    \"predictions\": [\n        {\n            \"raw_bytes\": {\"b64\": \"aGk=\"},\n            "
            "\"text\": \"hi\"\n        }\n    ]\n}");
}

TEST(JsonReply, IntegersAndBools) {
  EXPECT_THAT(Write({{"y", Tensor::Of<uint64_t>({1}, {UINT64_MAX})}}, JsonForm::kRow),
              HasSubstr("[18446744073709551615"));
  EXPECT_THAT(Write({{"y", Tensor::Of<int64_t>({1}, {INT64_MIN})}}, JsonForm::kRow),
              HasSubstr("[-9223372036854775808"));
  EXPECT_THAT(Write({{"y", Tensor::Of<int8_t>({2}, {-128, 65})}}, JsonForm::kRow), HasSubstr("[-128, 65"));
  EXPECT_THAT(Write({{"y", Tensor::Of<uint8_t>({1}, {255})}}, JsonForm::kRow), HasSubstr("[255"));
  EXPECT_THAT(Write({{"y", Tensor::Of<bool>({2}, {true, false})}}, JsonForm::kRow), HasSubstr("[true, false"));
}

TEST(JsonReply, Refusals) {
  EXPECT_THAT(Write({{"y", Tensor::Scalar(1.0f)}}, JsonForm::kRow), HasSubstr("has no shape information"));
  EXPECT_THAT(Write({{"a", Tensor(DType::kF32, Shape{2})}, {"b", Tensor(DType::kF32, Shape{4})}}, JsonForm::kRow),
              HasSubstr("Tensor name: b has inconsistent batch size: 4 expecting: 2"));
  std::string json;
  EXPECT_EQ(WritePredictions({.tensors = {{"y", Tensor(DType::kF16, Shape{1})}}}, JsonForm::kRow, &json).code,
            RpcCode::kUnimplemented);
}

}  // namespace
}  // namespace slipway::serving
