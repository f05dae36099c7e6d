#include "interpreter/memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/pages.h"

namespace slipway::interpreter {

static size_t ReadAvailableMemory() {
  size_t bytes = static_cast<size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<size_t>(sysconf(_SC_PAGESIZE));
  if (FILE* f = std::fopen("/proc/meminfo", "r")) {
    char line[128];
    unsigned long long kib;
    while (std::fgets(line, sizeof line, f))
      if (std::sscanf(line, "MemAvailable: %llu kB", &kib) == 1) bytes = std::min<size_t>(bytes, kib << 10);
    std::fclose(f);
  }
  if (FILE* f = std::fopen("/sys/fs/cgroup/memory.max", "r")) {
    unsigned long long limit = 0;
    if (std::fscanf(f, "%llu", &limit) == 1) bytes = std::min<size_t>(bytes, limit);
    std::fclose(f);
  }
  return bytes;
}

size_t AvailableMemory() {
  static const size_t bytes = ReadAvailableMemory();
  return bytes;
}

std::optional<size_t> MemoryBytes(const TensorType& type) {
  if (!type.shape.IsStatic()) return std::nullopt;
  int64_t elements = 1;
  bool overflow = false;
  for (int64_t d : type.shape.dims()) overflow |= __builtin_mul_overflow(elements, d, &elements);
  // A dimension of 0 may follow an overflow: then there is nothing to hold, but no kernel could index it either.
  if (overflow) return std::nullopt;
  if (type.dtype != DType::kString) return CheckedBytes(type.dtype, elements);
  if (!CheckedBytes(DType::kC128, elements)) return std::nullopt;
  size_t bytes;
  if (__builtin_mul_overflow(static_cast<size_t>(elements), sizeof(std::string), &bytes)) return std::nullopt;
  return bytes;
}

std::optional<size_t> ClaimedBytes(const TensorType& type) {
  if (!MemoryBytes(type)) return std::nullopt;
  if (type.shape.Elements() > 0) return MemoryBytes(type);
  TensorType full = TensorType(type.dtype, type.shape);
  for (int d = 0; d < full.shape.rank(); ++d) full.shape[d] = std::max<int64_t>(1, full.shape[d]);
  std::optional<size_t> bytes = MemoryBytes(full);
  if (!bytes || full.shape.Elements() > int64_t{1} << 31) return std::nullopt;
  return bytes;
}

const void* ElementsOf(const Tensor& t) {
  static constexpr std::byte nothing[kAlignment] = {};
  const void* p = t.dtype() == DType::kString ? static_cast<const void*>(t.strings().data()) : t.data();
  return p ? p : nothing;
}

Block& Block::operator=(Block&& other) noexcept {
  if (this != &other) {
    Free();
    data_ = std::exchange(other.data_, nullptr);
    size_ = std::exchange(other.size_, 0);
    mapped_ = std::exchange(other.mapped_, 0);
  }
  return *this;
}

void Block::Free() {
  if (mapped_)
    UnmapPages(data_, mapped_);
  else
    std::free(data_);
  data_ = nullptr;
  size_ = mapped_ = 0;
}

Status Block::Reserve(size_t bytes) {
  if (data_ && bytes <= size_) return OkStatus();
  size_t unit = bytes < kHugePage ? kAlignment : kHugePage;
  size_t rounded = (bytes + kReadBeyond + unit - 1) / unit * unit;
  void* p = rounded < bytes ? nullptr : unit == kHugePage ? MapPages(rounded) : std::aligned_alloc(unit, rounded);
  if (!p) return MachineError("out of memory: ", HumanBytes(bytes), " for the tensors of one run");
  if (unit == kHugePage) {
#ifdef MADV_POPULATE_WRITE
    madvise(p, rounded, MADV_POPULATE_WRITE);
#endif
  } else {
    std::memset(p, 0, rounded);
  }
  Free();
  data_ = static_cast<std::byte*>(p);
  size_ = rounded - kReadBeyond;
  mapped_ = unit == kHugePage ? rounded : 0;
  return OkStatus();
}

}  // namespace slipway::interpreter
