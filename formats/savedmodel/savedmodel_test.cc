#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/file.h"
#include "formats/bundle/object_key.h"
#include "formats/bundle/writer.h"
#include "formats/proto/message.h"
#include "formats/savedmodel/reader.h"
#include "formats/savedmodel/variables.h"
#include "formats/savedmodel/writer.h"
#include "tensorflow/core/protobuf/fingerprint.pb.h"
#include "tensorflow/core/protobuf/saved_model.pb.h"

namespace slipway::savedmodel {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Tensor Kernel() { return Tensor::Of<float>({2, 2}, {1, 2, 3, 4}); }

// y = DecodeRaw(raw) x dense/kernel, and a counter that another signature counts up.
ExportModel Model() {
  ExportModel m;
  m.variables = {{"dense/kernel", Kernel(), true}, {"counter", Tensor::Scalar<int64_t>(7), false}};
  ExportSignature predict{.key = "serving_default"};
  predict.inputs = {{"raw", DType::kString, Shape{-1}, "raw"}};
  predict.outputs = {{"y", DType::kF32, Shape{-1, 2}, "dense/MatMul:product:0"},
                     {"decoded", DType::kF32, Shape{-1, 2}, "decode:output:0"}};
  predict.captures = {{"kernel", 0}};
  predict.nodes = {
      {"decode", "DecodeRaw", {"raw"}, {{"out_type", DType::kF32}}},
      {"dense/read", "ReadVariableOp", {"kernel"}, {{"dtype", DType::kF32}}},
      {"dense/MatMul", "MatMul", {"decode:output:0", "dense/read:value:0"}, {{"T", DType::kF32}}},
  };
  ExportSignature count{.key = "count up"};
  count.inputs = {{"z", DType::kI64, Shape{}, "z"}, {"By", DType::kI64, Shape{}, "by"}};
  count.outputs = {{"now", DType::kI64, Shape{}, "read:value:0"}};
  count.captures = {{"counter", 1}};
  count.nodes = {{"add", "AssignAddVariableOp", {"counter", "by"}, {{"dtype", DType::kI64}}},
                 {"read", "ReadVariableOp", {"counter", "^add"}, {{"dtype", DType::kI64}}}};
  count.effects = {"add"};
  m.signatures = {predict, count};
  m.extra_files = {{"golden/in.bin", "abc"}};
  return m;
}

class SavedModelTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = StrCat(testing::TempDir(), "/savedmodel_", getpid(), "_",
                   testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(root_);
    std::filesystem::create_directories(root_);
    dir_ = JoinPath(root_, "model");
  }
  void TearDown() override {
    SetWriteFaultForTest(nullptr);
    std::filesystem::remove_all(root_);
  }
  MetaGraph Read() {
    Result<MetaGraph> m = ReadSavedModel(dir_);
    EXPECT_TRUE(m.ok()) << m.status().message();
    return m.ok() ? *m : MetaGraph();
  }
  std::map<std::string, std::string> Files(const std::string& dir) {
    std::map<std::string, std::string> files;
    for (const auto& e : std::filesystem::recursive_directory_iterator(dir))
      if (e.is_regular_file()) files[std::filesystem::relative(e.path(), dir).string()] = *ReadFile(e.path().string());
    return files;
  }
  std::string root_, dir_;
};

const Node* FindNode(const MetaGraph& m, std::string_view name) {
  for (const Node& n : m.graph.nodes)
    if (n.name == name) return &n;
  return nullptr;
}

int Child(const MetaGraph& m, int object, std::string_view name) {
  for (const ObjectChild& c : m.objects[static_cast<size_t>(object)].children)
    if (c.name == name) return c.node;
  return -1;
}

