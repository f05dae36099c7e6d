#include "serving/batch_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace slipway::serving {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr BatchQueue::Time kStart{std::chrono::hours(1)};

TEST(BatchQueueTest, AFullBatchRunsAtOnceTheRestWaits) {
  BatchQueue q({.max_rows = 4, .max_batches = 10, .timeout = 100us});
  for (uint64_t id = 0; id < 3; ++id) EXPECT_TRUE(q.Add(id, "a", 1, kStart));
  EXPECT_THAT(q.Take(kStart), IsEmpty());
  EXPECT_EQ(q.NextDue(), kStart + 100us);
  EXPECT_TRUE(q.Add(3, "a", 2, kStart + 10us));  // does not fit, so what is there is full
  EXPECT_THAT(q.Take(kStart + 10us), ElementsAre(0, 1, 2));
  EXPECT_THAT(q.Take(kStart + 109us), IsEmpty());
  EXPECT_THAT(q.Take(kStart + 110us), ElementsAre(3));
  EXPECT_EQ(q.NextDue(), BatchQueue::Time::max());
}

TEST(BatchQueueTest, AnOddRequestNeitherJoinsNorDelaysOthers) {
  BatchQueue q({.max_rows = 2, .max_batches = 10, .timeout = 100us});
  EXPECT_TRUE(q.Add(0, "odd", 1, kStart));
  EXPECT_TRUE(q.Add(1, "a", 1, kStart + 1us));
  EXPECT_TRUE(q.Add(2, "a", 1, kStart + 2us));
  EXPECT_THAT(q.Take(kStart + 2us), ElementsAre(1, 2));
  EXPECT_THAT(q.Take(kStart + 100us), ElementsAre(0));
}

TEST(BatchQueueTest, TheOldestGoesFirst) {
  BatchQueue q({.max_rows = 8, .max_batches = 10, .timeout = 0us});
  EXPECT_TRUE(q.Add(0, "z", 1, kStart));
  EXPECT_TRUE(q.Add(1, "a", 1, kStart + 1us));
  EXPECT_THAT(q.Take(kStart + 1us), ElementsAre(0));
  EXPECT_THAT(q.Take(kStart + 1us), ElementsAre(1));
}

TEST(BatchQueueTest, AFullQueueRefusesAndRemovedRequestsMakeRoom) {
  BatchQueue q({.max_rows = 2, .max_batches = 2, .timeout = 1h});
  EXPECT_TRUE(q.Add(0, "a", 2, kStart));
  EXPECT_TRUE(q.Add(1, "a", 1, kStart));
  EXPECT_TRUE(q.Add(2, "a", 1, kStart)) << "joins the second batch";
  EXPECT_FALSE(q.Add(3, "a", 1, kStart));
  EXPECT_FALSE(q.Add(3, "b", 1, kStart));
  q.Remove(0);
  EXPECT_TRUE(q.Add(3, "b", 1, kStart));
  EXPECT_THAT(q.Take(kStart), ElementsAre(1, 2));
}

}  // namespace
}  // namespace slipway::serving
