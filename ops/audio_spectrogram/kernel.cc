#include <algorithm>
#include <cmath>

#include "interpreter/kernel.h"
#include "interpreter/math/fft.h"
#include "ops/audio_spectrogram/audio_spectrogram.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Fft;
using interpreter::Kernel;
using Complex = Fft::Complex;

namespace {

struct State {
  AudioSpectrogram op;
  std::shared_ptr<const Fft> fft;
  std::vector<double> window;
  int64_t channels, frames;
};

Code Eval(const State& s, EvalContext& c) {
  const float* x = c.In<float>(0);
  float* y = c.Out<float>(0);
  int64_t n = s.fft->size(), bins = n / 2 + 1, rows = s.channels * s.frames;
  int64_t tasks = std::min<int64_t>(c.pool().num_threads(), rows);
  c.pool().Run(static_cast<int>(tasks), [&](int task) {
    Complex* in = reinterpret_cast<Complex*>(c.scratch()) + task * 2 * n;
    for (int64_t row = rows * task / tasks; row < rows * (task + 1) / tasks; ++row) {
      const float* from = x + row % s.frames * s.op.stride * s.channels + row / s.frames;
      for (int64_t i = 0; i < n; ++i)
        in[i] =
            i < s.op.window_size ? static_cast<double>(from[i * s.channels]) * s.window[static_cast<size_t>(i)] : 0.0;
      s.fft->Run(in, in + n, false, nullptr);
      for (int64_t k = 0; k < bins; ++k) {
        double energy = std::norm(in[n + k]);
        y[row * bins + k] = static_cast<float>(s.op.magnitude_squared ? energy : std::sqrt(energy));
      }
    }
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const AudioSpectrogram& op, interpreter::PrepareContext& c) {
  // Tables of any length would be made for no window.
  if (c.out_shape(0).Elements() == 0)
    return interpreter::MakeKernel(0, [](const int&, EvalContext&) { return Code::kOk; });
  int64_t n = SpectrogramLength(op.window_size);
  State s{op, std::make_shared<Fft>(n), HannWindow(op.window_size), c.out_shape(0)[0], c.out_shape(0)[1]};
  Kernel k = interpreter::MakeKernel(std::move(s), [](const State& state, EvalContext& e) { return Eval(state, e); });
  k.scratch_bytes = static_cast<size_t>(c.num_threads()) * 2 * sizeof(Complex) * static_cast<size_t>(n);
  return k;
}

}  // namespace slipway::ops