TEST_F(SavedModelTest, ReadsWhatItWrites) {
  ASSERT_TRUE(WriteSavedModel(dir_, Model()).ok());
  EXPECT_TRUE(IsSavedModel(dir_));
  MetaGraph m = Read();
  EXPECT_THAT(m.tags, ElementsAre("serve"));
  EXPECT_THAT(m.init_nodes, ElementsAre("NoOp"));
  EXPECT_EQ(m.saver.filename_tensor, "saver_filename:0");
  ASSERT_EQ(m.signatures.size(), 2u);
  EXPECT_EQ(m.signatures[0].key, "count up");
  const Signature& s = m.signatures[1];
  EXPECT_EQ(s.method_name, "tensorflow/serving/predict");
  EXPECT_EQ(s.inputs.at("raw").name, "serving_default_raw:0");
  EXPECT_EQ(s.inputs.at("raw").dtype, DType::kString);
  EXPECT_EQ(s.inputs.at("raw").shape, Shape{-1});
  // Outputs are numbered in the order of their names.
  EXPECT_EQ(s.outputs.at("decoded").name, "StatefulPartitionedCall:0");
  EXPECT_EQ(s.outputs.at("y").name, "StatefulPartitionedCall:1");

  const Function* body = m.graph.FindFunction("__inference_serve_0");
  ASSERT_NE(body, nullptr);
  EXPECT_EQ(body->inputs[0].name, "raw");
  EXPECT_EQ(body->inputs[1].dtype, DType::kResource);
  EXPECT_EQ(body->results.at("identity_1"), "Identity_1:output:0");
  const Function* count = m.graph.FindFunction("__inference_count_up_2");
  ASSERT_NE(count, nullptr);
  EXPECT_EQ(count->control_results.at("add"), "add");
  // The wrapper takes its arguments sorted by name, the body in the signature's order.
  const Function* wrapper = m.graph.FindFunction("__inference_signature_wrapper_3");
  ASSERT_NE(wrapper, nullptr);
  EXPECT_EQ(wrapper->inputs[0].name, "by");
  EXPECT_THAT(wrapper->nodes[0].inputs, ElementsAre("z", "by", "unknown"));

  // Objects: dense.kernel, Keras' lists, a method per signature whose key can be one.
  int kernel = Child(m, Child(m, 0, "dense"), "kernel");
  ASSERT_GE(kernel, 0);
  EXPECT_EQ(m.objects[static_cast<size_t>(kernel)].name, "dense/kernel");
  EXPECT_TRUE(m.objects[static_cast<size_t>(kernel)].trainable);
  EXPECT_EQ(Child(m, Child(m, 0, "trainable_variables"), "0"), kernel);
  EXPECT_EQ(Child(m, Child(m, 0, "non_trainable_variables"), "0"), Child(m, 0, "counter"));
  int serve = Child(m, 0, "serve");
  ASSERT_GE(serve, 0);
  EXPECT_THAT(m.objects[static_cast<size_t>(serve)].functions, ElementsAre("__inference_serve_0"));
  EXPECT_THAT(m.bound_objects.at("__inference_serve_0"), ElementsAre(kernel));
  EXPECT_EQ(Child(m, 0, "count up"), -1);
  EXPECT_GE(Child(m, Child(m, 0, "signatures"), "count up"), 0);
}

TEST_F(SavedModelTest, FindsTheValuesOfVariables) {
  ASSERT_TRUE(WriteSavedModel(dir_, Model()).ok());
  MetaGraph m = Read();
  Result<VariableStore> store = VariableStore::Open(dir_, m);
  ASSERT_TRUE(store.ok()) << store.status().message();
  const StoredVariable* v = store->Find("dense/kernel");
  ASSERT_NE(v, nullptr);
  EXPECT_EQ(v->key, "dense/kernel/.ATTRIBUTES/VARIABLE_VALUE");
  EXPECT_EQ(v->object, Child(m, Child(m, 0, "dense"), "kernel"));
  Result<Tensor> value = store->Read("dense/kernel");
  ASSERT_TRUE(value.ok()) << value.status().message();
  EXPECT_TRUE(Identical(*value, Kernel()));
  EXPECT_EQ(store->Find("other"), nullptr);
  EXPECT_THAT(store->Read("other").status().message(), HasSubstr("no stored value for the variable 'other'"));

  // Without the saver: by the object graph; without both: by name.
  m.saver = {};
  store = VariableStore::Open(dir_, m);
  EXPECT_EQ(store->Find("counter")->key, "counter/.ATTRIBUTES/VARIABLE_VALUE");
  EXPECT_GE(store->Find("counter")->object, 0);
  m.objects.clear();
  store = VariableStore::Open(dir_, m);
  EXPECT_EQ(store->Find("counter")->key, "counter/.ATTRIBUTES/VARIABLE_VALUE");
  EXPECT_EQ(store->Find("counter")->object, -1);

  std::filesystem::remove(JoinPath(dir_, "variables/variables.index"));
  EXPECT_THAT(VariableStore::Open(dir_, m).status().message(), HasSubstr("Failed to find any matching files"));
}

