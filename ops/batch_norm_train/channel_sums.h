#pragma once
// Sums over all rows of [rows, channels], per channel, for batch normalization. The result does not depend on the
// number of threads: rows are cut into blocks by the shape alone, sums within a strip are in float, and strips and
// blocks are added in double in their order.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/thread_pool.h"

namespace slipway::ops {

class ChannelSums {
 public:
  ChannelSums(int64_t rows, int64_t channels) : rows_(rows), channels_(channels) {
    // Narrow rows are taken several at a time, so that vector units have something to do.
    group_ = channels < 64 ? 64 / std::max<int64_t>(channels, 1) : 1;
    int64_t groups = rows / group_ + 1;
    groups_per_block_ = std::max((groups + kMaxBlocks - 1) / kMaxBlocks, 16384 / lanes() + 1);
    blocks_ = (groups + groups_per_block_ - 1) / groups_per_block_;
  }
  int64_t lanes() const { return std::max<int64_t>(channels_, 1) * group_; }
  // For `count` sums at once.
  size_t scratch_bytes(int count) const {
    size_t lanes_per_block = static_cast<size_t>(lanes()) * static_cast<size_t>(count);
    return static_cast<size_t>(blocks_) * lanes_per_block * (sizeof(double) + sizeof(float));
  }

  // add(first element, n, strips): adds its terms of n <= lanes() consecutive elements to strips[0..n) (and, for
  // further sums, to strips[lanes() + i]). out[k * channels + c] is sum k of channel c.
  template <int kCount, class Add>
  void Run(ThreadPool& pool, std::byte* scratch, float* out, const Add& add) const {
    int64_t width = lanes() * kCount;
    auto* totals = reinterpret_cast<double*>(scratch);
    auto* strips = reinterpret_cast<float*>(scratch + static_cast<size_t>(blocks_ * width) * sizeof(double));
    pool.Run(static_cast<int>(blocks_),
             [&](int block) { SumBlock<kCount>(block, totals + block * width, strips + block * width, add); });
    for (int k = 0; k < kCount; ++k) {
      for (int64_t c = 0; c < channels_; ++c) {
        double sum = 0;
        for (int64_t b = 0; b < blocks_; ++b)
          for (int64_t i = c; i < lanes(); i += channels_) sum += totals[b * width + k * lanes() + i];
        out[k * channels_ + c] = static_cast<float>(sum);
      }
    }
  }

 private:
  static constexpr int64_t kMaxBlocks = 64, kStrip = 64;  // groups of rows

  template <int kCount, class Add>
  void SumBlock(int64_t block, double* total, float* strip, const Add& add) const {
    int64_t width = lanes() * kCount, elements = rows_ * channels_;
    int64_t begin = block * groups_per_block_ * lanes();
    int64_t end = std::min(elements, begin + groups_per_block_ * lanes());
    std::fill_n(total, width, 0.0);
    for (int64_t first = begin; first < end;) {
      std::fill_n(strip, width, 0.0f);
      for (int64_t g = 0; g < kStrip && first < end; ++g, first += lanes())
        add(first, std::min(lanes(), end - first), strip);
      for (int64_t i = 0; i < width; ++i) total[i] += strip[i];
    }
  }

  int64_t rows_, channels_, group_, groups_per_block_, blocks_;
};

}  // namespace slipway::ops
