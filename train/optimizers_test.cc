// Values from Keras 3.15.1: w after one, two and three updates.
#include "train/optimizers.h"

#include <gtest/gtest.h>

#include "train/function.h"

namespace slipway::train {
namespace {

using Rows = std::vector<std::array<double, 3>>;
const std::array<float, 3> kGradients[] = {{.1f, -.2f, 0}, {.3f, .1f, -1}, {-.2f, .4f, .5f}};

VariablePtr Start() { return std::make_shared<Variable>("w", Tensor::Of<float>({3}, {1, -2, 3})); }

void ExpectSteps(OptimizerOptions options, const Rows& want, bool traced = false) {
  ASSERT_TRUE(CheckOptimizer(options).ok());
  VariablePtr w = Start();
  Optimizer optimizer(options, {w});
  Function step("step", [&](std::span<const Value> in) {
    Status s = optimizer.Apply({in[0]});
    return s.ok() ? std::vector<Value>{in[0]} : std::vector<Value>{s};
  });
  for (size_t i = 0; i < want.size(); ++i) {
    optimizer.SetLearningRate();
    Value g(Tensor::Of<float>({3}, std::span<const float>(kGradients[i])));
    if (traced) {
      Value result = step({g})[0];
      ASSERT_TRUE(result.ok()) << result.status().message();
    } else {
      Status s = optimizer.Apply({g});
      ASSERT_TRUE(s.ok()) << s.message();
    }
    std::vector<double> now = w->tensor().AsDoubles();
    for (size_t k = 0; k < 3; ++k) EXPECT_NEAR(now[k], want[i][k], 2e-6) << "update " << i + 1 << " element " << k;
  }
  EXPECT_EQ(optimizer.iterations(), static_cast<int64_t>(want.size()));
}

void ExpectBoth(const OptimizerOptions& options, const Rows& want) {
  ExpectSteps(options, want);
  ExpectSteps(options, want, true);
}

TEST(Optimizers, Sgd) {
  ExpectBoth({.rule = Sgd{}, .learning_rate = 0.1}, {{.99, -1.98, 3}, {.96, -1.99, 3.1}, {.98, -2.03, 3.05}});
  ExpectBoth({.rule = Sgd{.momentum = .9}, .learning_rate = 0.1},
             {{.99, -1.98, 3}, {.951, -1.972, 3.1}, {.9359, -2.0048, 3.14}});
  ExpectBoth({.rule = Sgd{.momentum = .9, .nesterov = true}, .learning_rate = 0.1},
             {{.981, -1.962, 3}, {.9159, -1.9648, 3.19}, {.92231, -2.03432, 3.176}});
}

TEST(Optimizers, Adam) {
  ExpectBoth({.rule = Adam{}, .learning_rate = 0.1},
             {{.9000038, -1.9000022, 3}, {.8082275, -1.8733692, 3.0744126}, {.7824374, -1.9191020, 3.0972764}});
  ExpectBoth({.rule = Adam{}, .learning_rate = 0.1, .weight_decay = .004},
             {{.8996038, -1.8992022, 2.9988}, {.8074677, -1.8718095, 3.0720131}, {.7813546, -1.9167935, 3.0936482}});
}

TEST(Optimizers, ClippingComesFirst) {
  ExpectBoth({.rule = Sgd{}, .learning_rate = 1.0, .clipnorm = .1}, {{.9552786, -1.9105573, 3}});
  ExpectBoth({.rule = Sgd{}, .learning_rate = 1.0, .clipvalue = .15}, {{.9, -1.85, 3}});
  VariablePtr a = Start(), b = Start();
  Optimizer optimizer({.rule = Sgd{}, .learning_rate = 1.0, .global_clipnorm = .1}, {a, b});
  Value g(Tensor::Of<float>({3}, {3, 0, 0})), h(Tensor::Of<float>({3}, {0, 4, 0}));
  ASSERT_TRUE(optimizer.Apply({g, h}).ok());
  EXPECT_NEAR(a->tensor().AsDoubles()[0], 1 - .06, 1e-6);
  EXPECT_NEAR(b->tensor().AsDoubles()[1], -2 - .08, 1e-6);
}

TEST(Optimizers, WeightDecayCanLeaveVariablesOut) {
  VariablePtr kernel = std::make_shared<Variable>("dense/kernel", Tensor::Of<float>({1}, {1}));
  VariablePtr bias = std::make_shared<Variable>("dense/bias", Tensor::Of<float>({1}, {1}));
  Optimizer optimizer({.rule = Sgd{}, .learning_rate = 0.5, .weight_decay = .1, .exclude_from_weight_decay = {"bias"}},
                      {kernel, bias});
  Value zero(Tensor::Of<float>({1}, {0}));
  ASSERT_TRUE(optimizer.Apply({zero, zero}).ok());
  EXPECT_NEAR(kernel->tensor().AsDoubles()[0], .95, 1e-7);
  EXPECT_EQ(bias->tensor().AsDoubles()[0], 1);
}

TEST(Optimizers, SchedulesFollowTheIterations) {
  VariablePtr w = Start();
  Optimizer optimizer({.rule = Sgd{}, .learning_rate = PiecewiseConstantDecay{{0}, {1, .5}}}, {w});
  Value g(Tensor::Of<float>({3}, {1, 0, 0}));
  for (int i = 0; i < 2; ++i) {
    optimizer.SetLearningRate();
    ASSERT_TRUE(optimizer.Apply({g}).ok());
  }
  EXPECT_NEAR(w->tensor().AsDoubles()[0], 1 - 1 - .5, 1e-6);
}

TEST(Optimizers, SlotsHaveKerasNames) {
  VariablePtr w = std::make_shared<Variable>("dense/kernel", Tensor::Of<float>({1}, {1}));
  Optimizer optimizer(*OptimizerByName("adam"), {w});
  std::vector<std::string> names;
  for (const VariablePtr& v : optimizer.state()) names.push_back(v->name);
  EXPECT_EQ(names, (std::vector<std::string>{"iteration", "learning_rate", "adam/dense_kernel_momentum",
                                             "adam/dense_kernel_velocity"}));
}

TEST(Optimizers, WrongOptionsAreErrors) {
  EXPECT_FALSE(CheckOptimizer({.clipnorm = 1, .clipvalue = 1}).ok());
  EXPECT_FALSE(CheckOptimizer({.rule = Sgd{.momentum = 2}}).ok());
  EXPECT_FALSE(CheckOptimizer({.rule = Adam{.beta_1 = 1}}).ok());
  EXPECT_FALSE(CheckOptimizer({.learning_rate = -1.0}).ok());
  EXPECT_FALSE(Optimizer({.rule = Sgd{}}, {Start()}).Apply({}).ok());
}

}  // namespace
}  // namespace slipway::train