TEST_F(SavedModelTest, EqualModelsGiveEqualBytes) {
  ASSERT_TRUE(WriteSavedModel(dir_, Model()).ok());
  std::string again = JoinPath(root_, "again");
  ASSERT_TRUE(WriteSavedModel(again, Model()).ok());
  auto files = Files(dir_);
  EXPECT_EQ(files, Files(again));
  std::vector<std::string> names;
  for (const auto& [name, bytes] : files) names.push_back(name);
  EXPECT_THAT(names, ElementsAre("assets.extra/golden/in.bin", "fingerprint.pb", "saved_model.pb",
                                 "variables/variables.data-00000-of-00001", "variables/variables.index"));
  tensorflow::FingerprintDef fingerprint;
  ASSERT_TRUE(proto::ParseMessage(files["fingerprint.pb"], &fingerprint).ok());
  EXPECT_FALSE(fingerprint.uuid().empty());
}

TEST_F(SavedModelTest, AModelWithoutVariablesHasAnIndexAllTheSame) {
  ExportModel m;
  m.signatures.push_back({.key = "serving_default",
                          .inputs = {{"x", DType::kF32, Shape{2}, "x"}},
                          .outputs = {{"x", DType::kF32, Shape{2}, "x"}}});
  ASSERT_TRUE(WriteSavedModel(dir_, m).ok());
  EXPECT_TRUE(FileExists(JoinPath(dir_, "variables/variables.index")));
  MetaGraph read = Read();
  EXPECT_EQ(FindNode(read, "PartitionedCall")->op, "PartitionedCall");
  EXPECT_TRUE(VariableStore::Open(dir_, read).ok());
}

TEST_F(SavedModelTest, AssetsAreCopiedAndFed) {
  std::string source = JoinPath(root_, "words");
  ASSERT_TRUE(WriteFileAtomically(source, "a\nb\n").ok());
  ExportModel m = Model();
  m.assets = {{"vocab.txt", source}};
  ASSERT_TRUE(WriteSavedModel(dir_, m).ok());
  EXPECT_EQ(*ReadFile(JoinPath(dir_, "assets/vocab.txt")), "a\nb\n");
  MetaGraph read = Read();
  ASSERT_EQ(read.assets.size(), 1u);
  EXPECT_EQ(read.assets[0].filename, "vocab.txt");
  EXPECT_EQ(read.assets[0].tensor, "asset_path_initializer:0");
  int asset = Child(read, Child(read, 0, "_misc_assets"), "0");
  EXPECT_EQ(read.objects[static_cast<size_t>(asset)].asset, 0);

  m.assets = {{"../vocab.txt", source}};
  EXPECT_THAT(WriteSavedModel(dir_, m).message(), HasSubstr("'../vocab.txt' is not a relative path"));
  m.assets = {{"vocab.txt", JoinPath(root_, "none")}};
  EXPECT_EQ(WriteSavedModel(dir_, m).kind(), ErrorKind::kNotFound);
}

TEST_F(SavedModelTest, NamesThatAreInTheWayMove) {
  ExportModel m = Model();
  for (const char* name : {"w", "w/momentum", "w", "signatures", "save/x", "/", "a b"})
    m.variables.push_back({name, Tensor::Scalar<float>(1)});
  ASSERT_TRUE(WriteSavedModel(dir_, m).ok());
  MetaGraph read = Read();
  EXPECT_GE(Child(read, Child(read, 0, "w_1"), "momentum"), 0);
  EXPECT_GE(Child(read, 0, "w_2"), 0);
  EXPECT_GE(Child(read, 0, "signatures_1"), 0);
  EXPECT_GE(Child(read, 0, "variable"), 0);
  EXPECT_NE(FindNode(read, "variables/save/x"), nullptr);
  EXPECT_NE(FindNode(read, "a_b"), nullptr);
  Result<VariableStore> store = VariableStore::Open(dir_, read);
  EXPECT_EQ(store->Find("a_b")->key, "a b/.ATTRIBUTES/VARIABLE_VALUE");
}

