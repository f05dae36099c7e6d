#include "train/data/stage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <thread>

#include "train/data/source.h"

namespace slipway::train::data {
namespace {

SourcePtr Numbers(int64_t n) {
  std::vector<int64_t> v(static_cast<size_t>(n));
  std::iota(v.begin(), v.end(), 0);
  return *FromTensors({"n"}, {Tensor::Of<int64_t>({n}, v)});
}

// The first component's elements of the rest of an epoch, concatenated.
std::vector<int64_t> Rest(Stage& s, size_t limit = 1000) {
  std::vector<int64_t> all;
  Element e;
  while (all.size() < limit) {
    Result<bool> more = s.Next(&e);
    EXPECT_TRUE(more.ok()) << more.status().message();
    if (!more.ok() || !*more) break;
    for (int64_t v : e[0].AsInts()) all.push_back(v);
  }
  return all;
}

std::vector<int64_t> Epoch(Stage& s, int64_t epoch, int64_t position = 0, size_t limit = 1000) {
  Status started = s.Start(epoch, position);
  EXPECT_TRUE(started.ok()) << started.message();
  return Rest(s, limit);
}

using V = std::vector<int64_t>;

TEST(Stages, SourceGivesRowsInOrder) {
  StagePtr p = FromSource(Numbers(4));
  EXPECT_EQ(p->size(), 4);
  EXPECT_EQ(Epoch(*p, 0), (V{0, 1, 2, 3}));
  EXPECT_EQ(Epoch(*p, 5, 2), (V{2, 3}));
  EXPECT_EQ(Epoch(*p, 0, 9), V{});
}

TEST(Stages, ShuffleIsAPermutationThatChangesWithTheEpoch) {
  StagePtr p = Shuffle(FromSource(Numbers(50)), {.buffer = 50, .seed = 3});
  V first = Epoch(*p, 0), second = Epoch(*p, 1);
  EXPECT_NE(first, second);
  EXPECT_EQ(Epoch(*p, 0), first);
  V sorted = first;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(sorted, Epoch(*FromSource(Numbers(50)), 0));
  StagePtr other = Shuffle(FromSource(Numbers(50)), {.buffer = 50, .seed = 4});
  EXPECT_NE(Epoch(*other, 0), first);
  StagePtr fixed = Shuffle(FromSource(Numbers(50)), {.buffer = 50, .seed = 3, .reshuffle = false});
  EXPECT_EQ(Epoch(*fixed, 0), Epoch(*fixed, 1));
}

TEST(Stages, ShuffleDrawsOnlyFromItsBuffer) {
  StagePtr p = Shuffle(FromSource(Numbers(100)), {.buffer = 10, .seed = 1});
  V order = Epoch(*p, 0);
  ASSERT_EQ(order.size(), 100u);
  for (size_t i = 0; i < order.size(); ++i) EXPECT_LT(order[i], static_cast<int64_t>(i) + 10);
}

TEST(Stages, ShuffleBufferIsLimitedInBytesToo) {
  StagePtr p = Shuffle(FromSource(Numbers(100)), {.buffer = 100, .seed = 1, .max_bytes = 40});  // 5 elements
  V order = Epoch(*p, 0);
  ASSERT_EQ(order.size(), 100u);
  for (size_t i = 0; i < order.size(); ++i) EXPECT_LT(order[i], static_cast<int64_t>(i) + 5);
}

TEST(Stages, BatchesStackAndTheLastMayBeSmaller) {
  StagePtr p = Batch(FromSource(Numbers(7)), 3);
  EXPECT_EQ(p->size(), 3);
  EXPECT_EQ(ToString(p->spec()[0].type), "i64[?]");
  ASSERT_TRUE(p->Start(0).ok());
  std::vector<int64_t> sizes;
  Element e;
  while (*p->Next(&e)) sizes.push_back(e[0].shape()[0]);
  EXPECT_EQ(sizes, (V{3, 3, 1}));
  EXPECT_EQ(Epoch(*p, 0, 1), (V{3, 4, 5, 6}));

  StagePtr whole = Batch(FromSource(Numbers(7)), 3, true);
  EXPECT_EQ(whole->size(), 2);
  EXPECT_EQ(ToString(whole->spec()[0].type), "i64[3]");
  EXPECT_EQ(Epoch(*whole, 0), (V{0, 1, 2, 3, 4, 5}));
}

TEST(Stages, BatchOfDifferentShapesIsAnError) {
  StagePtr odd = Map(FromSource(Numbers(4)), {{"n", {DType::kI64, {kUnknownDim}}}}, [](Element* e) {
    (*e)[0] = Tensor(DType::kI64, {(*e)[0].AsInts()[0]});
    return OkStatus();
  });
  StagePtr p = Batch(std::move(odd), 2);
  ASSERT_TRUE(p->Start(0).ok());
  Element e;
  Result<bool> more = p->Next(&e);
  ASSERT_FALSE(more.ok());
  EXPECT_NE(more.status().message().find("component 'n' has shapes [0] and [1]"), std::string::npos);
}

TEST(Stages, MapChecksWhatItsFunctionMakes) {
  StagePtr p = Map(FromSource(Numbers(4)), {{"n", {DType::kF32, {}}}}, [](Element*) { return OkStatus(); });
  ASSERT_TRUE(p->Start(0).ok());
  Element e;
  Result<bool> more = p->Next(&e);
  ASSERT_FALSE(more.ok());
  EXPECT_EQ(more.status().message(), "the pipeline's map function: component 'n' is i64[], expected f32[]");
}

TEST(Stages, CacheReadsItsInputOnce) {
  int calls = 0;
  Spec spec = {{"n", {DType::kI64, {}}}};
  StagePtr p = Cache(Map(FromSource(Numbers(5)), spec, [&](Element*) {
    ++calls;
    return OkStatus();
  }));
  EXPECT_EQ(Epoch(*p, 0, 0, 2), (V{0, 1}));  // left in the middle
  EXPECT_EQ(Epoch(*p, 1), (V{0, 1, 2, 3, 4}));
  EXPECT_EQ(Epoch(*p, 2, 3), (V{3, 4}));
  EXPECT_EQ(calls, 5);
  EXPECT_EQ(p->Report().buffer_bytes, 40);
}

TEST(Stages, CacheHasALimit) {
  StagePtr p = Cache(FromSource(Numbers(5)), 20);
  ASSERT_TRUE(p->Start(0).ok());
  Element e;
  EXPECT_TRUE(*p->Next(&e));
  EXPECT_TRUE(*p->Next(&e));
  Result<bool> more = p->Next(&e);
  ASSERT_FALSE(more.ok());
  EXPECT_NE(more.status().message().find("more than its limit of 20 B"), std::string::npos) << more.status().message();
}

TEST(Stages, RepeatCountsPasses) {
  StagePtr p = Repeat(Shuffle(FromSource(Numbers(6)), {.buffer = 6, .seed = 1}), 2);
  EXPECT_EQ(p->size(), 12);
  StagePtr once = Shuffle(FromSource(Numbers(6)), {.buffer = 6, .seed = 1});
  V expected = Epoch(*once, 2);
  V second = Epoch(*once, 3);
  expected.insert(expected.end(), second.begin(), second.end());
  EXPECT_EQ(Epoch(*p, 1), expected);
  EXPECT_EQ(Epoch(*p, 1, 8), (V{second.begin() + 2, second.end()}));
  EXPECT_EQ(Epoch(*p, 1, 12), V{});

  StagePtr endless = Repeat(FromSource(Numbers(3)));
  EXPECT_EQ(endless->size(), kEndless);
  EXPECT_EQ(Epoch(*endless, 0, 0, 7), (V{0, 1, 2, 0, 1, 2, 0}));
  EXPECT_EQ(Epoch(*endless, 0, 10, 3), (V{1, 2, 0}));
  EXPECT_FALSE(Repeat(FromSource(Numbers(0)))->Start(0).ok());
}

TEST(Stages, PrefetchGivesTheSameElementsAndErrors) {
  Spec spec = {{"n", {DType::kI64, {}}}};
  StagePtr p = Prefetch(Map(FromSource(Numbers(10)), spec,
                            [](Element* e) { return (*e)[0].AsInts()[0] == 6 ? BadInput("no sixes") : OkStatus(); }),
                        3);
  ASSERT_TRUE(p->Start(0).ok());
  Element e;
  for (int i = 0; i < 6; ++i) {
    ASSERT_TRUE(*p->Next(&e));
    EXPECT_EQ(e[0].AsInts()[0], i);
  }
  Result<bool> more = p->Next(&e);
  ASSERT_FALSE(more.ok());
  EXPECT_NE(more.status().message().find("no sixes"), std::string::npos);
  EXPECT_EQ(Epoch(*p, 1, 7), (V{7, 8, 9}));  // goes on after Start
  EXPECT_FALSE(*p->Next(&e));
}

TEST(Stages, PrefetchFillsAheadAndCountsStarvation) {
  StagePtr p = Prefetch(FromSource(Numbers(10)), 4);
  ASSERT_TRUE(p->Start(0).ok());
  for (int i = 0; i < 1000 && p->Report().fill < 4; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  StageReport full = p->Report();
  EXPECT_EQ(full.fill, 4);
  EXPECT_EQ(full.capacity, 4);
  EXPECT_EQ(full.buffer_bytes, 32);
  Element e;
  ASSERT_TRUE(*p->Next(&e));
  EXPECT_EQ(p->Report().starved, 0);
  EXPECT_EQ(p->Report().elements, 1);

  Spec spec = {{"n", {DType::kI64, {}}}};
  StagePtr slow = Prefetch(Map(FromSource(Numbers(3)), spec, [](Element*) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return OkStatus();
  }));
  EXPECT_EQ(Epoch(*slow, 0), (V{0, 1, 2}));
  EXPECT_GE(slow->Report().starved, 1);
  EXPECT_GT(slow->Report().wait_seconds, 0.004);
}

TEST(Stages, PrefetchIsLimitedInBytes) {
  StagePtr p = Prefetch(FromSource(Numbers(100)), 50, 20);  // two elements
  ASSERT_TRUE(p->Start(0).ok());
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_LE(p->Report().buffer_bytes, 20);
  EXPECT_EQ(Rest(*p).size(), 100u);
}

// Every position of every epoch can be resumed.
TEST(Stages, AWholeChainResumesExactly) {
  auto make = [] {
    StagePtr p = Cache(FromSource(Numbers(23)));
    p = Shuffle(std::move(p), {.buffer = 9, .seed = 5});
    p = Batch(std::move(p), 4);
    p = Repeat(std::move(p), 2);
    return Prefetch(std::move(p), 3);
  };
  StagePtr whole = make();
  for (int64_t epoch = 0; epoch < 3; ++epoch) {
    V all = Epoch(*whole, epoch);
    EXPECT_EQ(all.size(), 46u);
    for (int64_t position = 0; position < 12; ++position) {
      StagePtr resumed = make();
      V rest = Epoch(*resumed, epoch, position);
      V expected(all.end() - static_cast<int64_t>(rest.size()), all.end());
      EXPECT_EQ(rest, expected);
      // Batches of 4,4,4,4,4,3 twice.
      int64_t taken = 4 * position - position / 6;
      EXPECT_EQ(static_cast<int64_t>(rest.size()), 46 - taken);
    }
  }
}

TEST(Stages, ReportsTheWholeChain) {
  StagePtr p = Batch(Shuffle(FromSource(Numbers(8)), {.buffer = 4}), 2);
  Epoch(*p, 0);
  std::vector<StageReport> reports = ReportAll(*p);
  ASSERT_EQ(reports.size(), 3u);
  EXPECT_EQ(reports[0].name, "source");
  EXPECT_EQ(reports[0].elements, 8);
  EXPECT_EQ(reports[1].name, "shuffle");
  EXPECT_EQ(reports[1].capacity, 4);
  EXPECT_EQ(reports[2].name, "batch");
  EXPECT_EQ(reports[2].elements, 4);
}

}  // namespace
}  // namespace slipway::train::data
