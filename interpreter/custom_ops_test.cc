// Custom operators by the C++ interface, and those that nobody registered.
#include "interpreter/custom_ops.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/tflite/model.h"
#include "interpreter/interpreter.h"

namespace slipway::interpreter {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// y = x times the first byte of the options; refuses numbers above 9.
class Times final : public ops::CustomFunctions {
 public:
  explicit Times(float factor) : factor_(factor) {}
  Result<ops::TensorTypes> Infer(ops::Inputs in) const override {
    RETURN_IF_ERROR(in.Count(1));
    return ops::TensorTypes{in[0]};
  }
  Result<Kernel> Prepare(PrepareContext& c) const override {
    struct State {
      float factor;
      int64_t n;
    };
    return MakeKernel(State{factor_, c.in_shape(0).Elements()}, [](const State& s, EvalContext& c) {
      for (int64_t i = 0; i < s.n; ++i) {
        if (c.In<float>(0)[i] > 9) return c.Fail(Code::kBadValue, "element ", i, " is above 9");
        c.Out<float>(0)[i] = s.factor * c.In<float>(0)[i];
      }
      return Code::kOk;
    });
  }

 private:
  float factor_;
};

class TimesOps final : public CustomOps {
 public:
  Result<std::shared_ptr<const ops::CustomFunctions>> Find(const CustomNode& node) override {
    if (node.name != "Times") return std::shared_ptr<const ops::CustomFunctions>();
    if (node.options.empty()) return BadInput("Times has no options");
    EXPECT_THAT(node.inputs, ElementsAre(0));
    return std::shared_ptr<const ops::CustomFunctions>(std::make_shared<Times>(node.options[0]));
  }
};

tflite::Model File(std::string options) {
  tflite::Model m;
  tflite::AddBuffer(m, {});
  tflite::Subgraph g{.name = "main", .inputs = {0}, .outputs = {1}};
  for (const char* name : {"x", "y"}) {
    tflite::TensorInfo t;
    t.name = name;
    EXPECT_TRUE(tflite::SetType(t, TensorType(DType::kF32, {3})).ok());
    g.tensors.push_back(t);
  }
  tflite::Operator op{.opcode_index = tflite::AddCustomOperatorCode(m, "Times"), .inputs = {0}, .outputs = {1}};
  op.custom_options = std::move(options);
  g.operators = {op};
  m.subgraphs = {g};
  return m;
}

TEST(CustomOps, RunsWhatIsRegistered) {
  TimesOps ops;
  auto model = Model::FromTflite(File("\x03"), &ops);
  ASSERT_TRUE(model.ok()) << model.status().message();
  auto interpreter = Interpreter::Create(*model);
  ASSERT_TRUE(interpreter.ok()) << interpreter.status().message();
  Tensor x = Tensor::Of<float>({3}, {1, 2, -3});
  auto y = (*interpreter)->main().Run({&x, 1});
  ASSERT_TRUE(y.ok()) << y.status().message();
  EXPECT_THAT((*y)[0].as<float>(), ElementsAre(3, 6, -9));
  x = Tensor::Of<float>({3}, {1, 10, -3});
  auto refused = (*interpreter)->main().Run({&x, 1});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.status().message(), "'y' (CustomOp): element 1 is above 9");
}

TEST(CustomOps, RefusesAtLoad) {
  TimesOps ops;
  auto nobody = Model::FromTflite(File("\x03"));
  ASSERT_FALSE(nobody.ok());
  EXPECT_THAT(nobody.status().message(), HasSubstr("custom operator 'Times' is not supported"));
  auto bad = Model::FromTflite(File(""), &ops);
  ASSERT_FALSE(bad.ok());
  EXPECT_THAT(bad.status().message(), HasSubstr("'y': Times has no options"));
}

}  // namespace
}  // namespace slipway::interpreter
