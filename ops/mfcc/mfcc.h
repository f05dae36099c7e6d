#pragma once
// Mfcc: mel-frequency cepstral coefficients of squared spectra. The roots of a spectrum's bins are gathered in
// triangular bands that are evenly spread over mel(f) = 1127 ln(1 + f / 700) between the two limits; of the logarithms
// of the bands (at least 1e-12) the first coefficients of the discrete cosine transform are taken.
//   operands: spectrogram [channels, frames, bins], sample_rate (i32)
//   y[channel, frame, k] = sqrt(2 / bands) sum over b of cos(pi k (b + 1/2) / bands) ln(band_b)
// Where upper_frequency_limit lies above the spectrum, y is 0, as in TensorFlow.
//
// C1 the spectrogram is f32 of rank 3; sample_rate is one i32, above 0 (data)
// C2 counts are positive, dct_coefficient_count is at most filterbank_channel_count
// C3 0 <= lower_frequency_limit < upper_frequency_limit
// C4 y is f32 [channels, frames, dct_coefficient_count]

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Mfcc {
  float upper_frequency_limit = 4000, lower_frequency_limit = 20;
  int64_t filterbank_channel_count = 40, dct_coefficient_count = 13;

  static void Fields(auto& op, auto&& f) {
    f("upper_frequency_limit", op.upper_frequency_limit);
    f("lower_frequency_limit", op.lower_frequency_limit);
    f("filterbank_channel_count", op.filterbank_channel_count);
    f("dct_coefficient_count", op.dct_coefficient_count);
  }
  using ReferenceTypes = RealTypes;
  static constexpr const char* kCustomName = "Mfcc";
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Mfcc*);
};

Result<TensorTypes> Infer(const Mfcc&, Inputs);
Status ToTf(const Mfcc&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Mfcc&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Mfcc&, interpreter::PrepareContext&);

// The bands for spectra of `bins` bins, and a spectrum's coefficients.
class MelBands {
 public:
  MelBands(const Mfcc& op, int64_t bins, int32_t sample_rate);
  void Coefficients(const float* spectrum, float* y) const;

 private:
  int64_t count_, coefficients_, first_ = 0, last_ = -1;
  std::vector<int64_t> band_;    // of each bin: the band that it falls off from; -1 before the first
  std::vector<double> weight_;   // its share of that band, the rest goes to the next
  std::vector<double> cosines_;  // [coefficient][band]
};

}  // namespace slipway::ops
