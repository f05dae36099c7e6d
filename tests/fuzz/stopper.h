#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "interpreter/interpreter.h"

namespace slipway::fuzz {

// Ends runs that take long: loops of damaged files and hostile counts need not end.
class Stopper {
 public:
  explicit Stopper(interpreter::Interpreter& interpreter) : interpreter_(interpreter), thread_([this] { Watch(); }) {}
  ~Stopper() {
    {
      std::lock_guard lock(mutex_);
      done_ = true;
    }
    wake_.notify_all();
    thread_.join();
  }

 private:
  void Watch() {
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, std::chrono::milliseconds(100), [this] { return done_; })) interpreter_.Cancel();
  }
  interpreter::Interpreter& interpreter_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace slipway::fuzz