TEST_F(SavedModelTest, RefusesWhatTensorFlowWouldNotTake) {
  ExportModel m = Model();
  EXPECT_THAT(WriteSavedModel(JoinPath(root_, "a[1]"), m).message(), HasSubstr("has a '[' in it"));
  m.signatures[1].key = "serving_default";
  EXPECT_THAT(WriteSavedModel(dir_, m).message(), HasSubstr("two signatures are called 'serving_default'"));
  m.signatures[1].key = "__saved_model_init_op";
  EXPECT_EQ(WriteSavedModel(dir_, m).kind(), ErrorKind::kUsage);
  m = Model();
  m.signatures[0].outputs[1].name = "y";
  EXPECT_THAT(WriteSavedModel(dir_, m).message(), HasSubstr("two outputs are called 'y'"));
  EXPECT_FALSE(FileExists(dir_));
}

TEST_F(SavedModelTest, ReplacesOnlySavedModels) {
  ASSERT_TRUE(MakeDirectories(dir_).ok());
  ASSERT_TRUE(WriteFileAtomically(JoinPath(dir_, "thesis.tex"), "x").ok());
  EXPECT_THAT(WriteSavedModel(dir_, Model()).message(), HasSubstr("neither empty nor a SavedModel"));
  EXPECT_TRUE(FileExists(JoinPath(dir_, "thesis.tex")));
  std::filesystem::remove(JoinPath(dir_, "thesis.tex"));
  ASSERT_TRUE(WriteSavedModel(dir_, Model()).ok());
  ASSERT_TRUE(WriteFileAtomically(JoinPath(dir_, "assets.extra/old"), "x").ok());
  ASSERT_TRUE(WriteSavedModel(StrCat(dir_, "/"), Model()).ok());
  EXPECT_FALSE(FileExists(JoinPath(dir_, "assets.extra/old")));
  EXPECT_EQ(ListDirectory(root_)->size(), 1u);
}

TEST_F(SavedModelTest, AFullDiskLeavesTheOldModel) {
  ASSERT_TRUE(WriteSavedModel(dir_, Model()).ok());
  auto before = Files(dir_);
  ExportModel changed = Model();
  changed.variables[1].value = Tensor::Scalar<int64_t>(8);
  bool failed = true;
  for (int allowed = 0; failed; ++allowed) {
    ASSERT_LT(allowed, 100);
    int writes = 0;
    SetWriteFaultForTest([&](const std::string& path, size_t) {
      return writes++ < allowed ? OkStatus() : MachineError("writing '", path, "': No space left on device");
    });
    Status s = WriteSavedModel(dir_, changed);
    SetWriteFaultForTest(nullptr);
    failed = !s.ok();
    if (failed) {
      EXPECT_THAT(s.message(), HasSubstr("No space left on device"));
      EXPECT_EQ(Files(dir_), before);
    }
    EXPECT_EQ(ListDirectory(root_)->size(), 1u);
  }
  EXPECT_NE(Files(dir_), before);
}

TEST_F(SavedModelTest, ChoosesTheMetaGraphByItsTags) {
  tensorflow::SavedModel model;
  for (std::vector<std::string> tags : {std::vector<std::string>{"train"}, {"serve"}, {"serve", "gpu"}}) {
    auto* m = model.add_meta_graphs();
    for (const std::string& t : tags) m->mutable_meta_info_def()->add_tags(t);
    m->mutable_graph_def()->add_node()->set_name(tags.back());
  }
  ASSERT_TRUE(MakeDirectories(dir_).ok());
  ASSERT_TRUE(WriteFileAtomically(JoinPath(dir_, "saved_model.pbtxt"), proto::PrintText(model)).ok());
  EXPECT_EQ(Read().graph.nodes[0].name, "serve");
  std::vector<std::string> tags{"gpu", "serve"};
  EXPECT_EQ(ReadSavedModel(dir_, tags)->graph.nodes[0].name, "gpu");
  tags = {"eval"};
  Status s = ReadSavedModel(dir_, tags).status();
  EXPECT_EQ(s.kind(), ErrorKind::kNotFound);
  EXPECT_THAT(s.message(), HasSubstr("MetaGraphDef associated with tags {eval} could not be found"));
  EXPECT_THAT(s.message(), HasSubstr("{train}, {serve}, {serve, gpu}"));
  EXPECT_EQ(ReadTagSets(dir_)->size(), 3u);
  EXPECT_THAT(ReadSavedModel(root_).status().message(), HasSubstr("SavedModel file does not exist at: "));
}

