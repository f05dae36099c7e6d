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
constexpr auto kSpin = std::chrono::microseconds(20);
// After a worker moved to another processor, for so long it stays where the system puts it.
constexpr auto kStay = std::chrono::milliseconds(2);
// While the pool is busy. No yielding: where other programs want the processor it would be gone for a whole slice,
// while a sleeper gets it back at once.
constexpr auto kBusySpin = std::chrono::microseconds(200);

int CurrentCpu() {
#if defined(__linux__)
  return sched_getcpu();
#else
  return -1;
#endif
}

// Moves the calling thread to another of the processors that it may use, if there is one.
void LeaveCpu(int cpu) {
#if defined(__linux__)
  cpu_set_t all;
  if (cpu < 0 || cpu >= CPU_SETSIZE || sched_getaffinity(0, sizeof all, &all) != 0 || CPU_COUNT(&all) < 2) return;
  cpu_set_t others = all;
  CPU_CLR(static_cast<size_t>(cpu), &others);
  if (sched_setaffinity(0, sizeof others, &others) == 0) sched_setaffinity(0, sizeof all, &all);
#else
  (void)cpu;
#endif
}

void Pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
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

ThreadPool::ThreadPool(int num_threads) {
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

void ThreadPool::Work(uint64_t generation) {
  while (true) {
    uint64_t ticket = ticket_.load(std::memory_order_acquire);
    if (ticket >> 32 != generation) return;
    int task = static_cast<int>(ticket & 0xffffffffu);
    if (task >= tasks_.load(std::memory_order_relaxed)) return;
    Invoke invoke = invoke_.load(std::memory_order_relaxed);
    const void* fn = fn_.load(std::memory_order_relaxed);
    if (!ticket_.compare_exchange_weak(ticket, ticket + 1, std::memory_order_acq_rel)) continue;
    if (!Ran(invoke, fn, task)) invoke_.store(Skip, std::memory_order_relaxed);
    done_.fetch_add(1, std::memory_order_release);
  }
}

void ThreadPool::Fork(int tasks, Invoke invoke, const void* fn) {
  if (busy_.exchange(true, std::memory_order_acquire)) {
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
  callers_cpu_.store(CurrentCpu(), std::memory_order_relaxed);
  ticket_.store(generation << 32, std::memory_order_seq_cst);
  if (sleepers_.load(std::memory_order_seq_cst) > 0) {
    { std::lock_guard lock(mutex_); }
    wake_.notify_all();
  }
  Work(generation);
  for (int spins = 0; done_.load(std::memory_order_acquire) < tasks; ++spins) {
    if (spins < 2000)
      Pause();
    else
      std::this_thread::yield();
  }
  bool skipped = invoke_.load(std::memory_order_relaxed) == Skip;
  busy_.store(false, std::memory_order_release);
  if (skipped) NoMemory();
}

// Linux sometimes wakes a worker on the processor of the busy caller and leaves both there for a whole inference.
void ThreadPool::LeaveCallersCpu() {
  thread_local std::chrono::steady_clock::time_point moved;
  const int cpu = CurrentCpu();
  if (cpu < 0 || cpu != callers_cpu_.load(std::memory_order_relaxed)) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - moved < kStay) return;
  moved = now;
  LeaveCpu(cpu);
}

// Until a round after `seen` begins; false: the pool ends.
bool ThreadPool::AwaitRound(uint64_t seen) {
  const auto begin = std::chrono::steady_clock::now();
  auto is_over = [&] { return stop_ || ticket_.load(std::memory_order_seq_cst) >> 32 != seen; };
  for (int spins = 1; !is_over(); ++spins) {
    Pause();
    if (spins % 64 != 0) continue;
    LeaveCallersCpu();
    const auto waited = std::chrono::steady_clock::now() - begin;
    if (waited < kSpin || (waited < kBusySpin && holders_.load(std::memory_order_relaxed) > 0)) continue;
    std::unique_lock lock(mutex_);
    sleepers_.fetch_add(1, std::memory_order_seq_cst);
    wake_.wait(lock, is_over);
    sleepers_.fetch_sub(1, std::memory_order_seq_cst);
  }
  return !stop_;
}

void ThreadPool::WorkerLoop() {
  uint64_t seen = 0;
  while (AwaitRound(seen)) {
    const uint64_t generation = ticket_.load(std::memory_order_acquire) >> 32;
    LeaveCallersCpu();
    // During set-up the low half is all ones: wait for the round to open.
    while (true) {
      uint64_t ticket = ticket_.load(std::memory_order_acquire);
      if (ticket >> 32 != generation || (ticket & 0xffffffffu) != 0xffffffffu) break;
      Pause();
    }
    Work(generation);
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
