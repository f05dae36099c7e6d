#pragma once
// XNNPACK's work on our ThreadPool. XNNPACK forks through the C interface of pthreadpool; pool.cc defines the functions
// of it that XNNPACK calls, so that the dynamic linker gives XNNPACK ours and one pool serves all kernels. A pool that
// is not ours (the program may use pthreadpool itself) is passed on to the real library.

#include <pthreadpool.h>

#include "base/thread_pool.h"

namespace slipway::interpreter {

// The pool as XNNPACK takes it: nullptr (work on the caller alone) for one thread, and where another library's
// functions are found first, because they could not use it.
class XnnPool {
 public:
  explicit XnnPool(ThreadPool& pool);
  pthreadpool_t handle() { return usable_ ? reinterpret_cast<pthreadpool_t>(this) : nullptr; }
  ThreadPool& pool() const { return pool_; }

  // The XnnPool behind a handle; nullptr if it is none.
  static const XnnPool* From(pthreadpool_t handle);

 private:
  static constexpr uint64_t kMagic = 0x6c6f6f506e6e5853;
  const uint64_t magic_ = kMagic;
  bool usable_;
  ThreadPool& pool_;
};

}  // namespace slipway::interpreter
