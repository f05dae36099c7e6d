#pragma once
// (Transposed, grouped) convolution of 16-bit activations with 8-bit weights (int16x8) or 16-bit ones: windows are
// gathered into rows, and sums are exact in 64 bits. Zero points of x and weights are 0.

#include <vector>

#include "base/thread_pool.h"
#include "interpreter/convolution/windows.h"
#include "interpreter/gemm/i16.h"
#include "ops/attributes.h"

namespace slipway::interpreter {

class ConvI16 {
 public:
  // One phase and group.
  struct Part {
    gemm::WeightsI16 weights;   // of 8 bits
    std::vector<int16_t> wide;  // else: [group_out][taps * group_in]
    gemm::Words words;
  };
  ConvI16(Windows windows, std::vector<Part> parts, int threads);
  // Bytes of 64-byte aligned scratch for Run.
  size_t scratch_bytes() const { return static_cast<size_t>(tasks_) * task_bytes_; }
  void Run(const int16_t* x, int16_t* y, std::byte* scratch, ThreadPool& pool) const;

 private:
  // Grid positions of one phase whose results lie a fixed step apart.
  struct Tile;
  // How a phase is cut: into `lines` of `length` positions, each into `parts` tiles.
  struct Cut {
    int64_t lines, length, parts;
    int64_t count() const { return lines * parts; }
  };
  Cut CutOf(const WindowPhase&) const;
  bool ReadsInOrder() const;
  void GatherRow(const int16_t* x, const WindowPhase& phase, int64_t position, int64_t group, int16_t* row) const;
  void RunTile(const int16_t* x, int16_t* y, const Tile& tile, std::byte* scratch) const;

  Windows w_;
  std::vector<Part> parts_;
  int64_t row_elements_, tiles_ = 0;
  bool in_order_;
  int tasks_;
  size_t row_bytes_, task_bytes_;
};

struct WordOutput {
  gemm::Words::Rounding rounding;
  int32_t zero_point, lo, hi;
};
// bias: i64 or i32, or nullptr.
std::vector<ConvI16::Part> MakePartsI16(const Windows& windows, const Tensor& filter, ops::FilterLayout layout,
                                        bool transposed, const Tensor* bias, const TensorType& x, const TensorType& y,
                                        const WordOutput& output);

}  // namespace slipway::interpreter
