#include "interpreter/table_step.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "interpreter/graph_for_test.h"
#include "interpreter/interpreter.h"
#include "ops/table_find/table_find.h"
#include "ops/table_import/table_import.h"
#include "ops/table_size/table_size.h"

namespace slipway::interpreter {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Tensor Words(std::vector<std::string> w) {
  return Tensor::Of<std::string>({static_cast<int64_t>(w.size())}, std::span<const std::string>(w));
}
Tensor Numbers(std::vector<int64_t> n) { return Tensor::Vector(n, DType::kI64); }

// main(keys) = (the values of keys, the size)
class Tables : public testing::Test {
 protected:
  TestGraph g;
  PlanTable table;

  void Build(const Tensor& missing) {
    int keys = g.Input({table.key, {-1}}, "keys");
    g.graph.outputs = {g.Add(ops::TableFind{}, {keys, g.Constant(missing)}, "find", missing.dtype()),
                       g.Add(ops::TableSize{.shape = {1}}, {}, "size", DType::kI64)};
  }
  Status Load() {
    PlanModule m = g.Module();
    m.tables = {table};
    ASSIGN_OR_RETURN(std::shared_ptr<const Model> model, Model::FromModule(m));
    ASSIGN_OR_RETURN(interpreter, Interpreter::Create(model));
    return OkStatus();
  }
  std::vector<Tensor> Run(std::vector<Tensor> inputs) {
    auto out = interpreter->main().Run(inputs);
    EXPECT_TRUE(out.ok()) << out.status().message();
    return out.ok() ? *out : std::vector<Tensor>(2, Tensor(DType::kI64, {0}));
  }
  std::unique_ptr<Interpreter> interpreter;
};

TEST_F(Tables, WordsToNumbers) {
  table = {"t", DType::kString, DType::kI64, Words({"cat", "dog", "cat", ""}), Numbers({5, 6, 7, 8})};
  Build(Numbers({-1}));
  ASSERT_TRUE(Load().ok());
  std::vector<Tensor> out = Run({Words({"dog", "cow", "cat", "", std::string("a\0b", 3)})});
  EXPECT_THAT(out[0].as<int64_t>(), ElementsAre(6, -1, 5, 8, -1));
  EXPECT_THAT(out[1].as<int64_t>(), ElementsAre(3));
  EXPECT_EQ(Run({Words({})})[0].elements(), 0);
}

TEST_F(Tables, NumbersToWordsAndBack) {
  table = {"t", DType::kI64, DType::kString, Numbers({int64_t{1} << 40, -3}), Words({"far", "near"})};
  Build(Words({"nowhere"}));
  ASSERT_TRUE(Load().ok());
  for (int round = 0; round < 2; ++round)
    EXPECT_THAT(Run({Numbers({-3, 0, int64_t{1} << 40})})[0].strings(), ElementsAre("near", "nowhere", "far"));
}

TEST_F(Tables, SmallKeysAndFloatValues) {
  table = {"t", DType::kI32, DType::kF32, Tensor::Vector(std::vector<int64_t>{1, 2}),
           Tensor::Of<float>({2}, {0.5, 0.25})};
  Build(Tensor::Of<float>({}, {-1}));
  ASSERT_TRUE(Load().ok());
  EXPECT_THAT(Run({Tensor::Vector(std::vector<int64_t>{2, 3})})[0].as<float>(), ElementsAre(0.25f, -1.f));
}

// What a run fills stays filled until the state is reset; filling again changes nothing.
TEST_F(Tables, FilledWhenRunning) {
  table = {"t", DType::kString, DType::kI64, {}, {}};
  int values = g.Input({DType::kI64, {2}}, "values");
  g.AddNoResult(ops::TableImport{}, {g.Constant(Words({"a", "b"})), values}, "import");
  int keys = g.Input({DType::kString, {1}}, "keys");
  g.graph.outputs = {g.Add(ops::TableFind{}, {keys, g.Constant(Numbers({-1}))}, "find", DType::kI64)};
  ASSERT_TRUE(Load().ok());
  EXPECT_THAT(Run({Numbers({1, 2}), Words({"b"})})[0].as<int64_t>(), ElementsAre(2));
  EXPECT_THAT(Run({Numbers({3, 4}), Words({"b"})})[0].as<int64_t>(), ElementsAre(2));
  interpreter->ResetState();
  EXPECT_THAT(Run({Numbers({3, 4}), Words({"b"})})[0].as<int64_t>(), ElementsAre(4));
}

TEST_F(Tables, AnEmptyTableIsAnErrorOfTheRun) {
  table = {"t", DType::kString, DType::kI64, {}, {}};
  Build(Numbers({-1}));
  ASSERT_TRUE(Load().ok());
  std::vector<Tensor> in = {Words({"a"})};
  EXPECT_EQ(interpreter->main().Run(in).status().message(),
            "'find' (TableFind): the table is used before it is filled");
}

TEST_F(Tables, WrongTypesAreRefused) {
  table = {"t", DType::kString, DType::kI64, Words({"a"}), Numbers({1})};
  Build(Tensor::Of<float>({}, {-1}));
  EXPECT_THAT(Load().message(), HasSubstr("table 't' maps string to i64, it is used for string and f32"));
  table.values = Numbers({1, 2});
  EXPECT_EQ(Load().message(), "table 't': there are 1 keys and 2 values");
  table = {"t", DType::kF32, DType::kI64, {}, {}};
  EXPECT_EQ(Load().message(), "table 't': it maps f32 to i64");
}

TEST_F(Tables, ATableThatIsNotThereIsRefused) {
  table = {"t", DType::kString, DType::kI64, Words({"a"}), Numbers({1})};
  int keys = g.Input({table.key, {-1}}, "keys");
  g.graph.outputs = {g.Add(ops::TableFind{.table = 1}, {keys, g.Constant(Numbers({-1}))}, "find", DType::kI64)};
  EXPECT_THAT(Load().message(), HasSubstr("table 1 does not exist, there are 1"));
}

}  // namespace
}  // namespace slipway::interpreter
