#include "ops/cases.h"
#include "ops/mfcc/mfcc.h"

namespace slipway::ops {

std::vector<Case> Cases(const Mfcc*) {
  CaseInput x = Given(
      Tensor::Of<float>({1, 2, 17}, {0.09f, 2.12f, 1.12f, 0.27f, 1.98f, 2.79f, 0.62f, 1.89f, 0.89f, 2.23f, 2.17f, 0.66f,
                                     2.49f, 1.97f, 2.05f, 2.46f, 1.29f, 2.28f, 2.64f, 0.31f, 0.0f,  1.18f, 1.44f, 0.44f,
                                     2.1f,  0.88f, 2.61f, 0.83f, 1.69f, 1.2f,  1.84f, 0.59f, 0.54f, 2.24f}));
  auto rate = [](int32_t n) { return Const(Tensor::Scalar<int32_t>(n)); };
  std::vector<Case> cases = {
      // tf.raw_ops.Mfcc and TFLite's kernel.
      {.name = "mfcc_8000",
       .op = Mfcc{3500, 100, 5, 4},
       .inputs = {x, rate(8000)},
       .expected = {Tensor::Of<float>(
           {1, 2, 4}, {2.73384165763855f, -1.0121630430221558f, 0.07591063529253006f, 0.10631844401359558f,
                       1.8477977514266968f, -1.3458789587020874f, 0.3486069440841675f, 0.5949271321296692f})}},
      {.name = "mfcc_16000",
       .op = Mfcc{4000, 20, 4, 3},
       .inputs = {x, Given(Tensor::Scalar<int32_t>(16000))},
       .expected = {Tensor::Of<float>({1, 2, 3}, {1.2674987316131592f, -0.8689783811569214f, 0.21847137808799744f,
                                                  0.4452749192714691f, -0.510793924331665f, 0.6758652925491333f})}},
      {.name = "mfcc_limit_above_the_spectrum",
       .op = Mfcc{8000, 20, 5, 5},
       .inputs = {x, rate(8000)},
       .expected = {Tensor::Of<float>({1, 2, 5}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0})}},
      {.name = "mfcc_defaults", .op = Mfcc{}, .inputs = {Rand({2, 9, 257}, 0, 4), rate(16000)}},
      {.name = "mfcc_no_frames", .op = Mfcc{}, .inputs = {Rand({2, 0, 257}, 0, 4), rate(16000)}},
      {.name = "mfcc_one_bin", .op = Mfcc{}, .inputs = {Rand({1, 1, 1}, 0, 4), rate(16000)}},
      {.name = "mfcc_c1", .op = Mfcc{}, .inputs = {Rand({2, 9}), rate(16000)}, .error = "expected f32 of rank 3"},
      {.name = "mfcc_c1_rate", .op = Mfcc{}, .inputs = {x, rate(0)}, .run_error = "sample_rate is 0"},
      {.name = "mfcc_c2", .op = Mfcc{4000, 20, 5, 6}, .inputs = {x, rate(8000)}, .error = "6 coefficients of 5 bands"},
      {.name = "mfcc_c3",
       .op = Mfcc{3000, 3500, 5, 5},
       .inputs = {x, rate(8000)},
       .error = "expected an ascending range"},
  };
  for (Case& c : cases) c.gradient = false;
  return cases;
}

}  // namespace slipway::ops
