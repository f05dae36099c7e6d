// What a user gets for a model or samples that are wrong: a sentence that names them, exit code 3, and no file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "formats/npz/npz.h"
#include "tests/e2e/command_line.h"

namespace slipway {
namespace {

using ::testing::HasSubstr;

class BadInputTest : public CommandLine {
 protected:
  void Write(const std::string& name, const std::string& bytes) {
    ASSERT_TRUE(WriteFileAtomically(At(name), bytes).ok());
  }
  void ExpectRefusal(const std::string& arguments, const std::string& says) {
    Outcome o = Slipway(StrCat("convert ", arguments, " --quiet --output_file ", At("x.tflite")));
    EXPECT_EQ(o.code, 3) << arguments << "\n" << o.output;
    EXPECT_THAT(o.output, HasSubstr(says)) << arguments;
    for (const char* left : {"x.tflite", "x.tflite.unchecked"}) EXPECT_FALSE(FileExists(At(left))) << arguments;
  }
};

constexpr char kGraph[] =
    "node { name: 'x' op: 'Placeholder' attr { key: 'dtype' value { type: DT_FLOAT } } attr { key: 'shape' value { "
    "shape { dim { size: 2 } dim { size: 3 } } } } } node { name: 'w' op: 'Const' attr { key: 'dtype' value { type: "
    "DT_FLOAT } } attr { key: 'value' value { tensor { dtype: DT_FLOAT tensor_shape { dim { size: 4 } dim { size: 2 } "
    "} float_val: 0.5 } } } }\n";

TEST_F(BadInputTest, GraphsNameTheNode) {
  struct Row {
    const char *nodes, *says;
  };
  constexpr Row kRows[] = {
      {"node { name: 'layer/odd' op: 'Oddity' input: 'x' }", "Oddity 'layer/odd': there is no operator for Oddity"},
      {"node { name: 'dense/MatMul' op: 'MatMul' input: 'x' input: 'w' }",
       "MatMul 'dense/MatMul': MatMul: the inner dimensions are 3 and 4"},
      {"node { name: 'r' op: 'MatMul' input: 'x' }", "MatMul 'r': has 1 inputs, expected 2"},
      {"node { name: 'a' op: 'Relu' input: 'b' } node { name: 'b' op: 'Relu' input: 'a' }",
       "the cycle 'a' -> 'b' -> 'a'"},
      {"node { name: 'a' op: 'Relu' input: 'a' } node { name: 'n' op: 'NoOp' input: '^a' }", "the cycle 'a' -> 'a'"},
      {"node { name: 'a' op: 'Relu' input: 'x' input: '^b' } node { name: 'b' op: 'Relu' input: 'a' }",
       "the cycle 'a' -> 'b' -> 'a'"},
      {"node { name: 'a' op: 'Add' input: 'x' input: 'b' } node { name: 'b' op: 'Relu' input: 'a' } node { name: 'y' "
       "op: 'Relu' input: 'b' }",
       "it is part of the cycle 'b' -> 'a' -> 'b'"},
      {"", "nothing but placeholders and constants"},
      {"node { name: 'layer/r' op: 'Relu' input: 'gone' }", "input of 'layer/r': there is no node 'gone'"},
      {"node { name: 'layer/r' op: 'Relu' input: 'x:3' }", "'x:3' names an output 3 of the Placeholder 'x'"},
      {"node { name: 'x' op: 'Relu' input: 'w' }", "there are two nodes 'x'"},
      {"node { name: 'r' op: 'PartitionedCall' input: 'x' attr { key: 'f' value { func { name: 'gone' } } } }",
       "PartitionedCall 'r': Failed to find function 'gone'"},
      {"node { name: 'r' op: 'Relu' input", "line 2, column"},
      {"nod { name: 'r' op: 'Relu' input: 'x' }", "has no field named \"nod\""},
  };
  for (const Row& row : kRows) {
    Write("graph.pbtxt", StrCat(kGraph, row.nodes));
    ExpectRefusal(At("graph.pbtxt"), row.says);
  }
  for (const char* bytes : {"plain text", "\x0a\xff\x01"}) {
    Write("graph.pb", bytes);
    ExpectRefusal(At("graph.pb"), "graph.pb': the bytes are not a valid tensorflow.GraphDef");
  }
  for (const char* name : {"empty.pb", "empty.pbtxt"}) {
    Write(name, "");
    ExpectRefusal(At(name), StrCat(name, "': the GraphDef holds no nodes"));
  }
}

TEST_F(BadInputTest, SavedModelsNameTheFile) {
  ASSERT_EQ(Train(StrCat("--epochs 1 --export_dir ", At("m"))).code, 0);
  ExpectRefusal(StrCat(At("m"), " --tags train"), "it has the tag sets {serve}");
  ExpectRefusal(StrCat(At("m"), " --signature_keys serving"), "there is no signature 'serving'; the model has: ");
  struct Row {
    const char* file;
    size_t keep;  // bytes; the last one is changed
    const char* says;
  };
  const std::string index = "variables/variables.index", data = "variables/variables.data-00000-of-00001";
  const size_t kAll = std::string::npos;
  const Row rows[] = {
      {"saved_model.pb", 0, "saved_model.pb': the SavedModel holds no MetaGraph"},
      {"saved_model.pb", 300, "saved_model.pb': the bytes are not a valid tensorflow.SavedModel"},
      {index.c_str(), 0, "variables.index: the file is cut"},
      {index.c_str(), 60, "variables.index: the file is cut or no table"},
      {index.c_str(), kAll, "variables.index: the file is cut or no table"},
      {data.c_str(), 0, "lie beyond the end of the data file (0 bytes); the file is cut"},
      {data.c_str(), 20, "lie beyond the end of the data file (20 bytes); the file is cut"},
      {data.c_str(), kAll, "variables.data-00000-of-00001 is damaged"},
  };
  for (const Row& row : rows) {
    std::string path = StrCat("m/", row.file), whole = *ReadFile(At(path)), damaged = whole.substr(0, row.keep);
    if (!damaged.empty()) damaged.back() ^= 0x10;
    Write(path, damaged);
    ExpectRefusal(At("m"), row.says);
    Write(path, whole);
  }
  for (const std::string& file : {data, index}) {
    ASSERT_TRUE(RemoveFile(At(StrCat("m/", file))).ok());
    ExpectRefusal(At("m"), StrCat(file, "'"));
  }
  ASSERT_TRUE(RemoveFile(At("m/saved_model.pb")).ok());
  ExpectRefusal(At("m"), "SavedModel file does not exist at: ");
}

TEST_F(BadInputTest, SamplesSayWhatWasExpectedAndWhatCame) {
  ASSERT_EQ(Train(StrCat("--epochs 1 --export_dir ", At("m"))).code, 0);
  const std::string argument = "argument 'pixels' of signature 'serving_default'",
                    expected = argument + " is f32[?,4,4,1]";
  auto refused = [&](const std::string& file, const std::string& says) {
    ExpectRefusal(StrCat(At("m"), " --quantize int8 --representative_data ", At(file)), says);
  };
  auto arrays = [&](std::vector<npz::NamedTensor> arrays, const std::string& says) {
    ASSERT_TRUE(npz::WriteNpz(At("s.npz"), arrays).ok());
    refused("s.npz", says);
  };
  arrays({{"pixels", Tensor(DType::kF32, {2, 4, 5, 1})}}, expected + "; an array of shape [2,4,5,1] is neither");
  arrays({{"pixels", Tensor(DType::kI32, {2, 4, 4, 1})}}, expected + ", but holds i32");
  arrays({{"pixels", Tensor(DType::kF32, {0, 4, 4, 1})}}, "no rows for signature 'serving_default'");
  arrays({{"a", Tensor(DType::kF32, {2, 4, 4, 1})}, {"b", Tensor(DType::kF32, {2, 4, 4, 1})}},
         "has no array 'pixels' (it has a, b)");
  std::string whole = *ReadFile(At("s.npz"));
  Write("cut.npz", whole.substr(0, whole.size() / 2));
  refused("cut.npz", "cut.npz: it is no .npz file");
  for (const char* name : {"text.npz", "text.npy"}) {
    Write(name, "no arrays");
    refused(name, StrCat(name, ": it is no "));
  }
  Write("empty.npz", "");
  refused("empty.npz", "it is empty");
  Write("samples.txt", "1 2 3");
  refused("samples.txt", "samples.txt' is no .npz, .npy, TFRecord file");
  Write("empty.tfrecord", "");
  refused("empty.tfrecord", "holds no records");
  ASSERT_TRUE(MakeDirectories(At("folder")).ok());
  refused("folder", "folder' holds no images");
  refused("absent.npz", "absent.npz");
}

}  // namespace
}  // namespace slipway
