#pragma once
// SignalRfft: the Fourier transform of real 16-bit samples, padded with zeros to fft_length, in 16-bit arithmetic
// (ops/signal.h). TensorFlow Lite Micro's custom operator.
//   operand: x [..., n];  y [..., fft_length + 2]: real and imaginary parts by turns
//
// C1 x is i16, element_type is 7 (its code in a .tflite file)
// C2 fft_length is a power of two from 4 to 32768; n is at most fft_length

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct SignalRfft {
  int64_t element_type = 7;
  int64_t fft_length = 0;

  static void Fields(auto& op, auto&& f) {
    f("T", op.element_type);
    f("fft_length", op.fft_length);
  }

  static constexpr const char* kCustomName = "SignalRfft";
  static Status FromTflite(const TfliteOperator&, SignalRfft*);
};

Result<TensorTypes> Infer(const SignalRfft&, Inputs);
Result<TfliteForm> ToTflite(const SignalRfft&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const SignalRfft&, interpreter::PrepareContext&);

}  // namespace slipway::ops
