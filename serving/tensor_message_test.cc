#include "serving/tensor_message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <complex>

#include "tensorflow/core/framework/tensor.pb.h"

namespace slipway::serving {
namespace {

using tensorflow::TensorProto;
using testing::ElementsAre;
using testing::HasSubstr;

TensorProto Proto(tensorflow::DataType dtype, std::vector<int64_t> dims) {
  TensorProto p;
  p.set_dtype(dtype);
  for (int64_t d : dims) p.mutable_tensor_shape()->add_dim()->set_size(d);
  return p;
}

RpcStatus Read(const TensorProto& p, Tensor* t) { return TensorFromRequest("x", p, t); }

TEST(TensorFromRequest, ListsAndContent) {
  Tensor t;
  TensorProto p = Proto(tensorflow::DT_FLOAT, {4, 1});
  p.add_float_val(8);
  p.add_float_val(2);
  ASSERT_TRUE(Read(p, &t).ok());
  EXPECT_THAT(t.as<float>(), ElementsAre(8, 2, 2, 2));
  p.clear_float_val();
  ASSERT_TRUE(Read(p, &t).ok());
  EXPECT_THAT(t.as<float>(), ElementsAre(0, 0, 0, 0));
  const float values[] = {1, 2, 3, 4};
  p.set_tensor_content(values, sizeof values);
  ASSERT_TRUE(Read(p, &t).ok());
  EXPECT_THAT(t.as<float>(), ElementsAre(1, 2, 3, 4));
  p.mutable_tensor_shape()->clear_dim();
  p.mutable_tensor_shape()->set_unknown_rank(true);
  p.set_tensor_content(values, sizeof(float));
  ASSERT_TRUE(Read(p, &t).ok());
  EXPECT_TRUE(t.shape().IsScalar());
}

TEST(TensorFromRequest, Refusals) {
  Tensor t;
  std::vector<TensorProto> wrong = {Proto(tensorflow::DT_INVALID, {1}), Proto(tensorflow::DT_VARIANT, {1}),
                                    Proto(tensorflow::DT_FLOAT, {-1, 1}),
                                    Proto(tensorflow::DT_FLOAT, {int64_t{1} << 40, int64_t{1} << 40}),
                                    Proto(tensorflow::DT_FLOAT, std::vector<int64_t>(300, 1))};
  wrong.push_back(Proto(tensorflow::DT_FLOAT, {2}));
  wrong.back().set_tensor_content("12345");
  for (const TensorProto& p : wrong) {
    RpcStatus s = Read(p, &t);
    EXPECT_EQ(s.code, RpcCode::kInvalidArgument) << p.ShortDebugString();
    EXPECT_THAT(s.message, HasSubstr("tensor parsing error: x"));
  }
}

// A few bytes must not claim the machine's memory.
TEST(TensorFromRequest, TinyMessagesWithHugeShapes) {
  Tensor t;
  for (auto [dtype, size] : {std::pair{tensorflow::DT_FLOAT, int64_t{1} << 40},
                             {tensorflow::DT_FLOAT, int64_t{1} << 25},
                             {tensorflow::DT_STRING, int64_t{1} << 22},
                             {tensorflow::DT_BOOL, int64_t{1} << 32}}) {
    EXPECT_EQ(Read(Proto(dtype, {size}), &t).code, RpcCode::kInvalidArgument);
    EXPECT_EQ(Read(Proto(dtype, {size, 1}), &t).code, RpcCode::kInvalidArgument);
  }
  ASSERT_TRUE(Read(Proto(tensorflow::DT_FLOAT, {1 << 24}), &t).ok());  // 64 MiB of zeros
  ASSERT_TRUE(Read(Proto(tensorflow::DT_FLOAT, {int64_t{1} << 40, 0}), &t).ok());
}

TEST(TensorToMessage, TypedFields) {
  TensorProto p;
  TensorToTypedFields(Tensor::Of<float>({2, 1}, {2.5f, 3}), &p);
  EXPECT_EQ(p.ShortDebugString(),
            "dtype: DT_FLOAT tensor_shape { dim { size: 2 } dim { size: 1 } } float_val: 2.5 float_val: 3");
  TensorToTypedFields(Tensor::Of<int8_t>({2}, {-128, 127}), &p);
  EXPECT_THAT(p.int_val(), ElementsAre(-128, 127));
  TensorToTypedFields(Tensor::Of<uint16_t>({1}, {65535}), &p);
  EXPECT_THAT(p.int_val(), ElementsAre(65535));
  TensorToTypedFields(Tensor::Of<uint64_t>({1}, {UINT64_MAX}), &p);
  EXPECT_THAT(p.uint64_val(), ElementsAre(UINT64_MAX));
  TensorToTypedFields(Tensor::Of<bool>({2}, {true, false}), &p);
  EXPECT_THAT(p.bool_val(), ElementsAre(true, false));
  TensorToTypedFields(Tensor::Of<std::complex<float>>({1}, {{1, 2}}), &p);
  EXPECT_THAT(p.scomplex_val(), ElementsAre(1, 2));
  Half h;
  h.bits = 0x3c00;
  TensorToTypedFields(Tensor::Of<Half>({1}, {h}), &p);
  EXPECT_THAT(p.half_val(), ElementsAre(0x3c00));
  TensorToTypedFields(Tensor::Of<std::string>({1}, {"ab"}), &p);
  EXPECT_THAT(p.string_val(), ElementsAre("ab"));
  TensorToTypedFields(Tensor::Scalar(1.5), &p);
  EXPECT_EQ(p.ShortDebugString(), "dtype: DT_DOUBLE tensor_shape { } double_val: 1.5");
}

TEST(TensorToMessage, Content) {
  TensorProto p;
  TensorToContent(Tensor::Of<float>({1}, {2.5f}), &p);
  EXPECT_EQ(p.tensor_content(), std::string("\0\0\x20\x40", 4));
  EXPECT_EQ(p.float_val_size(), 0);
  TensorToContent(Tensor::Of<int32_t>({2}, {1, 2}), &p);
  EXPECT_EQ(p.tensor_content().size(), 8u);
}

}  // namespace
}  // namespace slipway::serving
