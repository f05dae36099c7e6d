// What a client is told when its data cannot be computed with: the layer, the op, the element.
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/file.h"
#include "ir/wire/tf_export.h"
#include "ops/gather/gather.h"
#include "serving/model_loader.h"
#include "serving/predict.h"

namespace slipway::serving {
namespace {

class DataErrorTest : public testing::Test {
 protected:
  void SetUp() override {
    directory_ = StrCat(testing::TempDir(), "/data_error_", getpid());
    ir::Module m;
    ir::Graph& g = m.AddGraph("main");
    ir::ValueId words = g.AddInput(TensorType(DType::kI64, {kUnknownDim}), "words");
    ir::ValueId table = g.AddConstant(Tensor(DType::kF32, {5, 2}), "table");
    g.SetOutputs({*g.Add(ops::Gather{}, {table, words}, "embedding/lookup")});
    m.signatures.push_back({.key = "serving_default", .inputs = {{"words", 0}}, .outputs = {{"vectors", 0}}});
    Status written = wire::ExportSavedModel(m, {.directory = directory_});
    ASSERT_TRUE(written.ok()) << written.message();
    auto model = LoadModel(directory_, {});
    ASSERT_TRUE(model.ok()) << model.status().message();
    model_ = *model;
  }
  void TearDown() override { ASSERT_TRUE(RemoveTree(directory_).ok()); }
  RpcStatus Run(std::vector<int64_t> words) {
    Call call;
    PredictOutputs outputs;
    return Predict(*model_, {.tensors = {{"words", Tensor::Vector(words, DType::kI64)}}}, call, &outputs);
  }

  std::string directory_;
  std::shared_ptr<Servable> model_;
};

TEST_F(DataErrorTest, NamesLayerAndElement) {
  EXPECT_TRUE(Run({4, 0}).ok());
  RpcStatus failed = Run({4, 0, 7});
  EXPECT_EQ(failed.code, RpcCode::kInvalidArgument);
  EXPECT_EQ(failed.message, "'embedding/lookup' (Gather): indices[2] = 7 is not in [0, 5)");
  EXPECT_EQ(Run({-3}).message, "'embedding/lookup' (Gather): indices[0] = -3 is not in [0, 5)");
  EXPECT_TRUE(Run({1}).ok());
}

}  // namespace
}  // namespace slipway::serving
