#include "base/thread_pool.h"

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <system_error>

namespace slipway {

namespace {
using Clock = std::chrono::steady_clock;
constexpr auto kSpin = std::chrono::microseconds(20);
// While the pool is busy: more where spinning was of use, less where it was not, because other programs want the
// processors. No yielding: the processor would be gone for a whole slice, while a sleeper gets it back at once.
constexpr Clock::duration kLeastSpin = std::chrono::microseconds(2), kMostSpin = std::chrono::microseconds(200);

constexpr int kMostTasks = 0xffff;

void Pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Does it become true within `limit`, which adapts? Asks again and again.
template <class Condition>
bool SpinUntil(Clock::duration& limit, const Condition& is_true) {
  const Clock::time_point begin = Clock::now();
  for (int spins = 1; !is_true(); ++spins) {
    Pause();
    if (spins % 32 != 0 || Clock::now() - begin < limit) continue;
    limit = std::max(kLeastSpin, limit / 2);
    return is_true();
  }
  limit = std::min(kMostSpin, limit * 2);
  return true;
}

// What is left of a round in which a task found no memory. Its caller is told, whichever thread that was.
void Skip(const void*, int) {}

bool Ran(void (*invoke)(const void*, int), const void* fn, int task) {
#ifdef __cpp_exceptions
  try {
    invoke(fn, task);
  } catch (const std::bad_alloc&) {
    return false;
  } catch (const std::length_error&) {
    return false;
  }
#else
  invoke(fn, task);
#endif
  return true;
}

// False where the machine has no further thread to give: fewer will do.
template <class F>
bool Started(std::vector<std::thread>& workers, const F& loop) {
#ifdef __cpp_exceptions
  try {
    workers.emplace_back(loop);
  } catch (const std::system_error&) {
    return false;
  } catch (const std::bad_alloc&) {
    return false;
  }
#else
  workers.emplace_back(loop);
#endif
  return true;
}

[[noreturn]] void NoMemory() {
#ifdef __cpp_exceptions
  throw std::bad_alloc();
#else
  std::abort();
#endif
}
}  // namespace

ThreadPool::ThreadPool(int num_threads) : caller_spin_(kMostSpin) {
  workers_.reserve(static_cast<size_t>(std::max(0, num_threads - 1)));
  for (int i = 1; i < num_threads; ++i)
    if (!Started(workers_, [this] { WorkerLoop(); })) break;
}

ThreadPool::~ThreadPool() {
  {
    std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  for (std::thread& t : workers_) t.join();
}

// The caller takes tasks from the front, workers from the back: what a task of one round leaves in a cache, the task at
// the same place of the next round finds there.
void ThreadPool::Work(uint64_t generation, End end) {
  while (true) {
    uint64_t ticket = ticket_.load(std::memory_order_acquire);
    if (ticket >> 32 != generation) return;
    const int front = static_cast<int>(ticket & kMostTasks), back = static_cast<int>(ticket >> 16 & kMostTasks);
    const int tasks = tasks_.load(std::memory_order_relaxed);
    if (front + back >= tasks) return;
    const int task = end == End::kFront ? front : tasks - 1 - back;
    Invoke invoke = invoke_.load(std::memory_order_relaxed);
    const void* fn = fn_.load(std::memory_order_relaxed);
    const uint64_t taken = ticket + (end == End::kFront ? 1 : uint64_t{1} << 16);
    if (!ticket_.compare_exchange_weak(ticket, taken, std::memory_order_acq_rel)) continue;
    if (!Ran(invoke, fn, task)) invoke_.store(Skip, std::memory_order_relaxed);
    if (done_.fetch_add(1, std::memory_order_seq_cst) + 1 == tasks && caller_sleeps_.load(std::memory_order_seq_cst)) {
      { std::lock_guard lock(mutex_); }
      finished_.notify_one();
    }
  }
}

// Until the other threads are through with their tasks.
void ThreadPool::AwaitTasks(int tasks) {
  if (SpinUntil(caller_spin_, [&] { return done_.load(std::memory_order_acquire) >= tasks; })) return;
  caller_sleeps_.store(true, std::memory_order_seq_cst);
  {
    std::unique_lock lock(mutex_);
    finished_.wait(lock, [&] { return done_.load(std::memory_order_seq_cst) >= tasks; });
  }
  caller_sleeps_.store(false, std::memory_order_relaxed);
}

void ThreadPool::Fork(int tasks, Invoke invoke, const void* fn) {
  if (tasks > kMostTasks || busy_.exchange(true, std::memory_order_acquire)) {
    for (int i = 0; i < tasks; ++i) invoke(fn, i);
    return;
  }
  uint64_t generation = (ticket_.load(std::memory_order_relaxed) >> 32) + 1;
  generation &= 0xffffffffu;
  // A stale worker may still read these; it fails to claim because its generation is over.
  ticket_.store(generation << 32 | 0xffffffffu, std::memory_order_seq_cst);
  tasks_.store(tasks, std::memory_order_relaxed);
  invoke_.store(invoke, std::memory_order_relaxed);
  fn_.store(fn, std::memory_order_relaxed);
  done_.store(0, std::memory_order_relaxed);
  ticket_.store(generation << 32, std::memory_order_seq_cst);
  if (sleepers_.load(std::memory_order_seq_cst) > 0) {
    { std::lock_guard lock(mutex_); }
    wake_.notify_all();
  }
  Work(generation, End::kFront);
  AwaitTasks(tasks);
  bool skipped = invoke_.load(std::memory_order_relaxed) == Skip;
  busy_.store(false, std::memory_order_release);
  if (skipped) NoMemory();
}

// Until a round after `seen` begins; false: the pool ends. `spin`: for how long the worker waits awake.
bool ThreadPool::AwaitRound(uint64_t seen, Clock::duration& spin) {
  auto is_over = [&] { return stop_ || ticket_.load(std::memory_order_seq_cst) >> 32 != seen; };
  auto is_busy = [&] { return holders_.load(std::memory_order_relaxed) > 0; };
  bool over = is_busy() && SpinUntil(spin, is_over);
  Clock::duration idle = kSpin;
  over = over || (!is_busy() && SpinUntil(idle, is_over));
  if (!over) {
    std::unique_lock lock(mutex_);
    sleepers_.fetch_add(1, std::memory_order_seq_cst);
    wake_.wait(lock, is_over);
    sleepers_.fetch_sub(1, std::memory_order_seq_cst);
  }
  return !stop_;
}

void ThreadPool::WorkerLoop() {
  uint64_t seen = 0;
  Clock::duration spin = kMostSpin;
  while (AwaitRound(seen, spin)) {
    const uint64_t generation = ticket_.load(std::memory_order_acquire) >> 32;
    // During set-up the low half is all ones: wait for the round to open.
    while (true) {
      uint64_t ticket = ticket_.load(std::memory_order_acquire);
      if (ticket >> 32 != generation || (ticket & 0xffffffffu) != 0xffffffffu) break;
      Pause();
    }
    Work(generation, End::kBack);
    seen = generation;
  }
}

int ThreadPool::AvailableCpus() {
  cpu_set_t set;
  int cpus = 1;
  if (sched_getaffinity(0, sizeof set, &set) == 0) cpus = std::max(1, CPU_COUNT(&set));
  if (FILE* f = std::fopen("/sys/fs/cgroup/cpu.max", "r")) {
    long quota = 0, period = 0;
    if (std::fscanf(f, "%ld %ld", &quota, &period) == 2 && quota > 0 && period > 0)
      cpus = std::clamp(static_cast<int>((quota + period - 1) / period), 1, cpus);
    std::fclose(f);
  }
  return cpus;
}

}  // namespace slipway
