#include "train/yaml/reader.h"

#include <gtest/gtest.h>

namespace slipway::train {
namespace {

ConfigNode Parse(std::string_view text) {
  Result<ConfigNode> root = ParseYaml(text, "t.yaml");
  EXPECT_TRUE(root.ok()) << root.status().message();
  return root.ok() ? *root : ConfigNode{};
}

std::string ParseError(std::string_view text) {
  Result<ConfigNode> root = ParseYaml(text, "t.yaml");
  EXPECT_FALSE(root.ok());
  return root.ok() ? "" : root.status().message();
}

TEST(Yaml, ValuesOfEveryKind) {
  ConfigNode root = Parse(
      "epochs: 12\nrate: 1e-3\nshuffle: yes\nname: digits\nshape: [8, 8, 1]\ndtype: uint8\n"
      "scales: [.5, 2]\nempty:\nbig: 1e4\nwords: [a, b]\nmode: same\n");
  ConfigErrors errors("t.yaml");
  MapReader m(errors, root, "");
  EXPECT_EQ(m.Int("epochs", 1), 12);
  EXPECT_EQ(m.Int("big", 1), 10000);
  EXPECT_EQ(m.Number("rate", 0), 1e-3);
  EXPECT_TRUE(m.Bool("shuffle", false));
  EXPECT_EQ(m.String("name", ""), "digits");
  EXPECT_EQ(m.ShapeOf("shape", {}), (Shape{8, 8, 1}));
  EXPECT_EQ(m.Type("dtype", DType::kF32), DType::kU8);
  EXPECT_EQ(m.Numbers("scales", {}), (std::vector<double>{.5, 2}));
  EXPECT_EQ(m.Strings("words", {}), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(m.Int("empty", 7), 7);
  EXPECT_EQ(m.Int("absent", 8), 8);
  const char* modes[] = {"valid", "same"};
  EXPECT_EQ(m.Word("mode", 0, modes), 1);
  m.Finish();
  EXPECT_TRUE(errors.ok()) << errors.status().message();
}

TEST(Yaml, AllErrorsAtOnceWithTheirLines) {
  ConfigNode root = Parse("epocs: 3\nrate: fast\nshuffle: maybe\nbatch: 0\ndtype: flaot32\nnested:\n  a: [1, x]\n");
  ConfigErrors errors("t.yaml");
  MapReader m(errors, root, "");
  m.Int("epochs", 1);
  m.Number("rate", 0);
  m.Bool("shuffle", false);
  m.Int("batch", 32, 1);
  m.Type("dtype", DType::kF32);
  MapReader nested(errors, *m.Find("nested"), "nested");
  nested.Ints("a", {});
  nested.Require("b", "a number");
  nested.Finish();
  m.Finish();
  EXPECT_EQ(errors.status().message(),
            "t.yaml:2: rate: expected a number, found 'fast'\n"
            "t.yaml:3: shuffle: expected true or false, found 'maybe'\n"
            "t.yaml:4: batch: expected at least 1, found 0\n"
            "t.yaml:5: dtype: there is no type 'flaot32'; did you mean 'float32'?\n"
            "t.yaml:7: nested.a: expected a whole number, found 'x'\n"
            "t.yaml:6: nested: the key 'b' is missing: a number\n"
            "t.yaml:1: unknown key 'epocs'; did you mean 'epochs'?");
}

TEST(Yaml, QuotedNumbersAreWords) {
  ConfigNode root = Parse("a: \"3\"\nb: '0.5'\n");
  ConfigErrors errors("t.yaml");
  MapReader m(errors, root, "");
  EXPECT_EQ(m.Int("a", -1), -1);
  EXPECT_EQ(m.String("b", ""), "0.5");
  EXPECT_EQ(errors.status().message(), "t.yaml:1: a: expected a whole number, found '3'");
}

TEST(Yaml, NamedThings) {
  ConfigNode root = Parse("- Flatten\n- Dense: {units: 10}\n- {A: 1, B: 2}\n- 3\n- [1]\n");
  ConfigErrors errors("t.yaml");
  NamedNode n;
  ASSERT_TRUE(ReadNamed(errors, root.items[0], "layers[0]", "a layer", &n));
  EXPECT_EQ(n.name, "Flatten");
  ASSERT_TRUE(ReadNamed(errors, root.items[1], "layers[1]", "a layer", &n));
  EXPECT_EQ(n.name, "Dense");
  EXPECT_EQ(n.arguments.Find("units")->text, "10");
  EXPECT_FALSE(ReadNamed(errors, root.items[2], "layers[2]", "a layer", &n));
  EXPECT_FALSE(ReadNamed(errors, root.items[4], "layers[4]", "a layer", &n));
  EXPECT_EQ(errors.status().message(),
            "t.yaml:3: layers[2]: expected a layer, found a map with 2 keys (arguments go one level deeper: NAME: "
            "{argument: value})\n"
            "t.yaml:5: layers[4]: expected a layer, found a list");
}

TEST(Yaml, BrokenFilesAreErrorsWithALine) {
  EXPECT_EQ(ParseError("a: 1\nb: [1, 2\nc: 3\n").substr(0, 7), "t.yaml:");
  EXPECT_EQ(ParseError("a: 1\na: 2\n"), "t.yaml:2: the key 'a' appears twice");
  EXPECT_EQ(ParseError("a: 1\n---\nb: 2\n"), "t.yaml: holds more than one document, or what is no YAML at all");
  EXPECT_EQ(ParseError("? [1, 2]\n: 3\n"), "t.yaml:1: a key must be a word");
}

TEST(Yaml, HostileFilesEnd) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 10; ++i) {
    StrAppend(bomb, "a", i, ": &a", i, " [");
    for (int k = 0; k < 10; ++k) StrAppend(bomb, k ? ", " : "", "*a", i - 1);
    StrAppend(bomb, "]\n");
  }
  EXPECT_EQ(ParseError(bomb), "t.yaml: more than 100000 values");
  EXPECT_NE(ParseError(std::string(100, '[') + std::string(100, ']')).find("nested deeper than"), std::string::npos);
  EXPECT_NE(ParseError(std::string(100000, '[')), "");
}

TEST(Yaml, EveryCutOfAFileParsesOrSaysWhy) {
  std::string text =
      "data:\n  file: \"a.csv\"  # comment\n  shape: [8, 8]\nmodel:\n  - Dense: {units: 3, x: &a 1, y: *a}\n";
  for (size_t n = 0; n <= text.size(); ++n) {
    Result<ConfigNode> root = ParseYaml(std::string_view(text).substr(0, n), "t.yaml");
    if (!root.ok()) {
      EXPECT_EQ(root.status().message().substr(0, 7), "t.yaml:");
    }
  }
}

TEST(Yaml, SetChangesOneValue) {
  ConfigNode root = Parse("epochs: 3\noptimizer: Adam\nlayers:\n  - Dense: {units: 3}\n");
  ASSERT_TRUE(SetValue(root, "epochs=5").ok());
  ASSERT_TRUE(SetValue(root, "optimizer.Adam.learning_rate=0.5").ok());
  ASSERT_TRUE(SetValue(root, "layers.0.Dense.units=[1, 2]").ok());
  ASSERT_TRUE(SetValue(root, "new.key=a b").ok());
  EXPECT_EQ(root.Find("epochs")->text, "5");
  EXPECT_EQ(root.Find("optimizer")->Find("Adam")->Find("learning_rate")->text, "0.5");
  EXPECT_EQ(root.Find("layers")->items[0].Find("Dense")->Find("units")->items.size(), 2u);
  EXPECT_EQ(root.Find("new")->Find("key")->text, "a b");
  EXPECT_EQ(SetValue(root, "layers.3.Dense=1").message(), "--set layers.3.Dense=1: '3' is no item of a list of 1");
  EXPECT_EQ(SetValue(root, "epochs.x=1").message(), "--set epochs.x=1: 'x' cannot be set inside of '5'");
  EXPECT_NE(SetValue(root, "epochs").message().find("expected KEY=VALUE"), std::string::npos);
}

}  // namespace
}  // namespace slipway::train