TEST_F(SavedModelTest, ReadsGraphDefs) {
  std::string text = JoinPath(root_, "g.pbtxt");
  ASSERT_TRUE(WriteFileAtomically(text, R"pb(
                node {
                  name: "x"
                  op: "Placeholder"
                  attr {
                    key: "dtype"
                    value { type: DT_FLOAT }
                  }
                  attr {
                    key: "shape"
                    value { shape { dim { size: -1 } } }
                  }
                }
                node {
                  name: "q"
                  op: "Const"
                  attr {
                    key: "value"
                    value {
                      tensor {
                        dtype: DT_QINT16
                        tensor_shape {}
                      }
                    }
                  }
                  attr {
                    key: "l"
                    value { list {} }
                  }
                  attr {
                    key: "f"
                    value { func { name: "g" } }
                  }
                  attr {
                    key: "p"
                    value { placeholder: "T" }
                  }
                  attr {
                    key: "s"
                    value { list { s: "a" s: "b" } }
                  }
                }
                versions { producer: 20 })pb")
                  .ok());
  Result<Graph> g = ReadGraphDef(text);
  ASSERT_TRUE(g.ok()) << g.status().message();
  EXPECT_EQ(g->producer, 20);
  EXPECT_EQ(std::get<Shape>(g->nodes[0].attrs.at("shape")), Shape{-1});
  const AttrMap& attrs = g->nodes[1].attrs;
  EXPECT_THAT(std::get<UnreadableAttr>(attrs.at("value")).why, HasSubstr("DT_QINT16"));
  EXPECT_TRUE(std::get<std::vector<int64_t>>(attrs.at("l")).empty());
  EXPECT_EQ(std::get<FunctionAttr>(attrs.at("f")).name, "g");
  EXPECT_EQ(std::get<PlaceholderAttr>(attrs.at("p")).name, "T");
  EXPECT_THAT(std::get<std::vector<std::string>>(attrs.at("s")), ElementsAre("a", "b"));

  EXPECT_THAT(ParseGraphDef("node { name: 'a' } node { name: 'a' }", true).status().message(),
              HasSubstr("two nodes 'a'"));
  EXPECT_THAT(ParseGraphDef("node { op: 'A' }", true).status().message(), HasSubstr("has no name"));
  EXPECT_THAT(ParseGraphDef("node { nmae 'A' }", true).status().message(), HasSubstr("line 1, column 13"));
  ASSERT_TRUE(WriteSavedModel(dir_, Model()).ok());
  EXPECT_THAT(ReadGraphDef(JoinPath(dir_, "saved_model.pb")).status().message(), HasSubstr("giving its directory"));
}

// TensorFlow 2's own form: the saver is a function that takes the handles.
constexpr char kTracedRestore[] = R"pb(
  meta_graphs {
    meta_info_def { tags: "serve" }
    graph_def {
      node { name: "kernel" op: "VarHandleOp" }
      node { name: "bias" op: "VarHandleOp" }
      node { name: "saver_filename" op: "Placeholder" }
      node {
        name: "call"
        op: "StatefulPartitionedCall"
        input: "saver_filename"
        input: "kernel"
        input: "bias"
        attr {
          key: "f"
          value { func { name: "__inference__traced_restore_9" } }
        }
      }
      library {
        function {
          signature {
            name: "__inference__traced_restore_9"
            input_arg { name: "file_prefix" type: DT_STRING }
            input_arg { name: "assignvariableop_kernel" type: DT_RESOURCE }
            input_arg { name: "assignvariableop_1_bias" type: DT_RESOURCE }
            output_arg { name: "identity" type: DT_STRING }
          }
          node_def {
            name: "RestoreV2/tensor_names"
            op: "Const"
            attr {
              key: "value"
              value {
                tensor {
                  dtype: DT_STRING
                  tensor_shape { dim { size: 2 } }
                  string_val: "layers/0/b"
                  string_val: "layers/0/k"
                }
              }
            }
          }
          node_def {
            name: "RestoreV2/shape_and_slices"
            op: "Const"
            attr {
              key: "value"
              value {
                tensor {
                  dtype: DT_STRING
                  tensor_shape { dim { size: 2 } }
                  string_val: ""
                  string_val: "3 2 1,2:-"
                }
              }
            }
          }
          node_def {
            name: "RestoreV2"
            op: "RestoreV2"
            input: "file_prefix"
            input: "RestoreV2/tensor_names:output:0"
            input: "RestoreV2/shape_and_slices:output:0"
          }
          node_def { name: "Identity" op: "Identity" input: "RestoreV2:tensors:1" }
          node_def {
            name: "AssignVariableOp"
            op: "AssignVariableOp"
            input: "assignvariableop_kernel"
            input: "Identity:output:0"
          }
          node_def { name: "Identity_1" op: "Identity" input: "RestoreV2:tensors:0" }
          node_def {
            name: "AssignVariableOp_1"
            op: "AssignVariableOp"
            input: "assignvariableop_1_bias"
            input: "Identity_1:output:0"
          }
        }
      }
    }
    saver_def { filename_tensor_name: "saver_filename:0" restore_op_name: "call" }
  })pb";

