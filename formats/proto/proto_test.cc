// Bytes and values in here were written and read by TensorFlow 2.21.
#include <gtest/gtest.h>

#include "base/wire.h"
#include "formats/proto/message.h"
#include "formats/proto/tensor.h"
#include "formats/proto/types.h"
#include "tensorflow/core/framework/graph.pb.h"
#include "tensorflow/core/framework/tensor.pb.h"
#include "tensorflow/core/protobuf/saved_model.pb.h"

namespace slipway::proto {
namespace {

using tensorflow::TensorProto;

std::string FromHex(std::string_view hex) {
  std::string out;
  for (size_t i = 0; i + 1 < hex.size(); i += 2)
    out.push_back(static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
  return out;
}

Result<Tensor> ReadText(const std::string& text) {
  TensorProto proto;
  RETURN_IF_ERROR(ParseText(text, &proto));
  return TensorFromProto(proto);
}

std::vector<double> Doubles(const std::string& text) {
  Result<Tensor> t = ReadText(text);
  EXPECT_TRUE(t.ok()) << t.status().message();
  return t.ok() ? t->AsDoubles() : std::vector<double>{};
}

// Reads TensorFlow's bytes; writes our own; both must hold `expected`.
void ExpectBothWays(std::string_view hex, const Tensor& expected) {
  TensorProto theirs, ours;
  ASSERT_TRUE(ParseMessage(FromHex(hex), &theirs).ok());
  Result<Tensor> read = TensorFromProto(theirs);
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_TRUE(Identical(*read, expected)) << ToString(read->type());
  TensorToProto(expected, &ours);
  EXPECT_EQ(SerializeMessage(ours), FromHex(hex));
}

TEST(TensorProto, SameBytesAsTensorFlow) {
  ExpectBothWays("0801120412020803220c0000803f0000004000004040", Tensor::Of<float>(Shape{3}, {1, 2, 3}));
  ExpectBothWays("080112002a040000c03f", Tensor::Scalar(1.5f));
  ExpectBothWays("08071204120208024201614203626364", Tensor::Of<std::string>(Shape{2}, {"a", "bcd"}));
  ExpectBothWays("08061204120208022202ff02", Tensor::Of<int8_t>(Shape{2}, {-1, 2}));
  ExpectBothWays("08131204120208022204003c00c0", Tensor::Of<Half>(Shape{2}, {Half(1), Half(-2)}));
  ExpectBothWays("080e1204120208022204803f00c0", Tensor::Of<BFloat16>(Shape{2}, {BFloat16(1), BFloat16(-2)}));
  ExpectBothWays("08091200520afbffffffffffffffff01", Tensor::Scalar<int64_t>(-5));
  ExpectBothWays("081712008a010a80808080808080808001", Tensor::Scalar<uint64_t>(uint64_t{1} << 63));
}

TEST(TensorProto, ComplexAndBoolListsOfTensorFlow) {
  TensorProto proto;
  ASSERT_TRUE(ParseMessage(FromHex("08081204120208024a100000803f000000400000404000000000"), &proto).ok());
  auto complex = Tensor::Of<std::complex<float>>(Shape{2}, {{1, 2}, {3, 0}});
  EXPECT_TRUE(Identical(*TensorFromProto(proto), complex));
  TensorToProto(complex, &proto);
  EXPECT_TRUE(Identical(*TensorFromProto(proto), complex));
  ASSERT_TRUE(ParseMessage(FromHex("080a1204120208025a020100"), &proto).ok());
  EXPECT_TRUE(Identical(*TensorFromProto(proto), Tensor::Of<bool>(Shape{2}, {true, false})));
}

TEST(TensorProto, ShortListsRepeatLongListsAreCut) {
  EXPECT_EQ(Doubles("dtype:DT_FLOAT tensor_shape{dim{size:3}} float_val:1 float_val:2"),
            (std::vector<double>{1, 2, 2}));
  EXPECT_EQ(Doubles("dtype:DT_FLOAT tensor_shape{dim{size:3}}"), (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(Doubles("dtype:DT_FLOAT tensor_shape{dim{size:2}} float_val:[1,2,3]"), (std::vector<double>{1, 2}));
  EXPECT_EQ(Doubles("dtype:DT_FLOAT tensor_shape{dim{size:0}} float_val:1"), (std::vector<double>{}));
  EXPECT_EQ(Doubles("dtype:DT_FLOAT tensor_shape{unknown_rank:true} float_val:1"), (std::vector<double>{1}));
  EXPECT_EQ(Doubles("dtype:DT_INT8 tensor_shape{dim{size:2}} int_val:300 int_val:-1"), (std::vector<double>{44, -1}));
  EXPECT_EQ(Doubles("dtype:DT_HALF tensor_shape{dim{size:2}} half_val:15360"), (std::vector<double>{1, 1}));
  Result<Tensor> strings = ReadText("dtype:DT_STRING tensor_shape{dim{size:3}} string_val:'x' string_val:'yz'");
  ASSERT_TRUE(strings.ok());
  EXPECT_EQ(strings->strings(), (std::vector<std::string>{"x", "yz", "yz"}));
  Result<Tensor> complex = ReadText("dtype:DT_COMPLEX64 tensor_shape{dim{size:2}} scomplex_val:[1,2,3]");
  ASSERT_TRUE(complex.ok());
  EXPECT_EQ(complex->as<std::complex<float>>()[1], (std::complex<float>{1, 2}));
}

TEST(TensorProto, Int4IsAByteEach) {
  EXPECT_EQ(Doubles("dtype:DT_INT4 tensor_shape{dim{size:3}} int_val:-8 int_val:7"), (std::vector<double>{-8, 7, 7}));
  EXPECT_EQ(Doubles(R"(dtype:DT_INT4 tensor_shape{dim{size:3}} tensor_content:"\001\017\010")"),
            (std::vector<double>{1, -1, -8}));
  Result<Tensor> t = ReadText("dtype:DT_INT4 tensor_shape{dim{size:3}} int_val:[-8,7,3]");
  TensorProto proto;
  TensorToProto(*t, &proto);
  EXPECT_EQ(SerializeMessage(proto), FromHex("081d1204120208033a0cf8ffffffffffffffff010703"));
}

TEST(TensorProto, StringContent) {
  Result<Tensor> t = ReadText(R"(dtype:DT_STRING tensor_shape{dim{size:2}} tensor_content:"\001\002abc")");
  ASSERT_TRUE(t.ok());
  EXPECT_EQ(t->strings(), (std::vector<std::string>{"a", "bc"}));
  for (const char* bad :
       {"\\001\\002ab", "\\001\\002abcd", "\\001", "\\377\\377\\377\\377\\377\\377\\377\\377\\377\\001a"})
    EXPECT_FALSE(ReadText(StrCat("dtype:DT_STRING tensor_shape{dim{size:2}} tensor_content:\"", bad, "\"")).ok())
        << bad;
}

TEST(TensorProto, WhatDoesNotFitIsRefused) {
  for (const char* bad : {
           "dtype:DT_FLOAT tensor_shape{dim{size:2}} tensor_content:'abcd'",
           "dtype:DT_FLOAT tensor_shape{dim{size:-1}} float_val:1",
           "dtype:DT_BOOL tensor_shape{dim{size:2}} tensor_content:'\\002\\000'",
           "dtype:DT_INT4 tensor_shape{dim{size:3}} tensor_content:'ab'",
           "dtype:DT_FLOAT tensor_shape{dim{size:4000000000}} float_val:1",
           "dtype:DT_STRING tensor_shape{dim{size:4000000000}} string_val:'a'",
           "dtype:DT_FLOAT tensor_shape{dim{size:4000000000000000000} dim{size:4}} tensor_content:'abcd'",
           "dtype:DT_DOUBLE tensor_shape{dim{size:4611686018427387904}} tensor_content:'abcd'",
           "dtype:DT_FLOAT_REF tensor_shape{dim{size:1}} float_val:1",
           "dtype:DT_RESOURCE",
           "dtype:DT_QINT16 tensor_shape{dim{size:2}} int_val:1",
       })
    EXPECT_FALSE(ReadText(bad).ok()) << bad;
}

TEST(TensorProto, AlignedContentIsViewed) {
  auto proto = std::make_shared<TensorProto>();
  TensorToProto(Tensor::Of<float>(Shape{16}, std::vector<float>(16, 1.0f)), proto.get());
  Result<Tensor> t = TensorFromProto(*proto, proto);
  ASSERT_TRUE(t.ok());
  EXPECT_EQ(t->data(), proto->tensor_content().data());
}

TEST(Types, EveryTypeGoesBothWays) {
  for (int i = 1; i < kDTypeCount; ++i) {
    auto dtype = static_cast<DType>(i);
    EXPECT_EQ(DTypeFromProto(DTypeToProto(dtype)), dtype) << DTypeName(dtype);
    EXPECT_EQ(DTypeFromProto(static_cast<tensorflow::DataType>(DTypeToProto(dtype) + 100)), dtype);
  }
  EXPECT_EQ(DTypeFromProto(tensorflow::DT_QINT8), DType::kI8);
  EXPECT_EQ(DTypeFromProto(tensorflow::DT_QINT16), DType::kInvalid);
  EXPECT_EQ(DataTypeName(static_cast<tensorflow::DataType>(77)), "DataType 77");
}

TEST(Message, ErrorsNameTypeAndPlace) {
  tensorflow::GraphDef graph;
  EXPECT_EQ(ParseMessage("\x0a\x7f", &graph).message(), "the bytes are not a valid tensorflow.GraphDef");
  Status s = ParseText("node {\n  nmae: \"x\"\n  op: Relu\n}", &graph);
  EXPECT_EQ(s.message().substr(0, 59), "the text is not a valid tensorflow.GraphDef: line 2, column");
}

// Nesting beyond protobuf's limit must be an error, not a stack overflow.
TEST(Message, DeepNestingIsRefused) {
  std::string text, bytes;
  for (int i = 0; i < 100000; ++i) text += "list{shape{} func{attr{key:'a' value{";
  tensorflow::AttrValue value;
  EXPECT_FALSE(ParseText(text, &value).ok());
  for (int i = 0; i < 300; ++i) {
    std::string variant, tensor;
    AppendBytesField(variant, 3, bytes);
    AppendBytesField(tensor, 15, variant);
    bytes = tensor;
  }
  TensorProto tensor;
  EXPECT_FALSE(ParseMessage(bytes, &tensor).ok());
}

}  // namespace
}  // namespace slipway::proto
