#pragma once
// AudioSpectrogram: magnitudes of the spectrum of overlapping windows of sound. Each window of window_size samples, one
// every `stride`, is multiplied with Hann's (periodic) window, padded with zeros to the next power of two n, and
// transformed.
//   operand: x [samples, channels]
//   y[channel, frame, bin] = |X_bin|^2, or |X_bin|; n / 2 + 1 bins
//
// C1 x is f32 of rank 2
// C2 window_size is at least 2, stride at least 1
// C3 there is a frame for each whole window

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct AudioSpectrogram {
  int64_t window_size = 0, stride = 0;
  bool magnitude_squared = false;

  static void Fields(auto& op, auto&& f) {
    f("window_size", op.window_size);
    f("stride", op.stride);
    f("magnitude_squared", op.magnitude_squared);
  }
  using ReferenceTypes = RealTypes;
  static constexpr const char* kCustomName = "AudioSpectrogram";
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, AudioSpectrogram*);
};

Result<TensorTypes> Infer(const AudioSpectrogram&, Inputs);
Status ToTf(const AudioSpectrogram&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const AudioSpectrogram&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const AudioSpectrogram&, interpreter::PrepareContext&);

// The length of the transform: the power of two that a window is padded to.
int64_t SpectrogramLength(int64_t window_size);
// Hann's window.
std::vector<double> HannWindow(int64_t n);

}  // namespace slipway::ops
