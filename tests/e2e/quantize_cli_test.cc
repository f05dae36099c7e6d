// Quantization from the command line: recipes, calibration, comparison layer by layer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "formats/example/example.h"
#include "formats/npz/npz.h"
#include "formats/tfrecord/record.h"
#include "tests/e2e/command_line.h"
#include "tests/e2e/images.h"

namespace slipway {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// A trained model as m/1 and float.tflite.
class QuantizeCommand : public CommandLine {
 protected:
  void SetUp() override {
    CommandLine::SetUp();
    ASSERT_EQ(Train(StrCat("--epochs 2 --export_dir ", At("m/1"))).code, 0);
    ASSERT_EQ(Slipway(StrCat("convert ", At("m/1"), " --output_file ", At("float.tflite"))).code, 0);
  }
  Outcome Quantize(const std::string& flags) {
    return Slipway(StrCat("quantize ", At("float.tflite"), " --output_file ", At("q.tflite"), " --representative_data ",
                          At("config.yaml"), " ", flags));
  }
  void Write(const std::string& name, const std::string& text) {
    ASSERT_TRUE(WriteFileAtomically(At(name), text).ok());
  }
};

TEST_F(QuantizeCommand, ARecipeGivesEachOperatorItsMode) {
  Write("recipe.yaml", R"(mode: int8
rules:
  - {op: SOFTMAX, mode: float32}
  - {op: fully_connected, mode: int16x8, weights: per_tensor}
  - {name: "*nowhere*", mode: int8}
ranges:
  - {tensor: pixels, min: 0, max: 16}
)");
  Outcome o = Quantize(StrCat("--recipe ", At("recipe.yaml"), " --inference_input_type int8 --json ", At("q.json")));
  ASSERT_EQ(o.code, 0) << o.output;
  EXPECT_THAT(o.output, HasSubstr("rule 3 (name '*nowhere*') names no operator of the model"));
  std::string report = *ReadFile(At("q.json"));
  EXPECT_THAT(report, HasSubstr("\"mode\": \"mixed (int8 and 3 rules)\""));
  Outcome inspected = Slipway(StrCat("inspect ", At("q.tflite"), " --tensors"));
  EXPECT_THAT(inspected.output, HasSubstr("i8[?,4,4,1]"));
  EXPECT_THAT(inspected.output, HasSubstr("i64[4]")) << "the bias of 16-bit activations";
  Outcome compared = Slipway(StrCat("compare ", At("float.tflite"), " ", At("q.tflite"), " --data ", At("config.yaml"),
                                    " --metric accuracy --max_drop 0.02"));
  EXPECT_EQ(compared.code, 0) << compared.output;
  // The converter takes it, too, and JSON is YAML.
  Write("recipe.json", R"({"rules": [{"op": "CONV_2D", "mode": "float16"}]})");
  Outcome converted = Slipway(StrCat("convert ", At("m/1"), " --output_file ", At("q.tflite"), " --recipe ",
                                     At("recipe.json"), " --quantize dynamic"));
  EXPECT_EQ(converted.code, 0) << converted.output;
  EXPECT_THAT(converted.output, HasSubstr("mixed (dynamic and 1 rules)"));
}

TEST_F(QuantizeCommand, AllThatIsWrongWithARecipeIsSaidAtOnce) {
  Write("recipe.yaml", R"(mod: int8
rules:
  - {op: SOFTMAXX, mode: int8}
  - {nam: x, mode: int9}
ranges:
  - {tensor: x, min: 3}
)");
  Outcome o = Quantize(StrCat("--recipe ", At("recipe.yaml")));
  EXPECT_EQ(o.code, 2) << o.output;
  for (const char* says :
       {"recipe.yaml:1: unknown key 'mod'; did you mean 'mode'?",
        "recipe.yaml:3: rules.1.op: there is no operator 'SOFTMAXX' (did you mean 'SOFTMAX'?)",
        "recipe.yaml:4: rules.2.mode: there is no mode 'int9' (did you mean 'int8'?)",
        "recipe.yaml:4: rules.2: unknown key 'nam'; did you mean 'name'?", "ranges.1.max: is missing"})
    EXPECT_THAT(o.output, HasSubstr(says));
  Write("recipe.yaml", "");
  o = Quantize(StrCat("--recipe ", At("recipe.yaml")));
  EXPECT_EQ(o.code, 2);
  EXPECT_THAT(o.output, HasSubstr("is empty, expected mode, rules or ranges"));
  EXPECT_FALSE(FileExists(At("q.tflite")));
}

// The digits of the CSV file as tf.Examples, with a feature of the argument's name and one of another.
TEST_F(QuantizeCommand, SamplesComeFromRecords) {
  for (const char* feature : {"pixels", "image/raw"}) {
    auto writer = tfrecord::Writer::Create(At("digits.tfrecord"));
    ASSERT_TRUE(writer.ok());
    RandomStream random(StreamKey(2, "records"));
    for (int r = 0; r < 30; ++r) {
      example::FloatList pixels;
      for (int i = 0; i < 16; ++i) pixels.push_back(static_cast<float>(random.Below(17)));
      ASSERT_TRUE(writer->Append(example::EncodeExample({{feature, pixels}, {"label", example::Int64List{1}}})).ok());
    }
    ASSERT_TRUE(writer->Finish().ok());
    Outcome o = Slipway(StrCat("quantize ", At("float.tflite"), " --output_file ", At("q.tflite"),
                               " --quantize int8 --quiet --calibration percentile --percentile 100 --json - ",
                               "--representative_data ", At("digits.tfrecord")));
    ASSERT_EQ(o.code, 0) << o.output;
    EXPECT_THAT(o.output, HasSubstr("\"tensor\": \"pixels\",\n      \"dtype\": \"i8\",\n      \"min\": 0.0,\n      "
                                    "\"max\": 16.0"));
  }
  auto writer = tfrecord::Writer::Create(At("wrong.tfrecord"));
  ASSERT_TRUE(writer->Append(example::EncodeExample({{"label", example::Int64List{1}}})).ok());
  ASSERT_TRUE(writer->Finish().ok());
  Outcome o = Slipway(StrCat("quantize ", At("float.tflite"), " --output_file ", At("x.tflite"), " --quantize int8 ",
                             "--representative_data ", At("wrong.tfrecord")));
  EXPECT_EQ(o.code, 3) << o.output;
  EXPECT_THAT(o.output, HasSubstr("record 0: no feature is named like argument 'pixels' of signature 'serving_default' "
                                  "(f32[?,4,4,1]); the record has label"));
}

// As TensorFlow's parsers: what is stored as integers is not read as floats.
TEST_F(QuantizeCommand, SamplesThatDoNotFitAreRefusedWithWhatWasExpected) {
  auto refusal = [&](const std::string& file) {
    Outcome o = Slipway(StrCat("quantize ", At("float.tflite"), " --output_file ", At("x.tflite"),
                               " --quantize int8 --quiet --representative_data ", At(file)));
    EXPECT_NE(o.code, 0) << file;
    EXPECT_FALSE(FileExists(At("x.tflite"))) << file;
    return o.output;
  };
  auto record = [&](example::Feature feature) {
    auto writer = tfrecord::Writer::Create(At("some.tfrecord"));
    EXPECT_TRUE(writer->Append(example::EncodeExample({{"pixels", std::move(feature)}})).ok());
    EXPECT_TRUE(writer->Finish().ok());
    return refusal("some.tfrecord");
  };
  const std::string argument = "argument 'pixels' of signature 'serving_default' (f32[?,4,4,1])";
  EXPECT_THAT(record(example::Int64List(16, 1)),
              HasSubstr(StrCat("record 0: feature 'pixels': a feature of integers (int64_list) does not fit ", argument,
                               ", which takes floats: store a float_list")));
  EXPECT_THAT(record(example::FloatList(15, 1)), HasSubstr(StrCat("a feature of 15 values does not fit ", argument)));
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(record(example::FloatList(16, kNaN)),
              HasSubstr("has nothing to quantize to int8: tensor 'pixels' is NaN or infinite for sample 0"));
  Write("no.tfrecord", "this is no file of records");
  EXPECT_THAT(refusal("no.tfrecord"), HasSubstr("corrupted record at 0"));
}

TEST_F(QuantizeCommand, SamplesComeFromImages) {
  ASSERT_TRUE(MakeDirectories(At("images/a")).ok());
  Write("images/a/1.JPG", FromHex(kJpegHex));
  Write("images/2.png", FromHex(kPngHex));
  Write("images/notes.txt", "no image");
  std::string quantize = StrCat("quantize ", At("float.tflite"), " --output_file ", At("q.tflite"),
                                " --quantize int8 --quiet --json - --representative_data ", At("images"));
  Outcome o = Slipway(quantize);
  ASSERT_EQ(o.code, 0) << o.output;
  EXPECT_THAT(o.output, HasSubstr("pixels of 0 to 255 feed 'pixels'"));
  o = Slipway(quantize + " --mean_values 127.5 --std_dev_values 127.5");
  ASSERT_EQ(o.code, 0) << o.output;
  EXPECT_THAT(o.output, Not(HasSubstr("pixels of 0 to 255")));
  EXPECT_THAT(o.output, HasSubstr("\"tensor\": \"pixels\",\n      \"dtype\": \"i8\",\n      \"min\": -1.0"));
  Write("images/2.png", "text");
  o = Slipway(quantize);
  EXPECT_EQ(o.code, 3);
  EXPECT_THAT(o.output, HasSubstr("images/2.png': DecodeImage: the string of 4 bytes is no JPEG or PNG file"));
  ASSERT_TRUE(MakeDirectories(At("empty")).ok());
  o = Quantize(StrCat("--quantize int8 --representative_data ", At("empty")));
  EXPECT_EQ(o.code, 3) << o.output;
}

TEST_F(QuantizeCommand, WrongCalibrationIsRefused) {
  EXPECT_THAT(Quantize("--quantize int8 --calibration percentil").output, HasSubstr("did you mean 'percentile'?"));
  EXPECT_THAT(Quantize("--quantize int8 --percentile 99").output, HasSubstr("needs --calibration percentile"));
  EXPECT_THAT(Quantize("--quantize int8 --calibration percentile --percentile 0").output,
              HasSubstr("the percentile is 0"));
  Write("recipe.yaml", "mode: int8\ncalibration: mze\n");
  EXPECT_THAT(Quantize(StrCat("--recipe ", At("recipe.yaml"))).output, HasSubstr("did you mean 'mse'?"));
  Write("recipe.yaml", "mode: int8\ncalibration: percentile\npercentile: 99.9\n");
  EXPECT_EQ(Quantize(StrCat("--recipe ", At("recipe.yaml"))).code, 0);
}

// The layer whose results are cut is the one that is named.
TEST_F(QuantizeCommand, ComparisonSaysWhereAccuracyIsLost) {
  Write("recipe.yaml",
        "mode: int16x8\nranges:\n  - {tensor: '*re_lu*', min: 0, max: 0.05}\n"
        "  - {tensor: '*max_pool*', min: 0, max: 0.05}\n  - {tensor: '*flatten*', min: 0, max: 0.05}\n");
  ASSERT_EQ(Quantize(StrCat("--recipe ", At("recipe.yaml"))).code, 0);
  std::string compare = StrCat("compare ", At("float.tflite"), " ", At("q.tflite"), " --data ", At("config.yaml"),
                               " --metric accuracy --layers ");
  Outcome o = Slipway(StrCat(compare, "--html ", At("report.html"), " --json ", At("report.json")));
  ASSERT_EQ(o.code, 0) << o.output;
  EXPECT_THAT(o.output, HasSubstr("tensor"));
  EXPECT_THAT(o.output, HasSubstr("most noise is added by Conv2D '"));
  EXPECT_THAT(o.output, HasSubstr("worst samples: row "));
  for (const std::string& line : StrSplit(o.output, '\n')) EXPECT_LE(line.size(), 80u) << line;
  std::string html = *ReadFile(At("report.html")), json = *ReadFile(At("report.json"));
  for (const char* part :
       {"<!DOCTYPE html>", "<h2>Layers</h2>", "<svg", "<h2>Worst samples</h2>", "accuracy", "MaxPool2D"})
    EXPECT_THAT(html, HasSubstr(part));
  EXPECT_THAT(html, Not(HasSubstr("src="))) << "the page needs nothing else";
  for (const char* key :
       {"\"worst_samples\"", "\"layers\"", "\"snr_db\"", "\"max_abs\"", "\"noise_added\"", "\"label\""})
    EXPECT_THAT(json, HasSubstr(key));
  // The same model has no noise, and data may hold whole arguments, as representative data does.
  auto golden = npz::ReadNpz(At("m/1/assets.extra/slipway_golden/serving_default.inputs.npz"));
  ASSERT_TRUE(golden.ok());
  Tensor& pixels = (*golden)[0].second;
  std::vector<std::pair<std::string, Tensor>> whole = {
      {"pixels", Tensor(DType::kF32, {pixels.shape()[0], 1, 4, 4, 1})}};
  std::copy(pixels.as<float>().begin(), pixels.as<float>().end(), whole[0].second.as<float>().begin());
  ASSERT_TRUE(npz::WriteNpz(At("whole.npz"), whole).ok());
  o = Slipway(
      StrCat("compare ", At("m/1"), " ", At("float.tflite"), " --layers --data ", At("whole.npz"), " --atol 1e-5"));
  EXPECT_EQ(o.code, 0) << o.output;
  EXPECT_THAT(o.output, HasSubstr("Softmax"));
}

// Ranges that cut what comes after the first layer make int8 useless; 16 bits of the same ranges as well, floats not.
TEST_F(QuantizeCommand, ASearchFindsAMixWithinTheBudget) {
  Write("recipe.yaml",
        "mode: int8\nranges:\n  - {tensor: '*re_lu*', min: 0, max: 0.001}\n"
        "  - {tensor: '*max_pool*', min: 0, max: 0.001}\n  - {tensor: '*flatten*', min: 0, max: 0.001}\n");
  std::string search = StrCat("--recipe ", At("recipe.yaml"), " --metric accuracy --validation_data ",
                              At("config.yaml"), " --max_drop ");
  Outcome o = Quantize(StrCat(search, "0.02 --save_recipe ", At("found.yaml"), " --json ", At("found.json")));
  ASSERT_EQ(o.code, 0) << o.output;
  EXPECT_THAT(o.output, HasSubstr("with these spared, of "));
  EXPECT_THAT(o.output, HasSubstr("CONV_2D"));
  for (const std::string& line : StrSplit(o.output, '\n'))
    EXPECT_TRUE(line.size() <= 80 || line.starts_with(At("q.tflite"))) << line;
  EXPECT_THAT(*ReadFile(At("found.json")), HasSubstr("\"holds\": true"));
  std::string found = *ReadFile(At("q.tflite"));
  Outcome compared = Slipway(StrCat("compare ", At("float.tflite"), " ", At("q.tflite"), " --data ", At("config.yaml"),
                                    " --metric accuracy --max_drop 0.02"));
  EXPECT_EQ(compared.code, 0) << compared.output;
  // The recipe that was written gives the same file.
  ASSERT_EQ(Quantize(StrCat("--recipe ", At("found.yaml"))).code, 0);
  EXPECT_EQ(*ReadFile(At("q.tflite")), found) << *ReadFile(At("found.yaml"));
  // A budget that nothing keeps: 1, and no file.
  ASSERT_TRUE(RemoveFile(At("q.tflite")).ok());
  o = Quantize(search + "-2");
  EXPECT_EQ(o.code, 1) << o.output;
  EXPECT_THAT(o.output, HasSubstr("no mix of modes keeps the drop within -200.00 %"));
  EXPECT_FALSE(FileExists(At("q.tflite")));
  o = Quantize("--quantize int8 --max_drop 0.1");
  EXPECT_EQ(o.code, 2);
  EXPECT_THAT(o.output, HasSubstr("--max_drop needs --metric NAME and --validation_data FILE"));
}

TEST_F(QuantizeCommand, OutputsAreComparedWithoutLabels) {
  ASSERT_EQ(Quantize("--quantize int8 --strict").code, 0) << "every operator of this model has int8 kernels";
  std::string compare = StrCat("compare ", At("float.tflite"), " ", At("q.tflite"), " --data ", At("config.yaml"), " ");
  EXPECT_EQ(Slipway(compare + "--metric cosine --max_drop 0.01").code, 0);
  EXPECT_EQ(Slipway(compare + "--metric cosine --max_drop 0").code, 1);
  Outcome o = Slipway(compare + "--metric snr");
  EXPECT_EQ(o.code, 0);
  EXPECT_THAT(o.output, HasSubstr("200.0 dB"));
  EXPECT_THAT(Slipway(compare + "--metric cosin").output, HasSubstr("did you mean cosine?"));
  o = Quantize(StrCat("--quantize int8 --max_drop 150 --metric snr --validation_data ", At("config.yaml")));
  EXPECT_EQ(o.code, 0) << o.output;
  EXPECT_THAT(o.output, HasSubstr("snr 200.0 dB in float"));
}

TEST_F(QuantizeCommand, StrictNamesWhatWouldStayFloat) {
  std::string config = kConfig;
  config.replace(config.find("ReLU"), 4, "Activation: {activation: exponential}");
  Write("exp.yaml", config);
  ASSERT_EQ(Slipway(StrCat("train ", At("exp.yaml"), " --quiet --epochs 1 --export_dir ", At("exp/1"))).code, 0);
  std::string convert = StrCat("convert ", At("exp/1"), " --output_file ", At("exp.tflite"),
                               " --quantize int16x8 --representative_data ", At("exp.yaml"), " --quiet ");
  Outcome o = Slipway(convert + "--strict");
  EXPECT_EQ(o.code, 3) << o.output;
  EXPECT_THAT(o.output, HasSubstr("stays float and --strict is given"));
  EXPECT_FALSE(FileExists(At("exp.tflite")));
  EXPECT_EQ(Slipway(convert).code, 0);
}

TEST_F(QuantizeCommand, OneScalePerTensorIfAsked) {
  for (const char* flag : {"", "--disable_per_channel"}) {
    ASSERT_EQ(Quantize(StrCat("--quantize int8 ", flag)).code, 0);
    std::string tensors = Slipway(StrCat("inspect ", At("q.tflite"), " --graph")).output;
    EXPECT_EQ(tensors.find("{axis=") == std::string::npos, *flag != 0) << tensors;
  }
}

}  // namespace
}  // namespace slipway
