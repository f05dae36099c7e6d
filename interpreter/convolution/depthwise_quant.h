#pragma once
// Quantized depthwise convolution of i8, u8 and i16 activations: by interleaved lines (depthwise_lines.h), or else
// stretches of output pixels that see the same taps, vectorised over channels. A channel multiplier first repeats the
// channels of x into scratch.

#include <vector>

#include "base/thread_pool.h"
#include "interpreter/convolution/depthwise_f32.h"
#include "interpreter/convolution/depthwise_lines.h"
#include "interpreter/convolution/depthwise_quant_tile.h"
#include "interpreter/convolution/dynamic_quantize.h"
#include "interpreter/gemm/i16.h"
#include "interpreter/gemm/i8.h"

namespace slipway::interpreter {

class DepthwiseQuant {
 public:
  struct Weights {
    std::vector<int16_t> taps;    // [filter_h * filter_w, out_c], minus the zero point
    gemm::Requantize requantize;  // i8, u8: start is the bias
    gemm::Words words;            // i16
  };
  DepthwiseQuant(const ops::ConvGeometry& geometry, DType dtype, int32_t x_zero, Weights weights, int threads);
  // Bytes of 64-byte aligned scratch for Run.
  size_t scratch_bytes() const;
  // Float results: the scale of each image of x (u8), and of the weights and bias per output channel.
  struct Dynamic {
    const DynamicScale* images;
    DynamicOutput out;
  };
  // y: codes as x has them, or floats when `dynamic` is given.
  void Run(const void* x, void* y, std::byte* scratch, ThreadPool& pool, const Dynamic* dynamic = nullptr) const;

 private:
  void RunRows(const std::byte* x, std::byte* y, const Dynamic* dynamic, DepthwiseTapQuant* taps, int64_t begin,
               int64_t end) const;
  void RunLines(const std::byte* x, std::byte* y, const Dynamic* dynamic, std::byte* scratch, int64_t begin,
                int64_t end) const;
  void StoreLine(const std::byte* lines, const DepthwiseLines::Pixels& pixels, const Dynamic* dynamic, int64_t image,
                 std::byte* y) const;
  int64_t Bands() const;
  int32_t LineOffset() const { return dtype_ == DType::kU8 ? 0 : 128; }
  void RunPixel(DepthwiseBlockQuant block, const Dynamic* dynamic, DynamicScale scale, std::byte* y) const;

  ops::ConvGeometry g_;
  DType dtype_;
  int64_t element_, multiplier_;
  int32_t x_zero_;
  void (*sums_)(const DepthwiseBlockQuant&, int32_t*);
  Weights weights_;
  std::vector<Stretch> columns_;
  DepthwiseLines lines_;
  std::vector<int32_t> line_start_;  // the start of sums of lines
  size_t task_bytes_;
  int tasks_;
};

// From a constant filter [.., out_c] and bias (i32, or for i16 i32 or i64; may be nullptr). `exact`: as TFLite's
// reference kernels.
DepthwiseQuant::Weights MakeDepthwiseWeights(const ops::ConvGeometry& g, const Tensor& filter, const Tensor* bias,
                                             const TensorType& x, const TensorType& y, ops::Activation activation,
                                             bool exact);

// The same for float activations: taps only. filter: i8 or i4, zero point 0.
DepthwiseQuant::Weights MakeDynamicDepthwiseWeights(const Tensor& filter);

}  // namespace slipway::interpreter
