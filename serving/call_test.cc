#include "serving/call.h"

#include <gtest/gtest.h>

namespace slipway::serving {
namespace {

using namespace std::chrono_literals;

bool Within(std::chrono::milliseconds limit, const std::function<bool()>& happens) {
  auto end = Call::Clock::now() + limit;
  while (!happens() && Call::Clock::now() < end) std::this_thread::sleep_for(1ms);
  return happens();
}

TEST(Call, CancelRunsTheStopper) {
  Call call;
  int stopped = 0;
  call.Cancel();
  EXPECT_TRUE(call.cancelled());
  {
    Call::Stopper stopper(call, [&] { ++stopped; });
    call.Cancel();
    call.Cancel();
  }
  call.Cancel();
  EXPECT_EQ(stopped, 2);
}

TEST(CallWatch, CancelsAtTheDeadline) {
  CallWatch watch;
  for (int i = 0; i < 3; ++i) {
    std::this_thread::sleep_for(i == 1 ? 1500ms : 0ms);  // the watch falls asleep in between
    Call call(Call::Clock::now() + 30ms), other;
    CallWatch::Guard guard(watch, call), other_guard(watch, other);
    EXPECT_EQ(watch.running(), 2);
    EXPECT_FALSE(call.cancelled());
    EXPECT_TRUE(Within(2000ms, [&] { return call.cancelled(); }));
    EXPECT_EQ(call.WhyCancelled().code, RpcCode::kDeadlineExceeded);
    EXPECT_FALSE(other.cancelled());
  }
  EXPECT_EQ(watch.running(), 0);
}

TEST(CallWatch, CancelsWhenTheClientIsGone) {
  CallWatch watch;
  std::atomic<bool> gone{false};
  Call call;
  CallWatch::Guard guard(watch, call, [&] { return gone.load(); });
  std::this_thread::sleep_for(30ms);
  EXPECT_FALSE(call.cancelled());
  gone = true;
  EXPECT_TRUE(Within(2000ms, [&] { return call.cancelled(); }));
  EXPECT_EQ(call.WhyCancelled().code, RpcCode::kCancelled);
}

TEST(CallWatch, CancelAllReachesLaterCalls) {
  CallWatch watch;
  watch.CancelAll();
  Call call;
  CallWatch::Guard guard(watch, call);
  EXPECT_TRUE(Within(2000ms, [&] { return call.cancelled(); }));
}

}  // namespace
}  // namespace slipway::serving