TEST_F(SavedModelTest, FollowsTheSaverIntoFunctionsAndTakesSlices) {
  Result<MetaGraph> m = ParseSavedModel(kTracedRestore, true);
  ASSERT_TRUE(m.ok()) << m.status().message();
  ASSERT_TRUE(MakeDirectories(JoinPath(dir_, "variables")).ok());
  Result<bundle::Writer> w = bundle::Writer::Create(JoinPath(dir_, "variables/variables"));
  ASSERT_TRUE(w->Add("layers/0/k", Tensor::Of<float>({3, 2}, {1, 2, 3, 4, 5, 6})).ok());
  ASSERT_TRUE(w->Add("layers/0/b", Tensor::Of<float>({2}, {7, 8})).ok());
  ASSERT_TRUE(w->Finish().ok());
  Result<VariableStore> store = VariableStore::Open(dir_, *m);
  ASSERT_TRUE(store.ok()) << store.status().message();
  EXPECT_TRUE(Identical(*store->Read("kernel"), Tensor::Of<float>({2, 2}, {3, 4, 5, 6})));
  EXPECT_TRUE(Identical(*store->Read("bias"), Tensor::Of<float>({2}, {7, 8})));
}

// Every prefix and every flipped bit of a file: a sentence or a model, never a crash.
TEST_F(SavedModelTest, DamageIsAStatus) {
  ASSERT_TRUE(WriteSavedModel(dir_, Model()).ok());
  std::string bytes = *ReadFile(JoinPath(dir_, "saved_model.pb"));
  int refused = 0;
  auto parse = [&](std::string_view damaged) {
    Result<MetaGraph> m = ParseSavedModel(damaged, false);
    if (!m.ok()) {
      ++refused;
      EXPECT_FALSE(m.status().message().empty());
      return;
    }
    (void)VariableStore::Open(dir_, *m).ok();
  };
  for (size_t size = 0; size < bytes.size(); size += size < 400 ? 1 : 7) parse(std::string_view(bytes).substr(0, size));
  EXPECT_GT(refused, 100);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i / 3 % 8)));
    parse(damaged);
  }
  for (size_t i = 0; i < sizeof kTracedRestore; i += 5) {
    std::string damaged = kTracedRestore;
    damaged.erase(i, 3);
    (void)ParseSavedModel(damaged, true).ok();
  }
}

TEST(TensorRefTest, Parses) {
  EXPECT_EQ(ParseTensorRef("a/b:2").node, "a/b");
  EXPECT_EQ(ParseTensorRef("a/b:2").index, 2);
  EXPECT_EQ(ParseTensorRef("a").index, 0);
  EXPECT_EQ(ParseTensorRef("^a").node, "a");
  EXPECT_EQ(ParseTensorRef("^a").index, -1);
}

TEST(NamesTest, AreValidForTensorFlow) {
  EXPECT_EQ(NodeName("dense 1/a:0"), "dense_1/a_0");
  EXPECT_EQ(NodeName("_x"), "x__x");
  EXPECT_EQ(NodeName(""), "x");
  EXPECT_EQ(ArgumentName("Big-Name"), "big_name");
  EXPECT_EQ(ArgumentName("1x"), "arg_1x");
  std::map<std::string, int, std::less<>> taken;
  EXPECT_EQ(UniqueName("a", taken), "a");
  EXPECT_EQ(UniqueName("a", taken), "a_1");
  EXPECT_EQ(UniqueName("a_1", taken), "a_1_1");
}

}  // namespace
}  // namespace slipway::savedmodel
