#pragma once
// (Transposed, grouped) convolution of 16-bit activations with 8-bit weights (int16x8) or 16-bit ones: windows are
// gathered into one row, and sums are exact in 64 bits. Zero points of x and weights are 0.

#include <vector>

#include "base/fixed_point.h"
#include "base/thread_pool.h"
#include "interpreter/convolution/windows.h"
#include "ops/attributes.h"

namespace slipway::interpreter {

class ConvI16 {
 public:
  // One phase and group; weights [group_out][taps * group_in].
  struct Part {
    std::vector<int16_t> weights;
    std::vector<int64_t> bias;
    std::vector<FixedMultiplier> factor;
  };
  // How sums become codes.
  struct Output {
    enum class Rounding {
      kWide,   // MultiplyFixed64
      kOnce,   // MultiplyFixedOnce (FULLY_CONNECTED with 8-bit weights)
      kTwice,  // MultiplyFixed: sums of 32 bits (a 32-bit bias)
    };
    Rounding rounding = Rounding::kWide;
    bool wide = false;  // weights are i16
    int32_t zero_point = 0, lo = -32768, hi = 32767;
  };
  ConvI16(Windows windows, std::vector<Part> parts, const Output& output, int threads);
  // Bytes of 64-byte aligned scratch for Run.
  size_t scratch_bytes() const { return static_cast<size_t>(tasks_) * task_bytes_; }
  void Run(const int16_t* x, int16_t* y, std::byte* scratch, ThreadPool& pool) const;

 private:
  void RunPosition(const int16_t* x, int16_t* y, size_t phase, int64_t position, int16_t* row, int64_t* sums) const;

  Windows w_;
  std::vector<Part> parts_;
  Output output_;
  int64_t positions_, row_elements_;
  int tasks_;
  size_t task_bytes_;
};

// bias: i64 or i32, or nullptr.
std::vector<ConvI16::Part> MakePartsI16(const Windows& windows, const Tensor& filter, ops::FilterLayout layout,
                                        bool transposed, const Tensor* bias, const TensorType& x, const TensorType& y);

}  // namespace slipway::interpreter
