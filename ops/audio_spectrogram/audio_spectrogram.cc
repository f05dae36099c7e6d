#include "ops/audio_spectrogram/audio_spectrogram.h"

#include <cmath>

namespace slipway::ops {

int64_t SpectrogramLength(int64_t window_size) {
  int64_t n = 1;
  while (n < window_size) n *= 2;
  return n;
}

std::vector<double> HannWindow(int64_t n) {
  std::vector<double> window(static_cast<size_t>(n));
  for (size_t i = 0; i < window.size(); ++i)
    window[i] = 0.5 - 0.5 * std::cos(2 * M_PI * static_cast<double>(i) / static_cast<double>(n));
  return window;
}

Result<TensorTypes> Infer(const AudioSpectrogram& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  const Shape& x = in.shape(0);
  if (in.dtype(0) != DType::kF32) return BadInput("x is ", in.dtype(0), ", expected f32");  // audio_spectrogram_c1
  if (x.has_rank() && x.rank() != 2)
    return BadInput("x has shape ", x, ", expected [samples,channels]");  // audio_spectrogram_c1
  if (op.window_size < 2 || op.window_size > INT32_MAX || op.stride < 1 || op.stride > INT32_MAX)
    return BadInput("windows of ", op.window_size, " samples every ", op.stride,
                    ", expected at least 2 and 1");  // audio_spectrogram_c2
  int64_t samples = x.has_rank() ? x[0] : -1, channels = x.has_rank() ? x[1] : -1;
  int64_t frames = samples < 0 ? -1 : samples < op.window_size ? 0 : 1 + (samples - op.window_size) / op.stride;
  int64_t dims[] = {channels, frames, SpectrogramLength(op.window_size) / 2 + 1};
  ASSIGN_OR_RETURN(Shape y, Shape::FromDims(dims));
  return TensorTypes{{DType::kF32, y}};  // audio_spectrogram_c3
}

}  // namespace slipway::ops
