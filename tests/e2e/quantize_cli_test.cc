// Quantization from the command line: recipes, calibration, comparison layer by layer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/npz/npz.h"
#include "tests/e2e/command_line.h"

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

}  // namespace
}  // namespace slipway
