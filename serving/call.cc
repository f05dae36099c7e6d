#include "serving/call.h"

namespace slipway::serving {

namespace {
constexpr auto kTick = std::chrono::milliseconds(10);
constexpr int kIdleTicksBeforeSleep = 100;
}  // namespace

void Call::Cancel() {
  cancelled_.store(true, std::memory_order_release);
  std::lock_guard lock(mutex_);
  if (stop_) stop_();
}

void Call::Refuse(RpcStatus why) {
  std::lock_guard lock(mutex_);
  refusal_ = std::move(why);
  cancelled_.store(true, std::memory_order_release);
}

RpcStatus Call::WhyCancelled() const {
  {
    std::lock_guard lock(mutex_);
    if (!refusal_.ok()) return refusal_;
  }
  if (HasPassed(Clock::now())) return {RpcCode::kDeadlineExceeded, "the deadline passed before the reply was ready"};
  return {RpcCode::kCancelled, "the call was cancelled"};
}

Call::Stopper::Stopper(Call& call, std::function<void()> stop) : call_(call) {
  std::lock_guard lock(call_.mutex_);
  call_.stop_ = std::move(stop);
}

Call::Stopper::~Stopper() {
  std::lock_guard lock(call_.mutex_);
  call_.stop_ = nullptr;
}

CallWatch::CallWatch() : thread_([this] { Run(); }) {}

CallWatch::~CallWatch() {
  {
    std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

CallWatch::Guard::Guard(CallWatch& watch, Call& call, std::function<bool()> is_gone) : watch_(watch) {
  std::lock_guard lock(watch_.mutex_);
  at_ = watch_.calls_.emplace(watch_.calls_.end(), &call, std::move(is_gone));
  if (watch_.asleep_) watch_.wake_.notify_one();
}

CallWatch::Guard::~Guard() {
  std::lock_guard lock(watch_.mutex_);
  watch_.calls_.erase(at_);
}

void CallWatch::CancelAll() {
  std::lock_guard lock(mutex_);
  cancel_all_ = true;
}

int CallWatch::running() const {
  std::lock_guard lock(mutex_);
  return static_cast<int>(calls_.size());
}

void CallWatch::Run() {
  std::unique_lock lock(mutex_);
  int idle_ticks = 0;
  while (!stop_) {
    idle_ticks = calls_.empty() ? idle_ticks + 1 : 0;
    if (idle_ticks > kIdleTicksBeforeSleep) {
      asleep_ = true;
      wake_.wait(lock, [this] { return stop_ || !calls_.empty(); });
      asleep_ = false;
      idle_ticks = 0;
    } else {
      wake_.wait_for(lock, kTick);
    }
    auto now = Call::Clock::now();
    for (auto& [call, is_gone] : calls_)
      if (cancel_all_ || call->HasPassed(now) || (is_gone && is_gone())) call->Cancel();
  }
}

}  // namespace slipway::serving
