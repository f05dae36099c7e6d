#include "serving/batching.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>

#include "base/file.h"
#include "serving/batch_tensors.h"
#include "serving/fake_servable.h"

namespace slipway::serving {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;

// y = 2 x, and how many rows ran together.
class CountingServable final : public Servable {
 public:
  CountingServable() {
    signatures_.push_back(
        {.key = "s",
         .inputs = {FakeArgument("x", DType::kF32, {-1, -1})},
         .outputs = {FakeArgument("n", DType::kI64, {-1}), FakeArgument("y", DType::kF32, {-1, -1})}});
  }
  Result<std::vector<Tensor>> Run(const Signature&, std::span<const Tensor> inputs, Call& call) override {
    while (!gate && !call.cancelled()) std::this_thread::sleep_for(1ms);
    if (call.cancelled()) return ++cancelled, Cancelled();
    const Tensor& x = inputs[0];
    int64_t rows = x.shape()[0];
    Tensor y(DType::kF32, x.shape());
    for (size_t i = 0; i < y.as<float>().size(); ++i) y.as<float>()[i] = 2 * x.as<float>()[i];
    std::vector<int64_t> n(static_cast<size_t>(rows), rows);
    return std::vector<Tensor>{Tensor::Of<int64_t>({rows}, std::span<const int64_t>(n)), y};
  }
  std::atomic<bool> gate{true};
  std::atomic<int> cancelled{0};
};

class BatchingTest : public testing::Test {
 protected:
  void Make(BatchingOptions options) {
    counting_ = std::make_shared<CountingServable>();
    auto made = MakeBatched(counting_, options);
    ASSERT_TRUE(made.ok()) << made.status().message();
    model_ = *made;
  }
  Result<std::vector<Tensor>> Run(Tensor x, Call& call) {
    return model_->Run(model_->signatures()[0], std::vector<Tensor>{std::move(x)}, call);
  }
  Result<std::vector<Tensor>> Run(Tensor x) {
    Call call;
    return Run(std::move(x), call);
  }
  static Tensor Rows(float first, int64_t rows, int64_t width = 2) {
    Tensor t(DType::kF32, {rows, width});
    for (size_t i = 0; i < t.as<float>().size(); ++i) t.as<float>()[i] = first + static_cast<float>(i);
    return t;
  }
  std::shared_ptr<CountingServable> counting_;
  std::shared_ptr<Servable> model_;
};

TEST_F(BatchingTest, RequestsThatComeTogetherRunAsOneAndGetTheirOwnRows) {
  Make({.queue = {.max_rows = 6, .timeout = 10s}});
  std::vector<std::future<Result<std::vector<Tensor>>>> replies;
  for (int i = 0; i < 3; ++i)
    replies.push_back(
        std::async(std::launch::async, [this, i] { return Run(Rows(10.0f * static_cast<float>(i), 1 + i)); }));
  for (int i = 0; i < 3; ++i) {
    auto r = replies[static_cast<size_t>(i)].get();
    ASSERT_TRUE(r.ok());
    EXPECT_EQ((*r)[0].as<int64_t>()[0], 6);
    EXPECT_EQ((*r)[1].shape(), (Shape{1 + i, 2}));
    EXPECT_EQ((*r)[1].as<float>()[0], 20.0f * static_cast<float>(i));
  }
}

TEST_F(BatchingTest, PadsToAnAllowedSizeAndTakesThePaddingAway) {
  Make({.queue = {.max_rows = 8}, .allowed_batch_sizes = {4, 8}});
  auto r = Run(Rows(0, 3));
  ASSERT_TRUE(r.ok());
  EXPECT_THAT((*r)[0].as<int64_t>(), ElementsAre(4, 4, 4));
  EXPECT_EQ((*r)[1].as<float>()[5], 10);
}

TEST_F(BatchingTest, LargeRequestsRunInPiecesOrAreRefused) {
  Make({.queue = {.max_rows = 8}, .max_request_rows = 64});
  auto r = Run(Rows(0, 20));
  ASSERT_TRUE(r.ok());
  EXPECT_EQ((*r)[0].as<int64_t>()[0], 8);
  EXPECT_EQ((*r)[1].shape(), (Shape{20, 2}));
  EXPECT_EQ((*r)[1].as<float>()[39], 78);
  Make({.queue = {.max_rows = 8}, .max_request_rows = 8});
  EXPECT_THAT(Run(Rows(0, 9)).status().message(), HasSubstr("9 rows"));
  EXPECT_TRUE(Run(Rows(0, 8)).ok());
}

TEST_F(BatchingTest, PadsVariableLengths) {
  Make({.queue = {.max_rows = 2, .timeout = 10s}, .pad_variable_lengths = true});
  auto wide = std::async(std::launch::async, [this] { return Run(Rows(5, 1, 3)); });
  auto r = Run(Rows(7, 1, 2));
  ASSERT_TRUE(r.ok());
  EXPECT_THAT((*r)[1].as<float>(), ElementsAre(14, 16, 14));
  EXPECT_THAT((*wide.get())[1].as<float>(), ElementsAre(10, 12, 14));
}

TEST_F(BatchingTest, AFullQueueIsUnavailable) {
  Make({.queue = {.max_rows = 1, .max_batches = 1}});
  counting_->gate = false;
  auto first = std::async(std::launch::async, [this] { return Run(Rows(0, 1)); });
  std::vector<std::future<bool>> more;
  std::atomic<int> refused{0};
  for (int i = 0; i < 4; ++i)
    more.push_back(std::async(std::launch::async, [&] {
      Call call;
      bool ok = Run(Rows(0, 1), call).ok();
      if (!ok) refused += call.WhyCancelled().code == RpcCode::kUnavailable;
      return ok;
    }));
  for (int i = 0; i < 5000 && refused < 2; ++i) std::this_thread::sleep_for(1ms);
  EXPECT_GE(refused, 2);
  counting_->gate = true;
  int answered = first.get().ok();
  for (auto& m : more) answered += m.get();
  EXPECT_GE(answered, 1) << "whichever came first";
}

TEST_F(BatchingTest, WorkEndsWhenTheLastOfABatchIsGone) {
  Make({.queue = {.max_rows = 2, .timeout = 10s}});
  counting_->gate = false;
  Call a, b;
  auto first = std::async(std::launch::async, [&] { return Run(Rows(0, 1), a); });
  auto second = std::async(std::launch::async, [&] { return Run(Rows(0, 1), b); });
  std::this_thread::sleep_for(50ms);
  a.Cancel();
  EXPECT_FALSE(first.get().ok());
  EXPECT_EQ(counting_->cancelled, 0) << "the other still waits";
  b.Cancel();
  EXPECT_FALSE(second.get().ok());
  for (int i = 0; i < 5000 && counting_->cancelled == 0; ++i) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(counting_->cancelled, 1);
}

TEST_F(BatchingTest, Rules) {
  Make({.queue = {.max_rows = 8}});
  EXPECT_THAT(Run(Tensor::Scalar(1.0f)).status().message(), HasSubstr("at least one dimension"));
  FakeServable fake;
  auto two = MakeBatched(std::make_shared<FakeServable>(), {});
  Call call;
  std::vector<Tensor> uneven = {Tensor(DType::kF32, {2, 1}), Tensor(DType::kI64, {3})};
  EXPECT_THAT((*two)->Run(*fake.FindSignature("two"), uneven, call).status().message(),
              HasSubstr("equal 0th-dimension size"));
  EXPECT_THAT(MakeBatched(counting_, {.queue = {.max_rows = 8}, .allowed_batch_sizes = {2, 4}}).status().message(),
              HasSubstr("end with the largest batch, 8"));
  EXPECT_FALSE(MakeBatched(counting_, {.queue = {.max_rows = 4}, .allowed_batch_sizes = {4, 2, 4}}).ok());
}

TEST(BatchTensorsTest, RowsTogetherAndBack) {
  Tensor a = Tensor::Of<std::string>({1, 2}, {"a", "b"}), b = Tensor::Of<std::string>({2, 2}, {"c", "d", "e", "f"});
  Tensor both = ConcatRows(std::vector<Tensor>{a, b}, 4);
  EXPECT_THAT(both.strings(), ElementsAre("a", "b", "c", "d", "e", "f", "a", "b"));
  EXPECT_TRUE(Identical(SliceRows(both, 1, 2), b));
  Tensor t = Tensor::Of<int32_t>({1, 2, 2}, {1, 2, 3, 4});
  EXPECT_THAT(PadTo(t, {1, 3, 3}).as<int32_t>(), ElementsAre(1, 2, 1, 3, 4, 1, 1, 1, 1));
}

TEST(BatchingOptionsTest, ReadsTheParametersFile) {
  std::string path = testing::TempDir() + "/batching_" + std::to_string(getpid()) + ".txt";
  auto read = [&](const std::string& text) {
    EXPECT_TRUE(WriteFileAtomically(path, text).ok());
    return ReadBatchingOptions(path);
  };
  auto o = read(
      "max_batch_size { value: 64 } batch_timeout_micros { value: 500 } num_batch_threads { value: 3 } "
      "max_enqueued_batches { value: 7 } enable_large_batch_splitting { value: true } "
      "max_execution_batch_size { value: 16 } allowed_batch_sizes: 8 allowed_batch_sizes: 16 "
      "pad_variable_length_inputs: true");
  ASSERT_TRUE(o.ok()) << o.status().message();
  EXPECT_EQ(o->max_request_rows, 64);
  EXPECT_EQ(o->queue.max_rows, 16);
  EXPECT_EQ(o->queue.max_batches, 7);
  EXPECT_EQ(o->queue.timeout, 500us);
  EXPECT_EQ(o->num_threads, 3);
  EXPECT_TRUE(o->pad_variable_lengths);
  EXPECT_THAT(o->allowed_batch_sizes, ElementsAre(8, 16));
  EXPECT_THAT(read("max_batch_size: banana").status().message(), HasSubstr("Error parsing text-format"));
  EXPECT_THAT(read("num_batch_threads { value: 0 }").status().message(), HasSubstr("expected at least 1"));
  EXPECT_TRUE(RemoveFile(path).ok());
}

}  // namespace
}  // namespace slipway::serving
