#include "formats/tflite/options.h"

#include <gtest/gtest.h>

#include "formats/tflite/builtin.h"
#include "formats/tflite/element_code.h"
#include "formats/tflite/option_schema.h"

namespace slipway::tflite {
namespace {

enum class Padding { kSame, kValid };

struct Conv {
  Padding padding = Padding::kSame;
  int stride_w = 0, stride_h = 0;
  int64_t dilation_w = 1, dilation_h = 1;
  DType bias_type = DType::kF32;
  int activation = 0;
};

void Map(auto& v, auto& op) {
  v.Enum(0, "padding", op.padding, Padding::kSame);
  v.Int(1, "stride_w", op.stride_w);
  v.Int(2, "stride_h", op.stride_h);
  v.Enum(3, "fused_activation_function", op.activation, 0);
  v.Int(4, "dilation_w_factor", op.dilation_w, 1);
  v.Int(5, "dilation_h_factor", op.dilation_h, 1);
  v.Type(6, "quantized_bias_type", op.bias_type, DType::kF32);
}

OptionValue Scalar(int slot, Wire wire, int64_t value) {
  OptionValue v;
  v.slot = static_cast<uint16_t>(slot);
  v.wire = wire;
  v.integer = value;
  return v;
}

TEST(Builtin, NamesAndCodes) {
  EXPECT_STREQ(BuiltinName(Builtin::CONV_2D), "CONV_2D");
  EXPECT_EQ(static_cast<int>(Builtin::CONV_2D), 3);
  EXPECT_STREQ(BuiltinName(static_cast<Builtin>(209)), "STABLEHLO_CASE");
  EXPECT_EQ(BuiltinName(static_cast<Builtin>(210)), nullptr);
  EXPECT_EQ(BuiltinName(static_cast<Builtin>(-1)), nullptr);
  EXPECT_EQ(BuiltinCode("BATCH_MATMUL"), Builtin::BATCH_MATMUL);
  EXPECT_EQ(BuiltinCode("batch_matmul"), std::nullopt);
}

TEST(ElementCode, BothWays) {
  for (int i = 1; i < kDTypeCount; ++i) {
    DType dtype = static_cast<DType>(i);
    ASSERT_TRUE(CodeFromDType(dtype)) << DTypeName(dtype);
    EXPECT_EQ(DTypeFromCode(*CodeFromDType(dtype)), dtype);
  }
  EXPECT_EQ(DTypeFromCode(9), DType::kI8);
  EXPECT_EQ(ElementCodeBits(17), 4);
  EXPECT_EQ(ElementCodeBits(5), 0);
  EXPECT_EQ(DTypeFromCode(19), DType::kInvalid);
  EXPECT_STREQ(ElementCodeName(19), "INT2");
  EXPECT_EQ(ElementCodeName(23), nullptr);
  EXPECT_EQ(ElementCodeName(-1), nullptr);
  EXPECT_FALSE(CodeFromDType(DType::kInvalid));
}

TEST(Options, OneMappingServesBothDirections) {
  Conv op{Padding::kValid, 2, 3, 1, 4, DType::kI32, 3};
  OptionsWriter writer(OptionsType::Conv2DOptions);
  Map(writer, op);
  Result<OptionsTable> table = std::move(writer).Finish();
  ASSERT_TRUE(table.ok());
  EXPECT_EQ(DescribeOptions(*table),
            "padding=VALID stride_w=2 stride_h=3 fused_activation_function=RELU6 dilation_h_factor=4 "
            "quantized_bias_type=INT32");
  Conv back;
  back.dilation_w = 7;
  OptionsReader reader(*table, OptionsType::Conv2DOptions);
  Map(reader, back);
  ASSERT_TRUE(reader.status().ok());
  EXPECT_TRUE(reader.present());
  EXPECT_EQ(back.padding, Padding::kValid);
  EXPECT_EQ(back.stride_w, 2);
  EXPECT_EQ(back.dilation_w, 1);
  EXPECT_EQ(back.dilation_h, 4);
  EXPECT_EQ(back.bias_type, DType::kI32);
  EXPECT_EQ(back.activation, 3);
}

TEST(Options, CheckerProvesTheMapping) {
  OptionsChecker checker(OptionsType::Conv2DOptions);
  Conv op;
  Map(checker, op);
  EXPECT_TRUE(checker.status().ok()) << checker.status().message();
  EXPECT_TRUE(checker.Unvisited().empty());

  OptionsChecker other(OptionsType::DepthwiseConv2DOptions);
  Map(other, op);
  EXPECT_EQ(other.status().message(),
            "DepthwiseConv2DOptions slot 3 is 'depth_multiplier', not 'fused_activation_function'");

  OptionsChecker partial(OptionsType::SVDFOptions);
  partial.Int(0, "rank", 1);
  EXPECT_TRUE(partial.status().ok());
  EXPECT_EQ(partial.Unvisited(), (std::vector<std::string>{"fused_activation_function", "asymmetric_quantize_inputs"}));
}

TEST(Options, CheckOptionSaysWhatDiffers) {
  auto scalar = OptionForm::kScalar;
  EXPECT_TRUE(CheckOption(OptionsType::SoftmaxOptions, 0, "beta", scalar, Wire::kF32).ok());
  EXPECT_EQ(CheckOption(OptionsType::SoftmaxOptions, 0, "beta", scalar, Wire::kI32).message(),
            "SoftmaxOptions slot 0 ('beta') is a float, not a int");
  EXPECT_EQ(CheckOption(OptionsType::AddOptions, 1, "pot_scale_int16", scalar, Wire::kBool, 0).message(),
            "AddOptions slot 1 ('pot_scale_int16') has the default 1, not 0");
  EXPECT_EQ(CheckOption(OptionsType::ResizeBilinearOptions, 0, "new_height", scalar, Wire::kI32).message(),
            "ResizeBilinearOptions slot 0 ('new_height') is deprecated");
  EXPECT_TRUE(
      CheckOption(OptionsType::StablehloScatterOptions, 1, "update_window_dims", OptionForm::kVector, Wire::kI64).ok());
  EXPECT_FALSE(CheckOption(OptionsType::AbsOptions, 0, "x", scalar, Wire::kI32).ok());
  EXPECT_FALSE(CheckOption(static_cast<OptionsType>(200), 0, "x", scalar, Wire::kI32).ok());
}

TEST(Options, ReaderRefusesWhatDoesNotFit) {
  Conv op;
  OptionsTable table{OptionsType::Conv2DOptions, {Scalar(0, Wire::kI8, 2)}};
  OptionsReader padding(table, OptionsType::Conv2DOptions);
  Map(padding, op);
  EXPECT_EQ(padding.status().message(), "option 'padding' is 2, which the schema does not know");

  table.values = {Scalar(1, Wire::kI32, 300)};
  OptionsReader narrow(table, OptionsType::Conv2DOptions);
  int8_t small;
  narrow.Int(1, "stride_w", small);
  EXPECT_EQ(narrow.status().message(), "option 'stride_w' is 300, outside of what can be computed with (-128 to 127)");

  OptionsReader mismatch(table, OptionsType::Pool2DOptions);
  EXPECT_EQ(mismatch.status().message(), "the operator has Conv2DOptions where Pool2DOptions are expected");

  OptionsTable none;
  OptionsReader absent(none, OptionsType::Conv2DOptions);
  Map(absent, op);
  EXPECT_TRUE(absent.status().ok());
  EXPECT_FALSE(absent.present());
  EXPECT_EQ(op.dilation_w, 1);
}

TEST(Options, WriterRefusesWhatTheWireCannotHold) {
  OptionsWriter writer(OptionsType::Pool2DOptions);
  writer.Int(1, "stride_w", int64_t{1} << 40);
  EXPECT_EQ(std::move(writer).Finish().status().message(),
            "option 'stride_w' is 1099511627776; a .tflite file holds -2147483648 to 2147483647");
  OptionsWriter types(OptionsType::CastOptions);
  types.Type(0, "in_data_type", DType::kInvalid, DType::kF32);
  EXPECT_FALSE(std::move(types).Finish().ok());
}

TEST(OptionsDeathTest, WrongSlotsAreOurBug) {
  EXPECT_DEATH(
      {
        OptionsWriter writer(OptionsType::SoftmaxOptions);
        writer.Float(1, "beta", 1.0f);
      },
      "SoftmaxOptions slot 1");
}

TEST(Options, VectorsAndStrings) {
  std::vector<int64_t> dims = {1, -2, 3}, long_dims = {int64_t{1} << 40};
  std::vector<float> boundaries = {0.5f, -1};
  std::string name = "shared";

  OptionsWriter squeeze(OptionsType::SqueezeOptions);
  squeeze.Ints(0, "squeeze_dims", dims);
  OptionsTable table = *std::move(squeeze).Finish();
  EXPECT_EQ(table.values[0].bytes.size(), 12u);
  EXPECT_EQ(DescribeOptions(table), "squeeze_dims=[1,-2,3]");
  std::vector<int64_t> back;
  OptionsReader(table, OptionsType::SqueezeOptions).Ints(0, "squeeze_dims", back);
  EXPECT_EQ(back, dims);

  OptionsWriter pad(OptionsType::StablehloPadOptions);
  pad.Ints(2, "interior_padding", std::vector<int64_t>{}, Wire::kI64);
  pad.Ints(0, "edge_padding_low", long_dims, Wire::kI64);
  Result<OptionsTable> written = std::move(pad).Finish();
  ASSERT_TRUE(written.ok());
  EXPECT_EQ(DescribeOptions(*written), "edge_padding_low=[1099511627776] interior_padding=[]");

  OptionsWriter bucketize(OptionsType::BucketizeOptions);
  bucketize.Floats(0, "boundaries", boundaries);
  table = *std::move(bucketize).Finish();
  std::vector<float> floats;
  OptionsReader(table, OptionsType::BucketizeOptions).Floats(0, "boundaries", floats);
  EXPECT_EQ(floats, boundaries);

  OptionsWriter handle(OptionsType::VarHandleOptions);
  handle.String(1, "shared_name", name);
  table = *std::move(handle).Finish();
  EXPECT_EQ(DescribeOptions(table), "shared_name='shared'");
  std::string text;
  OptionsReader reader(table, OptionsType::VarHandleOptions);
  reader.String(1, "shared_name", text);
  EXPECT_EQ(text, name);
  reader.String(0, "container", text);
  EXPECT_EQ(text, "");
}

TEST(OptionSchema, KnowsEveryTable) {
  int tables = 0;
#define OPTIONS(table, code)                                     \
  ASSERT_NE(FindOptionSchema(OptionsType::table), nullptr);      \
  EXPECT_EQ(FindOptionSchema(OptionsType::table)->name, #table); \
  ++tables;
#include "formats/tflite/options.def"
  EXPECT_EQ(tables, 149);
  EXPECT_EQ(FindOptionSchema(OptionsType::NONE), nullptr);
  EXPECT_EQ(OptionsTypeName(OptionsType::NONE), "NONE");
  EXPECT_TRUE(FindOptionSchema(OptionsType::WhileOptions)->fields[0].names_subgraph);
  EXPECT_TRUE(FindOptionSchema(OptionsType::StablehloCaseOptions)->fields[0].names_subgraph);
  EXPECT_FALSE(FindOptionSchema(OptionsType::GatherOptions)->fields[0].names_subgraph);
}

TEST(OptionSchema, ChecksTables) {
  auto message = [](OptionsTable table) { return CheckOptions(table).message(); };
  EXPECT_EQ(message({OptionsType::NONE, {}}), "ok");
  EXPECT_EQ(message({OptionsType::GatherOptions, {Scalar(0, Wire::kI32, 1), Scalar(1, Wire::kI32, 1)}}), "ok");
  EXPECT_NE(message({OptionsType::GatherOptions, {Scalar(1, Wire::kI32, 1), Scalar(0, Wire::kI32, 1)}}), "ok");
  EXPECT_NE(message({OptionsType::GatherOptions, {Scalar(2, Wire::kI32, 1)}}), "ok");
  EXPECT_EQ(message({OptionsType::GatherOptions, {Scalar(0, Wire::kI8, 1)}}), "GatherOptions.axis is a int");
  EXPECT_NE(message({OptionsType::NONE, {Scalar(0, Wire::kI8, 1)}}), "ok");
  EXPECT_NE(message({static_cast<OptionsType>(1000), {}}), "ok");
  OptionValue vector;
  vector.form = OptionForm::kVector;
  vector.bytes = "12345";
  EXPECT_EQ(message({OptionsType::ReshapeOptions, {vector}}), "ReshapeOptions.new_shape has a part of an element");
}

}  // namespace
}  // namespace slipway::tflite
