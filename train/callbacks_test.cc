#include "train/callbacks.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "train/nn/core.h"
#include "train/trainer.h"

namespace slipway::train {
namespace {

class Callbacks : public testing::Test {
 protected:
  void SetUp() override {
    auto dense = std::make_shared<nn::Dense>(nn::Dense::Options{.units = 1});
    auto made = Trainer::Create(dense, {DType::kF32, {2, 3}}, {DType::kF32, {2, 1}},
                                {.loss = MeanSquaredError{},
                                 .metrics = {*MetricByName("auc"), *MetricByName("mae")},
                                 .optimizer = {.rule = Sgd{}, .learning_rate = 1.0}});
    ASSERT_TRUE(made.ok()) << made.status().message();
    trainer_ = std::move(made).value();
  }
  // The rates after each of these losses.
  std::vector<double> Rates(ReduceLROnPlateau& plateau, std::vector<double> losses) {
    std::vector<double> rates;
    for (double loss : losses) {
      EpochEvent event{.epoch = epoch_++, .logs = {{"val_loss", loss}}};
      EXPECT_TRUE(plateau.OnEpochEnd(*trainer_, event).ok());
      rates.push_back(trainer_->optimizer().learning_rate());
    }
    return rates;
  }
  std::unique_ptr<Trainer> trainer_;
  int64_t epoch_ = 0;
};

// As keras.callbacks.ReduceLROnPlateau(factor=0.5, patience=2, cooldown=1, min_lr=0.2).
TEST_F(Callbacks, PlateausReduceTheRate) {
  ReduceLROnPlateauOptions options{.factor = 0.5, .patience = 2, .cooldown = 1, .min_lr = 0.2};
  ReduceLROnPlateau plateau(options);
  EXPECT_EQ(Rates(plateau, {1, 1, 1, 1, 1, 1, .5, .6, .6, .6, .6}),
            (std::vector<double>{1, 1, .5, .5, .25, .25, .25, .25, .2, .2, .2}));
  // What it has reduced outlives the process.
  std::map<std::string, Tensor> state;
  for (auto& [name, tensor] : plateau.State()) state[name] = tensor;
  trainer_->optimizer().OverrideLearningRate(1.0);
  ReduceLROnPlateau next(options);
  ASSERT_TRUE(next.Restore(state).ok());
  ASSERT_TRUE(next.OnTrainBegin(*trainer_, 1).ok());
  EXPECT_EQ(trainer_->optimizer().learning_rate(), .2);
}

TEST_F(Callbacks, TheDirectionIsTheMetrics) {
  EXPECT_TRUE(Maximizes(*trainer_, MonitorMode::kAuto, "val_auc"));
  EXPECT_FALSE(Maximizes(*trainer_, MonitorMode::kAuto, "val_loss"));
  EXPECT_FALSE(Maximizes(*trainer_, MonitorMode::kAuto, "mae"));
  EXPECT_TRUE(Maximizes(*trainer_, MonitorMode::kMax, "mae"));
}

TEST_F(Callbacks, CsvHasARowPerEpochAndGoesOn) {
  const std::string file = testing::TempDir() + "/log.csv";
  auto log = [&](CsvLogger& logger, int64_t epoch, double loss) {
    EpochEvent event{.epoch = epoch, .logs = {{"loss", loss}, {"auc", .5}}};
    EXPECT_TRUE(logger.OnEpochEnd(*trainer_, event).ok());
  };
  CsvLogger first({.filename = file});
  ASSERT_TRUE(first.OnTrainBegin(*trainer_, 2).ok());
  log(first, 0, 2);
  log(first, 1, 1.5);
  EXPECT_EQ(*ReadFile(file), "epoch,auc,loss\n0,0.5,2\n1,0.5,1.5\n");
  CsvLogger second({.filename = file, .append = true});
  ASSERT_TRUE(second.OnTrainBegin(*trainer_, 2).ok());
  log(second, 2, 1);
  EXPECT_EQ(*ReadFile(file), "epoch,auc,loss\n0,0.5,2\n1,0.5,1.5\n2,0.5,1\n");
}

}  // namespace
}  // namespace slipway::train
