#include "ops/tables/tflite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/tflite/flexbuffer.h"
#include "ops/binary/binary.h"
#include "ops/cases.h"
#include "ops/concat/concat.h"
#include "ops/conv_2d/conv_2d.h"
#include "ops/dequantize/dequantize.h"
#include "ops/fully_connected/fully_connected.h"
#include "ops/gather/gather.h"
#include "ops/infer.h"
#include "ops/intermediates.h"
#include "ops/pad/pad.h"
#include "ops/quantize/quantize.h"
#include "ops/reshape/reshape.h"
#include "ops/softmax/softmax.h"
#include "ops/split/split.h"
#include "ops/states.h"
#include "ops/tables/custom_options.h"
#include "ops/text.h"
#include "ops/tile/tile.h"
#include "ops/transpose/transpose.h"
#include "ops/transpose_conv/transpose_conv.h"
#include "ops/unary/unary.h"
#include "ops/unpack/unpack.h"

namespace slipway::ops {
namespace {

using tflite::FlexValue;

TEST(CustomOptions, EveryCaseReadsBackEqual) {
  int checked = 0;
  for (const Case& c : AllCases()) {
    SCOPED_TRACE(c.name);
    Result<Op> read = ReadCustomOptions(c.op.info(), WriteCustomOptions(c.op));
    ASSERT_TRUE(read.ok()) << read.status().message();
    EXPECT_EQ(ToString(*read), ToString(c.op));
    ++checked;
  }
  EXPECT_GT(checked, 100);
}

std::string ReadError(const char* op, const tflite::FlexMap& map) {
  Result<Op> read = ReadCustomOptions(*FindOp(op), tflite::WriteFlexMap(map));
  return read.ok() ? ToString(*read) : read.status().message();
}

TEST(CustomOptions, DefaultsAndErrors) {
  EXPECT_EQ(ReadError("Softmax", {}), "Softmax");
  EXPECT_EQ(ReadError("Softmax", {{"beta", FlexValue::Int(2)}}), "Softmax{beta=2}");
  EXPECT_EQ(ReadError("Softmax", {{"beta", FlexValue::String("2")}}), "option 'beta' is of another kind");
  EXPECT_EQ(ReadError("Softmax", {{"gamma", FlexValue::Int(2)}}), "there is no option 'gamma'");
  EXPECT_EQ(ReadError("Unary", {{"kind", FlexValue::String("Tanh")}}), "Unary{kind=Tanh}");
  EXPECT_EQ(ReadError("Unary", {{"kind", FlexValue::String("Tann")}}), "option 'kind' cannot be 'Tann'");
  EXPECT_EQ(ReadError("Reshape", {{"shape", FlexValue::Ints({2, -1})}}), "Reshape{shape=[2,-1]}");
  EXPECT_EQ(ReadError("ShapeOf", {{"out_type", FlexValue::String("i64")}}), "ShapeOf{out_type=i64}");
  EXPECT_EQ(ReadError("ShapeOf", {{"out_type", FlexValue::String("int64")}}), "option 'out_type' cannot be 'int64'");
}

TEST(CustomOptions, DamageIsAnError) {
  std::string bytes = WriteCustomOptions(Reshape{.shape = {3, 4}});
  for (size_t n = 0; n < bytes.size(); ++n) (void)ReadCustomOptions(*FindOp("Reshape"), bytes.substr(0, n));
  for (size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    (void)ReadCustomOptions(*FindOp("Reshape"), damaged);
  }
}

TEST(Tflite, SoftmaxBothWays) {
  TfliteTypes types{{{DType::kI8, {1, 4}}}, {{DType::kI8, {1, 4}}}};
  Result<TfliteForm> form = OpToTflite(Softmax{.beta = 2}, types);
  ASSERT_TRUE(form.ok());
  EXPECT_EQ(form->code, Builtin::SOFTMAX);
  EXPECT_EQ(form->version, 2);
  TfliteOperator in{.code = form->code, .options = &form->options};
  Result<Op> read = OpFromTflite(in);
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_EQ(ToString(*read), "Softmax{beta=2}");
}

// The writer checks slots, names, wire types and defaults against the schema.
// As TFLite's converter numbers them, in its mode of 16-bit activations.
TEST(Tflite, VersionsOf16BitCodes) {
  TensorType x(DType::kI16, {1, 4, 4, 2}, Quantization{{0.5f}, {0}, 0}), f(DType::kF32, {1, 4, 4, 2});
  TensorType w(DType::kI8, {2, 3, 3, 2}, Quantization{{0.5f, 0.5f}, {0, 0}, 0}), shape(DType::kI32, {4});
  struct Row {
    Op op;
    std::vector<TensorType> inputs;
    TensorType output;
    int version;
  };
  const Row rows[] = {
      {Concat{}, {x, x}, x, 2},
      {Dequantize{}, {x}, f, 2},
      {FullyConnected{}, {x, w, TensorType()}, x, 4},
      {Conv2D{.layout = FilterLayout::kTflite}, {x, w, TensorType()}, x, 3},
      {Gather{}, {x, shape}, x, 2},
      {Pad{}, {x, shape}, x, 2},
      {Quantize{.to = DType::kI16}, {f}, x, 1},
      {Quantize{.to = DType::kI16}, {x}, x, 2},
      {Split{}, {shape, x}, x, 2},
      {Tile{}, {x, shape}, x, 3},
      {Transpose{}, {x, shape}, x, 2},
      {TransposeConv{.layout = FilterLayout::kTflite}, {shape, w, x}, x, 3},
      {Unpack{}, {x}, x, 1},
  };
  for (const Row& row : rows) {
    Result<TfliteForm> form = OpToTflite(row.op, {row.inputs, {row.output}});
    ASSERT_TRUE(form.ok()) << row.op.name() << ": " << form.status().message();
    EXPECT_EQ(form->version, row.version) << row.op.name();
  }
}

// What LiteRT sums in, and how it reads scales.
TEST(Tflite, OptionsOf16BitCodes) {
  Quantization q{{0.5f}, {0}, 0};
  TensorType x(DType::kI16, {1, 2}, q), x8(DType::kI8, {1, 2}, q), w(DType::kI8, {2, 2}, q), b(DType::kI64, {2}, q);
  auto option = [](const Op& op, const TfliteTypes& types, int slot, int64_t fallback) {
    TfliteForm form = OpToTflite(op, types).value();
    const tflite::OptionValue* value = form.options.Find(slot);
    return value ? value->integer : fallback;
  };
  constexpr int kF32Code = 0, kI64Code = 4;
  EXPECT_EQ(option(FullyConnected{}, {{x, w, b}, {x}}, 4, kF32Code), kI64Code);
  EXPECT_EQ(option(FullyConnected{}, {{x, w, TensorType()}, {x}}, 4, kF32Code), kI64Code);
  EXPECT_EQ(option(FullyConnected{}, {{x8, w, TensorType()}, {x8}}, 4, kF32Code), kF32Code);
  EXPECT_EQ(option(Binary{.pot_scale_int16 = false}, {{x, x}, {x}}, 1, true), false);
  EXPECT_EQ(option(Binary{}, {{x, x}, {x}}, 1, true), true);
}

TEST(Tflite, EveryCaseWithABuiltinReadsBackEqual) {
  int checked = 0;
  for (const Case& c : AllCases()) {
    if (!c.error.empty() || !HasTfliteBuiltin(c.op)) continue;
    SCOPED_TRACE(c.name);
    TfliteOperator in;
    std::vector<InferInput> operands;
    for (const CaseInput& x : c.inputs) in.inputs.push_back(x.absent ? TensorType() : x.type);
    for (size_t i = 0; i < c.inputs.size(); ++i)
      operands.push_back(c.inputs[i].absent ? InferInput{} : InferInput{&in.inputs[i], nullptr});
    Result<TensorTypes> results = InferTypes(c.op, Inputs(operands));
    ASSERT_TRUE(results.ok()) << results.status().message();
    in.outputs = *results;
    for (size_t i = 0; i < c.out_quant.size(); ++i) in.outputs[i].quant = c.out_quant[i];
    Result<TfliteForm> form = OpToTflite(c.op, {in.inputs, in.outputs});
    if (!form.ok()) continue;  // types or attributes that have no .tflite form
    in.code = form->code;
    in.version = form->version;
    in.options = &form->options;
    in.options_2 = &form->options;
    in.variables.resize(in.inputs.size());
    for (int state : StatesOf(c.op)) in.variables[static_cast<size_t>(state)] = true;
    Result<Op> read = OpFromTflite(in);
    ASSERT_TRUE(read.ok()) << read.status().message();
    EXPECT_EQ(ToString(WithIntermediates(*read, IntermediatesOf(c.op))), ToString(c.op));
    ++checked;
  }
  EXPECT_GT(checked, 100);
}

TEST(Tflite, WithoutABuiltinItIsACustomOperator) {
  Op erf = Unary{.kind = UnaryKind::kErf};
  EXPECT_FALSE(HasTfliteBuiltin(erf));
  EXPECT_EQ(TfliteFormName(erf), "custom SlipwayUnary");
  Result<TfliteForm> form = OpToTflite(erf, {});
  ASSERT_TRUE(form.ok()) << form.status().message();
  EXPECT_EQ(form->code, Builtin::CUSTOM);
  EXPECT_EQ(form->custom_name, "SlipwayUnary");
  TfliteOperator in{.code = Builtin::CUSTOM, .custom_name = form->custom_name, .custom_options = form->custom_options};
  Result<Op> read = OpFromTflite(in);
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_EQ(*read, erf);

  Result<TfliteForm> none = OpToTflite(Op(*FindOp("ReadVariable"), FindOp("ReadVariable")->make()), {});
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.status().message(), "ReadVariable has no .tflite form");
  EXPECT_EQ(TfliteFormName(Softmax{}), "SOFTMAX");
}

TEST(Tflite, WhatIsNotSupportedIsNamed) {
  EXPECT_EQ(OpFromTflite({.code = Builtin::CONCAT_EMBEDDINGS}).status().message(),
            "operator CONCAT_EMBEDDINGS is not supported");
  EXPECT_EQ(OpFromTflite({.code = static_cast<Builtin>(9999)}).status().message(), "builtin operator 9999 is unknown");
  EXPECT_EQ(OpFromTflite({.code = static_cast<Builtin>(-3)}).status().message(), "builtin operator -3 is unknown");
  EXPECT_EQ(OpFromTflite({.code = Builtin::CUSTOM, .custom_name = "FlexErf"}).status().message(),
            "custom operator 'FlexErf' is not supported");
  EXPECT_EQ(OpFromTflite({.code = Builtin::CUSTOM, .custom_name = "SlipwayNothing"}).status().message(),
            "custom operator 'SlipwayNothing' is not supported");
}

}  // namespace
}  // namespace slipway::ops
