#include "interpreter/tflite_module.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "formats/tflite/write.h"
#include "interpreter/interpreter.h"
#include "ops/dequantize/dequantize.h"
#include "ops/rnn/rnn.h"
#include "ops/softmax/softmax.h"
#include "ops/tables/tflite.h"
#include "ops/unary/unary.h"

namespace slipway::interpreter {
namespace {

using testing::HasSubstr;
using tflite::Builtin;

int32_t AddTensor(tflite::Model& m, std::string name, const TensorType& type) {
  tflite::TensorInfo t;
  t.name = std::move(name);
  CHECK(tflite::SetType(t, type).ok());
  m.subgraphs[0].tensors.push_back(std::move(t));
  return static_cast<int32_t>(m.subgraphs[0].tensors.size()) - 1;
}

void AddOperator(tflite::Model& m, const ops::Op& op, std::vector<int32_t> inputs, std::vector<int32_t> outputs) {
  Result<ops::TfliteForm> form = ops::OpToTflite(op, {});
  CHECK(form.ok());
  tflite::Operator written;
  written.opcode_index = form->code == Builtin::CUSTOM ? tflite::AddCustomOperatorCode(m, form->custom_name)
                                                       : tflite::AddOperatorCode(m, form->code, form->version);
  written.inputs = std::move(inputs);
  written.outputs = std::move(outputs);
  tflite::SetOptions(written, form->options);
  written.custom_options = form->custom_options;
  m.subgraphs[0].operators.push_back(std::move(written));
}

// probabilities = softmax(erf(x)): a builtin and a custom operator; the signature lists the outputs the other way
// round.
tflite::Model SmallModel() {
  tflite::Model m;
  tflite::AddBuffer(m, Buffer::Copy("", 0));
  m.subgraphs.resize(1);
  m.subgraphs[0].name = "main";
  int32_t x = AddTensor(m, "x", {DType::kF32, {-1, 2}});
  int32_t erf = AddTensor(m, "model/erf", {DType::kF32, {-1, 2}});
  int32_t y = AddTensor(m, "model/softmax", {DType::kF32, {-1, 2}});
  AddOperator(m, ops::Unary{.kind = ops::UnaryKind::kErf}, {x}, {erf});
  AddOperator(m, ops::Softmax{.beta = 3}, {erf}, {y});
  m.subgraphs[0].inputs = {x};
  m.subgraphs[0].outputs = {y};
  m.signatures.push_back({"serving_default", {{"input", 0}}, {{"erf", 1}, {"probabilities", 2}}, 0});
  return m;
}

std::string Bytes(const tflite::Model& m) {
  Result<std::string> bytes = tflite::Write(m);
  EXPECT_TRUE(bytes.ok()) << bytes.status().message();
  return *bytes;
}

// f32 -> INT2 or UINT4 -> f32, as LiteRT does it: kept as bytes in between.
TEST(TfliteModule, ComputesElementsOfFewBits) {
  for (bool with_sign : {true, false}) {
    tflite::Model m;
    tflite::AddBuffer(m, Buffer::Copy("", 0));
    m.subgraphs.resize(1);
    int32_t x = AddTensor(m, "x", {DType::kF32, {4}}), codes = AddTensor(m, "codes", {DType::kI8, {4}});
    m.subgraphs[0].tensors.back().type = with_sign ? 19 : 20;
    int32_t y = AddTensor(m, "y", {DType::kF32, {4}});
    for (auto [from, to] : {std::pair(x, codes), {codes, y}}) {
      tflite::Operator& cast = m.subgraphs[0].operators.emplace_back();
      cast.opcode_index = tflite::AddOperatorCode(m, Builtin::CAST, 1);
      cast.inputs = {from};
      cast.outputs = {to};
    }
    m.subgraphs[0].inputs = {x};
    m.subgraphs[0].outputs = {y};
    std::string bytes = Bytes(m);
    auto model = Model::Load(nullptr, bytes);
    ASSERT_TRUE(model.ok()) << model.status().message();
    auto interpreter = Interpreter::Create(*model, {});
    ASSERT_TRUE(interpreter.ok()) << interpreter.status().message();
    Tensor in = Tensor::Of<float>({4}, {-9, -1.5f, 1.7f, 99});
    auto out = (*interpreter)->main().Run(std::span(&in, 1));
    ASSERT_TRUE(out.ok()) << out.status().message();
    EXPECT_THAT(out->at(0).as<float>(), testing::ElementsAreArray(with_sign ? std::vector<float>{-2, -1, 1, 1}
                                                                            : std::vector<float>{0, 0, 1, 15}));
  }
}

// A model quantized to f16: the state of a layer is the DEQUANTIZE of zeros.
TEST(TfliteModule, DequantizedZerosAreAStatesBeginning) {
  for (bool zeros : {true, false}) {
    tflite::Model m;
    tflite::AddBuffer(m, Buffer::Copy("", 0));
    m.subgraphs.resize(1);
    const TensorType row(DType::kF32, {1, 2});
    auto constant = [&](const Tensor& value, const char* name) {
      int32_t t = AddTensor(m, name, value.type());
      m.subgraphs[0].tensors.back().buffer = tflite::AddBuffer(m, Buffer::Copy(value.data(), value.bytes()));
      return t;
    };
    int32_t x = AddTensor(m, "x", row), half = AddTensor(m, "half", {DType::kF16, {1, 2}});
    m.subgraphs[0].tensors.back().buffer = tflite::AddBuffer(m, Buffer::Copy(zeros ? "\0\0\0\0" : "\0\0\0\1", 4));
    int32_t h = AddTensor(m, "h", row);
    m.subgraphs[0].tensors.back().is_variable = true;
    int32_t w = constant(Tensor::Of<float>({2, 2}, {1, 0, 0, 1}), "w"), b = constant(Tensor(DType::kF32, {2}), "b");
    int32_t y = AddTensor(m, "y", row);
    AddOperator(m, ops::Dequantize{}, {half}, {h});
    AddOperator(m, ops::Rnn{.one_step = true, .activation = ops::Activation::kNone}, {x, w, w, b, h}, {y});
    m.subgraphs[0].inputs = {x};
    m.subgraphs[0].outputs = {y};
    auto bytes = std::make_shared<const std::string>(Bytes(m));
    auto model = Model::Load(bytes, *bytes);
    EXPECT_EQ(model.ok(), zeros) << model.status().message();
    if (!model.ok()) continue;
    auto interpreter = Interpreter::Create(*model);
    ASSERT_TRUE(interpreter.ok());
    Tensor ones = Tensor::Of<float>({1, 2}, {1, 1});
    ASSERT_TRUE((*interpreter)->main().Run(std::span(&ones, 1)).ok());
    auto results = (*interpreter)->main().Run(std::span(&ones, 1));
    ASSERT_TRUE(results.ok()) << results.status().message();
    EXPECT_EQ(results->at(0).as<float>()[0], 2);
  }
}

TEST(TfliteModule, RunsAFile) {
  auto bytes = std::make_shared<const std::string>(Bytes(SmallModel()));
  auto model = Model::Load(bytes, *bytes);
  ASSERT_TRUE(model.ok()) << model.status().message();
  auto interpreter = Interpreter::Create(*model);
  ASSERT_TRUE(interpreter.ok()) << interpreter.status().message();
  Runner* runner = *(*interpreter)->SignatureRunner("serving_default");
  EXPECT_EQ(runner->declared_input_type(0).shape, Shape({-1, 2}));
  Tensor x = Tensor::Of<float>({1, 2}, {0, 1});
  auto results = runner->Run(std::span(&x, 1));
  ASSERT_TRUE(results.ok()) << results.status().message();
  EXPECT_NEAR(results->at(0).as<float>()[1], 0.8427008f, 1e-6);
  // 1 / (1 + exp(-3 erf(1)))
  EXPECT_NEAR(results->at(1).as<float>()[1], 0.9260885f, 1e-6);
  EXPECT_EQ(runner->output_name(1), "probabilities");
  EXPECT_EQ((*model)->graph(0).ops[1].origin, "model/softmax");
}

// 2 x 2 blocks of a 4 x 4 matrix, of which two are stored.
TEST(TfliteModule, SparseConstantsAreExpanded) {
  tflite::Model m;
  tflite::AddBuffer(m, Buffer::Copy("", 0));
  m.subgraphs.resize(1);
  int32_t x = AddTensor(m, "weights", {DType::kF32, {4, 4}}), y = AddTensor(m, "dense", {DType::kF32, {4, 4}});
  const float stored[] = {1, 2, 3, 4, 5, 6, 7, 8};
  m.subgraphs[0].tensors[0].buffer = tflite::AddBuffer(m, Buffer::Copy(stored, sizeof stored));
  auto sparsity = std::make_shared<tflite::Sparsity>();
  sparsity->traversal_order = {0, 1, 2, 3};
  sparsity->block_map = {0, 1};
  sparsity->dimensions = {{false, 2}, {true, 0, {0, 1, 2}, {1, 0}}, {false, 2}, {false, 2}};
  m.subgraphs[0].tensors[0].sparsity = sparsity;
  tflite::Operator op;
  op.opcode_index = tflite::AddOperatorCode(m, Builtin::DENSIFY, 1);
  op.inputs = {x};
  op.outputs = {y};
  m.subgraphs[0].operators.push_back(op);
  m.subgraphs[0].outputs = {y};
  auto bytes = std::make_shared<const std::string>(Bytes(m));
  auto model = Model::Load(bytes, *bytes);
  ASSERT_TRUE(model.ok()) << model.status().message();
  auto interpreter = Interpreter::Create(*model);
  ASSERT_TRUE(interpreter.ok()) << interpreter.status().message();
  auto results = (*interpreter)->main().Run({});
  ASSERT_TRUE(results.ok()) << results.status().message();
  EXPECT_TRUE(Identical(results->at(0), Tensor::Of<float>({4, 4}, {0, 0, 1, 2, 0, 0, 3, 4, 5, 6, 0, 0, 7, 8, 0, 0})));
}

TEST(TfliteModule, LoadsPathsAndDescriptors) {
  std::string path = testing::TempDir() + "interpreter_tflite_module_test.tflite";
  std::string bytes = Bytes(SmallModel());
  FILE* f = std::fopen(path.c_str(), "wb");
  ASSERT_EQ(std::fwrite(bytes.data(), 1, bytes.size(), f), bytes.size());
  std::fclose(f);
  EXPECT_TRUE(Model::Load(path).ok());
  int fd = open(path.c_str(), O_RDONLY);
  EXPECT_TRUE(Model::Load(fd).ok());
  close(fd);
  unlink(path.c_str());
  auto missing = Model::Load(path);
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.status().kind(), ErrorKind::kNotFound);
  EXPECT_THAT(missing.status().message(), HasSubstr(path));
  EXPECT_FALSE(Model::Load(fd).ok());
}

TEST(TfliteModule, EverythingUnsupportedIsListedAtOnce) {
  tflite::Model m = SmallModel();
  int32_t last = 2;
  for (int i = 0; i < 3; ++i) {
    int32_t next = AddTensor(m, StrCat("layer", i), {DType::kF32, {-1, 2}});
    tflite::Operator op;
    op.opcode_index = i == 1 ? tflite::AddCustomOperatorCode(m, "FlexErf")
                             : tflite::AddOperatorCode(m, Builtin::CONCAT_EMBEDDINGS, 1);
    op.inputs = {last};
    op.outputs = {next};
    m.subgraphs[0].operators.push_back(op);
    last = next;
  }
  m.subgraphs[0].outputs = {last};
  Result<PlanModule> module = ToPlanModule(m);
  ASSERT_FALSE(module.ok());
  EXPECT_EQ(module.status().message(),
            "the model needs what is not supported: operator CONCAT_EMBEDDINGS is not supported ('layer0' and 1 more); "
            "custom operator 'FlexErf' is not supported ('layer1')");
}

TEST(TfliteModule, DamagedFilesAreErrors) {
  std::string bytes = Bytes(SmallModel());
  ThreadPool pool(1);
  auto try_load = [&](const std::string& damaged) {
    auto owner = std::make_shared<const std::string>(damaged);
    auto model = Model::Load(owner, *owner);
    if (!model.ok()) return;
    auto interpreter = Interpreter::Create(*model, {.num_threads = 1, .max_arena_bytes = 1 << 20});
    if (interpreter.ok()) (void)(*interpreter)->main().Invoke();
  };
  for (size_t n = 0; n < bytes.size(); ++n) try_load(bytes.substr(0, n));
  for (size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    try_load(damaged);
  }
}

}  // namespace
}  // namespace slipway::interpreter
