#pragma once
// Call: the life of one request, and what stops its work when nobody waits for it any more.
//
// A front end makes a Call with the client's deadline and puts it under a CallWatch, whose thread cancels it when the
// deadline has passed or the client is gone. Whoever works for the call keeps a Stopper that interrupts the work.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <thread>

#include "serving/rpc_status.h"

namespace slipway::serving {

class Call {
 public:
  using Clock = std::chrono::steady_clock;
  // No deadline, or this one.
  Call() = default;
  explicit Call(Clock::time_point deadline) : deadline_(deadline) {}
  Call(const Call&) = delete;

  Clock::time_point deadline() const { return deadline_; }
  bool HasPassed(Clock::time_point now) const { return now >= deadline_; }
  bool cancelled() const { return cancelled_.load(std::memory_order_acquire); }
  // Runs the stopper, if there is one; again when called again, because the work may just have started.
  void Cancel();
  // Ends the call for a reason of the server's own.
  void Refuse(RpcStatus why);
  // That reason, DEADLINE_EXCEEDED or CANCELLED; for calls that were cancelled.
  RpcStatus WhyCancelled() const;

  // While it lives, Cancel() calls `stop`, from any thread. One at a time per call.
  class Stopper {
   public:
    Stopper(Call& call, std::function<void()> stop);
    ~Stopper();
    Stopper(const Stopper&) = delete;

   private:
    Call& call_;
  };

 private:
  const Clock::time_point deadline_ = Clock::time_point::max();
  std::atomic<bool> cancelled_{false};
  mutable std::mutex mutex_;
  std::function<void()> stop_;
  RpcStatus refusal_;
};

// One thread that looks at every watched call a hundred times a second, and sleeps while there is none. Thread safe.
class CallWatch {
 public:
  CallWatch();
  ~CallWatch();
  CallWatch(const CallWatch&) = delete;

  // Watches `call` while the guard lives. `is_gone` (may be empty) says that the client has left.
  class Guard {
   public:
    Guard(CallWatch& watch, Call& call, std::function<bool()> is_gone = nullptr);
    ~Guard();
    Guard(const Guard&) = delete;

   private:
    CallWatch& watch_;
    std::list<std::pair<Call*, std::function<bool()>>>::iterator at_;
  };

  // From now on every call is cancelled, also those to come.
  void CancelAll();
  int running() const;

 private:
  using Entry = std::pair<Call*, std::function<bool()>>;
  void Run();

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::list<Entry> calls_;
  bool asleep_ = false, stop_ = false, cancel_all_ = false;
  std::thread thread_;
};

}  // namespace slipway::serving
