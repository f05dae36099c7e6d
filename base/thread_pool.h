#pragma once
// A fork-join pool for kernels: Run(tasks, f) calls f(0..tasks-1) on the caller and the workers and returns when all
// are done. Tasks are claimed one by one, so a late worker costs nothing. Workers spin briefly after work, then sleep:
// an idle pool uses no CPU. While somebody is Busy they stay awake longer, as long as that is of use, so that a
// sequence of Runs with other work between them wakes each worker once. Several threads may share a pool: the one that
// finds it busy (or calls Run from a task) does its tasks alone. f must not throw.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace slipway {

class ThreadPool {
 public:
  explicit ThreadPool(int num_threads);  // including the caller; 1 runs everything inline
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  int num_threads() const { return static_cast<int>(workers_.size()) + 1; }

  template <class F>
  void Run(int tasks, const F& f) {
    if (workers_.empty() || tasks <= 1) {
      for (int i = 0; i < tasks; ++i) f(i);
      return;
    }
    Fork(
        tasks, [](const void* fn, int i) { (*static_cast<const F*>(fn))(i); }, &f);
  }

  // f(begin, end) over [0, n) in bands of at least `grain`.
  template <class F>
  void ForRange(int64_t n, int64_t grain, const F& f) {
    int64_t bands = grain > 0 ? n / grain : n;
    if (bands > num_threads() * 4) bands = num_threads() * 4;
    if (bands <= 1 || workers_.empty()) {
      if (n > 0) f(int64_t{0}, n);
      return;
    }
    Run(static_cast<int>(bands), [&](int i) { f(n * i / bands, n * (i + 1) / bands); });
  }

  // Held over a sequence of Runs.
  class Busy {
   public:
    explicit Busy(ThreadPool& pool) : pool_(pool.workers_.empty() ? nullptr : &pool) {
      if (pool_) pool_->holders_.fetch_add(1, std::memory_order_relaxed);
    }
    ~Busy() {
      if (pool_) pool_->holders_.fetch_sub(1, std::memory_order_relaxed);
    }
    Busy(const Busy&) = delete;

   private:
    ThreadPool* pool_;
  };

  // The number of CPUs this process may use (affinity and cgroup quota).
  static int AvailableCpus();

 private:
  using Invoke = void (*)(const void*, int);
  void Fork(int tasks, Invoke invoke, const void* fn);
  enum class End { kFront, kBack };
  void Work(uint64_t generation, End);
  void AwaitTasks(int tasks);
  bool AwaitRound(uint64_t seen, std::chrono::steady_clock::duration& spin);
  void WorkerLoop();

  std::vector<std::thread> workers_;
  std::mutex mutex_;
  std::condition_variable wake_, finished_;
  // generation << 32 | taken from the back << 16 | taken from the front: one word, so that a worker cannot claim a task
  // of a round that is over.
  std::atomic<uint64_t> ticket_{0};
  std::atomic<int> tasks_{0}, done_{0}, sleepers_{0}, holders_{0};
  std::atomic<Invoke> invoke_{nullptr};
  std::atomic<const void*> fn_{nullptr};
  std::atomic<bool> busy_{false}, stop_{false}, caller_sleeps_{false};
  std::chrono::steady_clock::duration caller_spin_;  // of the thread that is busy_
};

}  // namespace slipway
