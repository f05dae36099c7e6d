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

TEST(Optimizers, NadamAndAdamax) {
  ExpectBoth({.rule = Nadam{}, .learning_rate = 0.1},
             {{.8937213, -1.8937212, 3}, {.7945132, -1.9329805, 3.1021669}, {.8427125, -2.0247748, 3.0620320}});
  ExpectBoth({.rule = Adamax{}, .learning_rate = 0.1},
             {{.9000001, -1.9000001, 3}, {.8315791, -1.8789264, 3.0526316}, {.8129873, -1.9091847, 3.0674064}});
}

TEST(Optimizers, RmsProp) {
  ExpectBoth({.rule = RmsProp{}, .learning_rate = 0.1},
             {{.6837881, -1.6837761, 3}, {.3822782, -1.8312166, 3.3162277}, {.5582995, -2.1130738, 3.1687858}});
  ExpectBoth({.rule = RmsProp{.momentum = .9}, .learning_rate = 0.1},
             {{.6837881, -1.6837761, 3}, {.0976875, -1.5466151, 3.3162277}, {-.2537817, -1.7050273, 3.4533906}});
  ExpectBoth({.rule = RmsProp{.centered = true}, .learning_rate = 0.1},
             {{.6666852, -1.6666713, 3}, {.3389504, -1.8151481, 3.3333333}, {.5165470, -2.1048491, 3.1848547}});
}

TEST(Optimizers, AdagradAndAdadelta) {
  ExpectBoth({.rule = Adagrad{}, .learning_rate = 0.1},
             {{.9698489, -1.9465477, 3}, {.9027668, -1.9723676, 3.0953462}, {.9435917, -2.0442097, 3.0523131}});
  ExpectBoth({.rule = Adadelta{}, .learning_rate = 1.0},
             {{.9985859, -1.9985858, 3}, {.9966840, -1.9994986, 3.0014143}, {.9981790, -2.0014179, 3.0005014}});
}

TEST(Optimizers, Ftrl) {
  ExpectBoth({.rule = Ftrl{}, .learning_rate = 0.1},
             {{.0163863, -.2562393, 0}, {-.0506958, -.2820592, .0953463}, {-.0098709, -.3539013, .0523131}});
  ExpectBoth({.rule = Ftrl{.l1_regularization_strength = .01,
                           .l2_regularization_strength = .02,
                           .l2_shrinkage_regularization_strength = .03,
                           .beta = .5},
              .learning_rate = 0.1},
             {{0, -.0943739, -.0207259}, {-.0310817, -.1049582, .0424656}, {-.0107712, -.1420728, .0122987}});
}

TEST(Optimizers, LionAndLamb) {
  ExpectBoth({.rule = Lion{}, .learning_rate = 0.1}, {{.9, -1.9, 3}, {.8, -2.0, 3.1}, {.9, -2.1, 3.0}});
  ExpectBoth({.rule = Lamb{}, .learning_rate = 0.1},
             {{.7354249, -1.7354248, 3}, {.4669582, -1.6575166, 3.2176728}, {.3025999, -1.9489673, 3.3633819}});
}

TEST(Optimizers, MovingAveragesStartWithTheFirstUpdateAndReplaceAtTheEnd) {
  VariablePtr w = Start();
  Optimizer optimizer({.rule = Sgd{}, .learning_rate = 0.1, .use_ema = true, .ema_momentum = .9}, {w});
  for (const auto& g : kGradients) ASSERT_TRUE(optimizer.Apply({Value(Tensor::Of<float>({3}, g))}).ok());
  EXPECT_NEAR(w->tensor().AsDoubles()[0], .98, 1e-6);
  optimizer.Finalize();
  const std::vector<double> average = w->tensor().AsDoubles();
  EXPECT_NEAR(average[0], .9863, 1e-6);
  EXPECT_NEAR(average[1], -1.9859, 1e-6);
  EXPECT_NEAR(average[2], 3.014, 1e-6);
  ExpectBoth({.rule = Sgd{}, .learning_rate = 0.1, .use_ema = true, .ema_momentum = .9, .ema_overwrite_frequency = 2},
             {{.99, -1.98, 3}, {.987, -1.981, 3.01}});
}

TEST(Optimizers, AccumulatedGradientsAreAveragedAndCountOnce) {
  VariablePtr w = std::make_shared<Variable>("w", Tensor::Of<float>({1}, {1}));
  Optimizer optimizer({.rule = Sgd{}, .learning_rate = 0.1, .gradient_accumulation_steps = 2}, {w});
  for (int round = 1; round <= 2; ++round) {
    ASSERT_TRUE(optimizer.accumulates());
    ASSERT_TRUE(optimizer.Accumulate({Value(Tensor::Of<float>({1}, {1}))}).ok());
    ASSERT_FALSE(optimizer.accumulates());
    ASSERT_TRUE(optimizer.Apply({Value(Tensor::Of<float>({1}, {3}))}).ok());
    EXPECT_NEAR(w->tensor().AsDoubles()[0], 1 - .2 * round, 1e-6);
    EXPECT_EQ(optimizer.iterations(), round);
  }
}

TEST(Optimizers, AllAreFoundByBothNames) {
  EXPECT_EQ(OptimizerNames().size(), 11u);
  for (const std::string& name : OptimizerNames()) {
    std::string identifier = name;
    for (char& c : identifier) c = static_cast<char>(std::tolower(c));
    ASSERT_TRUE(OptimizerByName(name) && OptimizerByName(identifier)) << name;
    EXPECT_TRUE(CheckOptimizer(*OptimizerByName(name)).ok()) << name;
  }
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
  EXPECT_EQ(CheckOptimizer({.rule = Adam{.beta_1 = 1}}).message(), "beta_1 is 1, expected 0 or more and less than 1");
  EXPECT_FALSE(CheckOptimizer({.rule = RmsProp{.rho = 1}}).ok());
  EXPECT_FALSE(CheckOptimizer({.gradient_accumulation_steps = 0}).ok());
  EXPECT_FALSE(CheckOptimizer({.learning_rate = -1.0}).ok());
  EXPECT_FALSE(Optimizer({.rule = Sgd{}}, {Start()}).Apply({}).ok());
}

}  // namespace
}  // namespace slipway::train
