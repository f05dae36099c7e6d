#include "ops/cases.h"
#include "ops/audio_spectrogram/audio_spectrogram.h"

namespace slipway::ops {

std::vector<Case> Cases(const AudioSpectrogram*) {
  using Op = AudioSpectrogram;
  std::vector<Case> cases = {
      // tf.raw_ops.AudioSpectrogram and TFLite's kernel.
      {.name = "audio_spectrogram_squared",
       .op = Op{.window_size = 6, .stride = 3, .magnitude_squared = true},
       .inputs = {Given(
           Tensor::Of<float>({14, 2}, {-0.83f, -0.53f, 0.6f,   0.16f,  -0.81f, -0.13f, -0.04f, -0.68f, 0.47f, -0.77f,
                                       -0.22f, 0.03f,  -0.14f, 0.17f,  0.48f,  0.91f,  -0.43f, 0.3f,   0.39f, -0.41f,
                                       -1.0f,  0.95f,  -0.4f,  -0.37f, 0.78f,  0.17f,  -0.06f, 0.55f}))},
       .expected = {Tensor::Of<float>(
           {2, 3, 5},
           {0.04f,       0.27304524f, 0.9398250f,  0.80082977f, 0.0961f,     0.004225f,   0.02138799f, 0.298125f,
            0.43271199f, 0.105625f,   0.43890628f, 0.40848288f, 0.31965622f, 1.32552958f, 2.19780612f, 1.70955622f,
            1.47765446f, 0.75965625f, 0.13528299f, 0.00180625f, 0.57380629f, 0.98594171f, 0.51825625f, 0.14759587f,
            0.42575628f, 0.43890625f, 0.0645756f,  0.53468126f, 1.59298694f, 1.47015619f})}},
      {.name = "audio_spectrogram_magnitude", .op = Op{.window_size = 30, .stride = 7}, .inputs = {Rand({100, 3})}},
      {.name = "audio_spectrogram_one_frame", .op = Op{.window_size = 16, .stride = 1}, .inputs = {Rand({16, 1})}},
      {.name = "audio_spectrogram_too_short", .op = Op{.window_size = 17, .stride = 1}, .inputs = {Rand({16, 1})}},
      {.name = "audio_spectrogram_c1",
       .op = Op{.window_size = 4, .stride = 1},
       .inputs = {Rand({8})},
       .error = "expected [samples,channels]"},
      {.name = "audio_spectrogram_c2",
       .op = Op{.window_size = 1, .stride = 1},
       .inputs = {Rand({8, 1})},
       .error = "expected at least 2 and 1"},
  };
  for (Case& c : cases) c.gradient = false;
  return cases;
}

}  // namespace slipway::ops
