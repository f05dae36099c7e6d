#include "serving/json_examples.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "formats/example/example.h"

namespace slipway::serving {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<example::Features> Read(std::string_view body, std::string* signature = nullptr) {
  ExampleInputs inputs;
  RpcStatus s = ReadExamples(body, &inputs);
  EXPECT_TRUE(s.ok()) << s.message;
  if (signature) *signature = inputs.signature;
  std::vector<example::Features> examples;
  for (const std::string& bytes : inputs.examples) examples.push_back(example::DecodeExample(bytes).value());
  return examples;
}

std::string ErrorOf(std::string_view body) {
  ExampleInputs inputs;
  RpcStatus s = ReadExamples(body, &inputs);
  EXPECT_EQ(s.code, RpcCode::kInvalidArgument) << body;
  return s.message;
}

TEST(JsonExamplesTest, KindsOfFeatures) {
  std::string signature;
  auto examples = Read(R"({"signature_name": "s", "examples": [
      {"f": 2.0, "i": [1, true], "s": ["a", {"b64": "YmM="}], "none": [], "nan": NaN}]})",
                       &signature);
  EXPECT_EQ(signature, "s");
  ASSERT_EQ(examples.size(), 1u);
  EXPECT_THAT(std::get<example::FloatList>(examples[0]["f"]), ElementsAre(2));
  EXPECT_THAT(std::get<example::Int64List>(examples[0]["i"]), ElementsAre(1, 1));
  EXPECT_THAT(std::get<example::BytesList>(examples[0]["s"]), ElementsAre("a", "bc"));
  EXPECT_TRUE(std::holds_alternative<std::monostate>(examples[0]["none"]));
  EXPECT_TRUE(std::isnan(std::get<example::FloatList>(examples[0]["nan"])[0]));
}

TEST(JsonExamplesTest, TheContextIsPartOfEveryExampleThatDoesNotSayOtherwise) {
  auto examples = Read(R"({"context": {"c": 1.5, "d": 2.5}, "examples": [{"x": 1.0}, {"d": 9.5}]})");
  ASSERT_EQ(examples.size(), 2u);
  EXPECT_THAT(std::get<example::FloatList>(examples[0]["d"]), ElementsAre(2.5));
  EXPECT_THAT(std::get<example::FloatList>(examples[1]["d"]), ElementsAre(9.5));
  EXPECT_THAT(std::get<example::FloatList>(examples[1]["c"]), ElementsAre(1.5));
}

TEST(JsonExamplesTest, Errors) {
  EXPECT_THAT(ErrorOf("{}"), HasSubstr("'examples' is expected"));
  EXPECT_THAT(ErrorOf(R"({"examples": {"x": 1.0}})"), HasSubstr("list/array"));
  EXPECT_THAT(ErrorOf(R"({"examples": []})"), HasSubstr("empty array"));
  EXPECT_THAT(ErrorOf(R"({"examples": [1.0]})"), HasSubstr("Example must be JSON object"));
  EXPECT_THAT(ErrorOf(R"({"context": 5, "examples": [{}]})"), HasSubstr("Example must be JSON object"));
  EXPECT_THAT(ErrorOf(R"({"signature_name": 5, "examples": [{}]})"), HasSubstr("'signature_name'"));
  for (const char* value : {"null", "[[1.0]]", R"({"y": 1})", R"([1.0, "a"])", "[1, 2.5]", R"({"b64": "*"})"})
    EXPECT_THAT(ErrorOf(StrCat(R"({"examples": [{"x": )", value, "}]}")), HasSubstr("Feature: x: ")) << value;
  EXPECT_EQ(ErrorOf(R"({"examples": [{"x": 18446744073709551615}]})"),
            "Feature: x: 18446744073709551615 does not fit an int64");
}

TEST(JsonExamplesTest, Replies) {
  EXPECT_EQ(ClassificationsJson({{{"a\"", 0.5f}, {"b", 2}}, {{"", 1}}}),
            "{\n    \"results\": [[[\"a\\\"\", 0.5], [\"b\", 2.0]], [[\"\", 1.0]]\n    ]\n}");
  EXPECT_EQ(RegressionsJson({3, 2.5f}), "{\n    \"results\": [3.0, 2.5\n    ]\n}");
}

}  // namespace
}  // namespace slipway::serving
