// Values from Keras 3.15.1.
#include "train/schedules.h"

#include <gtest/gtest.h>

namespace slipway::train {
namespace {

void ExpectRates(const Schedule& schedule, std::initializer_list<std::pair<int64_t, double>> rates) {
  ASSERT_TRUE(CheckSchedule(schedule).ok());
  for (auto [step, rate] : rates) EXPECT_NEAR(LearningRate(schedule, step), rate, 5e-8) << "step " << step;
}

TEST(Schedules, Constant) { ExpectRates(0.25, {{0, 0.25}, {1000000, 0.25}}); }

TEST(Schedules, ExponentialDecay) {
  ExpectRates(ExponentialDecay{.1, 100, .96}, {{0, .1}, {1, .0999592}, {50, .0979796}, {100, .096}, {250, .0902980}});
  ExpectRates(ExponentialDecay{.1, 100, .96, true}, {{99, .1}, {100, .096}, {250, .09216}});
}

TEST(Schedules, PiecewiseConstantDecay) {
  ExpectRates(PiecewiseConstantDecay{{100, 200}, {1, .5, .1}}, {{0, 1}, {100, 1}, {101, .5}, {200, .5}, {201, .1}});
}

TEST(Schedules, PolynomialDecay) {
  ExpectRates(PolynomialDecay{.1, 100, .01, 2}, {{0, .1}, {50, .0325}, {100, .01}, {150, .01}});
  ExpectRates(PolynomialDecay{.1, 100, .01, 1, true},
              {{0, .1}, {50, .055}, {100, .01}, {101, .05455}, {150, .0325}, {200, .01}, {250, .025}});
}

TEST(Schedules, InverseTimeDecay) {
  ExpectRates(InverseTimeDecay{.1, 100, .5}, {{50, .08}, {100, .1 / 1.5}, {250, .1 / 2.25}});
  ExpectRates(InverseTimeDecay{.1, 100, .5, true}, {{50, .1}, {100, .1 / 1.5}, {250, .05}});
}

TEST(Schedules, CosineDecay) {
  ExpectRates(CosineDecay{.1, 100, .1}, {{25, .0868198}, {50, .055}, {100, .01}, {150, .01}});
  ExpectRates(CosineDecay{0, 100, .1, .1, 10}, {{0, 0}, {5, .05}, {10, .1}, {60, .055}, {110, .01}});
}

TEST(Schedules, CosineDecayRestarts) {
  ExpectRates(
      CosineDecayRestarts{.1, 100, 2, .9, .1},
      {{0, .1}, {50, .055}, {99, .0100222}, {100, .091}, {200, .0505}, {299, .0100050}, {300, .0829}, {500, .04645}});
  ExpectRates(CosineDecayRestarts{.1, 10, 1, .5, 0}, {{0, .1}, {10, .05}, {25, .0125}});
}

TEST(Schedules, WrongArgumentsAreErrors) {
  EXPECT_FALSE(CheckSchedule(-1.0).ok());
  EXPECT_FALSE(CheckSchedule(ExponentialDecay{.1, 0, .96}).ok());
  EXPECT_EQ(CheckSchedule(PiecewiseConstantDecay{{100}, {1}}).message(),
            "PiecewiseConstantDecay has 1 boundaries and 1 values, expected one value more than boundaries");
  EXPECT_FALSE(CheckSchedule(PiecewiseConstantDecay{{200, 100}, {1, 2, 3}}).ok());
  EXPECT_FALSE(CheckSchedule(CosineDecayRestarts{.1, 10, .5}).ok());
}

TEST(Schedules, AreFoundByName) {
  EXPECT_EQ(ScheduleNames().size(), std::variant_size_v<Schedule> - 1);
  for (const std::string& name : ScheduleNames()) EXPECT_TRUE(ScheduleByName(name)) << name;
  EXPECT_FALSE(ScheduleByName("Cosine"));
}

}  // namespace
}  // namespace slipway::train
