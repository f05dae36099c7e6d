#pragma once
// Traffic: how many requests were answered, and how long they took. Thread safe.

#include <atomic>
#include <chrono>
#include <cstdint>

#include "serving/rpc_status.h"

namespace slipway::serving {

struct Traffic {
  std::atomic<uint64_t> succeeded{0}, failed{0}, microseconds{0};

  void Note(const RpcStatus& status, std::chrono::steady_clock::duration took) {
    (status.ok() ? succeeded : failed).fetch_add(1, std::memory_order_relaxed);
    auto us = std::chrono::duration_cast<std::chrono::microseconds>(took).count();
    microseconds.fetch_add(static_cast<uint64_t>(us), std::memory_order_relaxed);
  }
};

}  // namespace slipway::serving
