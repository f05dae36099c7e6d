#include "serving/json_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "serving/fake_servable.h"

namespace slipway::serving {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Tensors = std::map<std::string, Tensor>;

RpcStatus Read(const std::string& body, Tensors* tensors, JsonForm* form = nullptr) {
  static FakeServable model;
  JsonRequest request;
  RETURN_IF_RPC_ERROR(request.Parse(body));
  const Signature* s =
      model.FindSignature(request.signature_name().empty() ? "serving_default" : request.signature_name());
  if (!s) return {RpcCode::kNotFound, "no signature"};
  JsonForm ignored;
  return request.ReadTensors(*s, form ? form : &ignored, tensors);
}

// The one tensor of a body that must be right.
Tensor One(const std::string& body) {
  Tensors tensors;
  RpcStatus s = Read(body, &tensors);
  EXPECT_TRUE(s.ok()) << body << ": " << s.message;
  EXPECT_EQ(tensors.size(), 1u);
  return tensors.empty() ? Tensor() : tensors.begin()->second;
}

std::string ErrorOf(const std::string& body) {
  Tensors tensors;
  RpcStatus s = Read(body, &tensors);
  EXPECT_FALSE(s.ok()) << body;
  return s.message;
}

std::vector<float> Floats(const Tensor& t) { return {t.as<float>().begin(), t.as<float>().end()}; }

TEST(JsonRequest, RowForm) {
  JsonForm form;
  Tensors tensors;
  ASSERT_TRUE(Read(R"({"instances": [1.0, 2, 5e0]})", &tensors, &form).ok());
  EXPECT_EQ(form, JsonForm::kRow);
  EXPECT_EQ(tensors["x"].shape(), Shape({3}));
  EXPECT_THAT(Floats(tensors["x"]), ElementsAre(1, 2, 5));
  EXPECT_EQ(One(R"({"instances": [[1.0], [2.0]]})").shape(), Shape({2, 1}));
  EXPECT_EQ(One(R"({"instances": [{"x": [1.0]}, {"x": [2.0]}]})").shape(), Shape({2, 1}));
  EXPECT_EQ(One(R"({"instances": [[], []]})").shape(), Shape({2, 0}));
  EXPECT_EQ(One(R"({"instances": [[[[1,2],[3,4]],[[5,6],[7,8]]]]})").shape(), Shape({1, 2, 2, 2}));
}

TEST(JsonRequest, ColumnForm) {
  JsonForm form;
  Tensors tensors;
  ASSERT_TRUE(Read(R"({"inputs": {"x": [[1.0], [2.0]], "z": 9}})", &tensors, &form).ok());
  EXPECT_EQ(form, JsonForm::kColumn);
  EXPECT_EQ(tensors["x"].shape(), Shape({2, 1}));
  EXPECT_EQ(tensors.size(), 1u);
  EXPECT_EQ(One(R"({"inputs": 2.0})").shape(), Shape());
  EXPECT_EQ(One(R"({"inputs": []})").shape(), Shape({0}));
}

TEST(JsonRequest, SeveralInputs) {
  Tensors tensors;
  ASSERT_TRUE(
      Read(R"({"signature_name": "two", "instances": [{"a": [1, 2], "b": 5}, {"b": 6, "a": [3, 4]}]})", &tensors).ok());
  EXPECT_THAT(Floats(tensors["a"]), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(tensors["b"].AsInts(), ElementsAre(5, 6));
  // Columns may differ in their first dimension.
  ASSERT_TRUE(Read(R"({"signature_name": "two", "inputs": {"a": [[1, 2], [3, 4]], "b": [5]}})", &tensors).ok());
  EXPECT_EQ(tensors["b"].shape(), Shape({1}));
}

TEST(JsonRequest, OtherKeysAndWhatFollowsAreIgnored) {
  EXPECT_THAT(Floats(One(R"({"foo": {"a": [1, null]}, "instances": [1.0]})")), ElementsAre(1));
  EXPECT_THAT(Floats(One(R"({"instances": [1.0]} trailing "]}')")), ElementsAre(1));
  EXPECT_THAT(Floats(One("  {\"instances\": [1.0]}{\"instances\": [2.0]}")), ElementsAre(1));
}

TEST(JsonRequest, SpecialNumbers) {
  for (const char* key : {"instances", "inputs"}) {
    Tensor t = One(StrCat("{\"", key, "\": [NaN, Infinity, -Infinity, 1]}"));
    EXPECT_TRUE(std::isnan(t.as<float>()[0]));
    EXPECT_EQ(t.as<float>()[1], INFINITY);
    EXPECT_EQ(t.as<float>()[2], -INFINITY);
    EXPECT_EQ(t.as<float>()[3], 1);
  }
  EXPECT_EQ(One(R"({"instances": [{"x": NaN}]})").elements(), 1);
  // The words within strings are strings.
  Tensor s = One(R"({"signature_name": "string", "instances": ["NaN", "a \" NaN, Infinity", "\\"], "z": NaN})");
  EXPECT_THAT(s.strings(), ElementsAre("NaN", "a \" NaN, Infinity", "\\"));
  EXPECT_THAT(ErrorOf(R"({"signature_name": "string", "instances": [NaN]})"),
              HasSubstr("is not of expected type: string"));
  EXPECT_THAT(ErrorOf(R"({"signature_name": "i64", "instances": [NaN]})"),
              HasSubstr("JSON Value: NaN Type: Number is not of expected type: int64"));
  EXPECT_THAT(ErrorOf(R"({"signature_name": NaN, "instances": [1]})"), HasSubstr("must be a string value"));
  EXPECT_THAT(ErrorOf(R"({"instances": [NaNa]})"), HasSubstr("JSON Parse error"));
}

TEST(JsonRequest, LongIntegersAreDoubles) {
  EXPECT_THAT(Floats(One(R"({"instances": [100000000000000000000, -100000000000000000000]})")),
              ElementsAre(1e20f, -1e20f));
  EXPECT_THAT(ErrorOf(StrCat("{\"instances\": [", std::string(100000, '1'), "]}")), HasSubstr("JSON Parse error"));
}

TEST(JsonRequest, IntegersInTheirRange) {
  auto ints = [](const std::string& type, const std::string& tokens) {
    return One(StrCat("{\"signature_name\": \"", type, "\", \"instances\": [", tokens, "]}")).AsInts();
  };
  EXPECT_THAT(ints("i64", "-9223372036854775808, 9007199254740993, 9223372036854775807"),
              ElementsAre(INT64_MIN, 9007199254740993, INT64_MAX));
  EXPECT_THAT(ints("u64", "0, 18446744073709551615"), ElementsAre(0, -1));
  EXPECT_THAT(ints("i32", "-2147483648, 2147483647"), ElementsAre(INT32_MIN, INT32_MAX));
  EXPECT_THAT(ints("u32", "0, 4294967295"), ElementsAre(0, 4294967295));
  EXPECT_THAT(ints("i8", "-128, 127"), ElementsAre(-128, 127));
  EXPECT_THAT(ints("u8", "0, 255"), ElementsAre(0, 255));
  struct Wrong {
    const char *type, *token, *name;
  };
  for (const Wrong& w : {Wrong{"i32", "1.0", "int32"},
                         {"i64", "1e2", "int64"},
                         {"i32", "2147483648", "int32"},
                         {"i64", "9223372036854775808", "int64"},
                         {"i64", "99999999999999999999", "int64"},
                         {"u64", "-1", "uint64"},
                         {"u32", "-1", "uint32"},
                         {"i32", "\"1\"", "int32"},
                         {"i32", "true", "int32"},
                         {"bool", "1", "bool"},
                         {"string", "1", "string"},
                         {"i8", "300", "int8"},
                         {"u8", "-1", "uint8"}})
    EXPECT_THAT(ErrorOf(StrCat("{\"signature_name\": \"", w.type, "\", \"instances\": [", w.token, "]}")),
                HasSubstr(StrCat("is not of expected type: ", w.name)));
}

TEST(JsonRequest, Strings) {
  EXPECT_THAT(One(R"({"signature_name": "string", "instances": [{"b64": "aGVsbG8="}, "x", ""]})").strings(),
              ElementsAre("hello", "x", ""));
  EXPECT_THAT(One(R"({"signature_name": "string", "inputs": ["\u0041\n"]})").strings(), ElementsAre("A\n"));
  EXPECT_THAT(One(R"({"signature_name": "bytes", "instances": [{"x": {"b64": "aGk="}}]})").strings(),
              ElementsAre("hi"));
  EXPECT_THAT(One(R"({"signature_name": "bytes", "inputs": {"b64": "aGk="}})").strings(), ElementsAre("hi"));
  for (const char* item : {R"({"b64": "***"})", R"({"b64": 5})", R"({"x": {"b64": "aGk=", "y": 1}})"})
    ErrorOf(StrCat(R"({"signature_name": "bytes", "instances": [)", item, "]}"));
}

TEST(JsonRequest, Messages) {
  struct Case {
    const char *body, *words;
  };
  const Case cases[] = {
      {R"({"instances": [1.0)", "JSON Parse error"},
      {"", "JSON Parse error: The document is empty"},
      {" \n", "JSON Parse error: The document is empty"},
      {"hello", "JSON Parse error"},
      {"{'instances': [1.0]}", "JSON Parse error"},
      {R"({"instances": [1.0,]})", "JSON Parse error"},
      {"[1.0]", "Is not object"},
      {R"({"instances": [1e400]})", "JSON Parse error"},
      {R"({"instances": [1.0], "inputs": [1.0]})", "only one of"},
      {"{}", "Missing 'inputs' or 'instances' key"},
      {R"({"instances": 1.0})", "Expecting 'instances' to be an list/array"},
      {R"({"instances": []})", "No values in 'instances' array"},
      {R"({"signature_name": 5, "instances": [1.0]})", "'signature_name' key must be a string value"},
      {R"({"instances": ["1.0"]})", "JSON Value: \"1.0\" Type: String is not of expected type: float"},
      {R"({"instances": [null]})", "Type: Null is not of expected type: float"},
      {R"({"instances": [true]})", "Type: True is not of expected type: float"},
      {R"({"instances": [{"x": {"b64": "AA=="}}]})", "is not of expected type: float"},
      {R"({"instances": [[1.0], [1.0, 2.0]]})",
       "Failed to process element: 1 of 'instances' list. Error: Expecting tensor size: 1 but got: 2"},
      {R"({"instances": [[[1.0], [2.0]], [[1.0, 2.0]]]})", "Expecting shape [2,1] but got: [1,2]"},
      {R"({"instances": [[[1.0], [2.0, 3.0]]]})",
       "Encountered list at unexpected size: 2 at level: 1 expected size: 1"},
      {R"({"instances": [[1.0, [2.0]]]})", "Failed to process element: 0"},
      {R"({"inputs": [[1.0], 2.0]})", "found at incorrect level"},
      {R"({"inputs": [[1.0], [2.0, 3.0]]})", "Encountered list at unexpected size: 2 at level: 1 expected size: 1"},
      {R"({"instances": [{"z": 1.0}]})", "does not have named input: z"},
      {R"({"instances": [{}]})", "keys must be equal to: x"},
      {R"({"instances": [{"x": 1, "x": 1}]})", "keys must be equal to: x"},
      {R"({"instances": [{"x": 1.0}, 2.0]})", "Expecting object but got list at item 1"},
      {R"({"instances": [1.0, {"x": 2.0}]})", "Expecting value/list but got object at item 1"},
      {R"({"inputs": {"z": [1.0]}})", "Missing named input: x in 'inputs' object."},
      {R"({"signature_name": "two", "instances": [1.0]})", "plain list"},
      {R"({"signature_name": "two", "inputs": [1.0]})", "plain value/list"},
      {R"({"signature_name": "two", "instances": [{"a": [1.0]}]})", "keys must be equal to: a,b"},
      {R"({"signature_name": "two", "inputs": {"a": [[1.0]]}})", "Missing named input: b"},
      {R"({"instances": [[[[[[[[[1.0]]]]]]]]]})", "levels of lists"},
  };
  for (const Case& c : cases) EXPECT_THAT(ErrorOf(c.body), HasSubstr(c.words)) << c.body;
}

TEST(JsonRequest, TypesWithoutJsonForm) {
  Tensors tensors;
  for (const char* type : {"f16", "u16"}) {
    RpcStatus column = Read(StrCat(R"({"signature_name": ")", type, R"(", "inputs": [1]})"), &tensors);
    EXPECT_EQ(column.code, RpcCode::kUnimplemented);
    EXPECT_THAT(column.message, HasSubstr("Conversion of JSON Value: 1 to type: "));
    RpcStatus row = Read(StrCat(R"({"signature_name": ")", type, R"(", "instances": [1]})"), &tensors);
    EXPECT_EQ(row.code, RpcCode::kInvalidArgument);
    EXPECT_THAT(row.message, HasSubstr("Failed to process element: 0"));
  }
}

// A first list that is long on every level, and then almost nothing: no memory for what is not there.
TEST(JsonRequest, HostileShapesAllocateNothing) {
  std::string list = "[1";
  for (int i = 0; i < 999; ++i) list += ",1";
  list += "]";
  std::string body = list;
  for (int level = 0; level < 6; ++level) {
    body = "[" + body;
    for (int i = 0; i < 999; ++i) body += ",0";
    body += "]";
  }
  EXPECT_THAT(ErrorOf("{\"inputs\": " + body + "}"), HasSubstr("found at incorrect level"));
  EXPECT_THAT(ErrorOf("{\"instances\": [" + body + "]}"), HasSubstr("found at incorrect level"));
}

TEST(JsonRequest, DeepNestingIsAnError) {
  EXPECT_THAT(ErrorOf("{\"instances\": " + std::string(200000, '[')), HasSubstr("JSON Parse error"));
  EXPECT_THAT(ErrorOf("{\"instances\": " + std::string(100000, '[') + std::string(100000, ']') + "}"),
              HasSubstr("JSON Parse error"));
  std::string objects;
  for (int i = 0; i < 100000; ++i) objects += "{\"a\":";
  EXPECT_THAT(ErrorOf(objects), HasSubstr("JSON Parse error"));
}

TEST(JsonRequest, EveryTruncationIsAnErrorOrAValue) {
  const std::string body =
      R"({"signature_name": "two", "instances": [{"a": [1.5, NaN], "b": -5}], "z": {"b64": "\u0041"}})";
  for (size_t n = 0; n < body.size(); ++n) EXPECT_THAT(ErrorOf(body.substr(0, n)), HasSubstr("JSON Parse error")) << n;
  for (size_t i = 0; i < body.size(); ++i)
    for (char c : {'\0', '"', '[', '}', '9', '\xff'}) {
      std::string changed = body;
      changed[i] = c;
      Tensors tensors;
      (void)Read(changed, &tensors);
    }
}

TEST(JsonRequest, ListsBeyondSimdjsonsCount) {
  constexpr int64_t kMany = (1 << 24) + 5;
  std::string body = "{\"inputs\": [1";
  body.reserve(static_cast<size_t>(kMany) * 2 + 20);
  for (int64_t i = 1; i < kMany; ++i) body += ",1";
  body += "]}";
  EXPECT_EQ(One(body).shape(), Shape({kMany}));
}

}  // namespace
}  // namespace slipway::serving
