#pragma once
// The interpreter's memory: one aligned block per plan segment, and the limit that no model may exceed.

#include <cstddef>
#include <optional>

#include "base/status.h"
#include "base/tensor.h"

namespace slipway::interpreter {

inline constexpr size_t kAlignment = 64;
// Behind every block so many further bytes can be read (their values count for nothing): vector loops may look ahead.
inline constexpr size_t kReadBeyond = 16;

// What this process may use: what the machine had left when first asked, or its control group's limit if that is less.
size_t AvailableMemory();

// Bytes of the elements of a type with a static shape (strings: their std::string objects); nothing if that overflows.
std::optional<size_t> MemoryBytes(const TensorType&);
// The same as if every dimension of 0 were 1: what limits are held against, for kernels walk over the other dimensions
// of a tensor without elements. Nothing also for such a tensor whose other dimensions multiply to more than 2^31.
std::optional<size_t> ClaimedBytes(const TensorType&);
// Where a tensor's elements are: its bytes, or its std::string objects; never nullptr for a valid tensor.
const void* ElementsOf(const Tensor&);

// One block of zeroed memory. From 2 MiB on it is aligned to huge pages, asks for them, and is populated at once, so
// that the first run pays no page faults.
class Block {
 public:
  Block() = default;
  Block(Block&& other) noexcept : data_(other.data_), size_(other.size_), mapped_(other.mapped_) {
    other.data_ = nullptr;
    other.size_ = other.mapped_ = 0;
  }
  Block& operator=(Block&& other) noexcept;
  ~Block() { Free(); }

  // Grows to at least `bytes` (contents are lost then) or fails with kMachine and stays as it was.
  Status Reserve(size_t bytes);
  std::byte* data() const { return data_; }
  size_t size() const { return size_; }

 private:
  void Free();
  std::byte* data_ = nullptr;
  size_t size_ = 0;
  size_t mapped_ = 0;  // bytes of the mapping; 0: from the heap
};

}  // namespace slipway::interpreter
