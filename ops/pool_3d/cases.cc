#include "ops/code_cases.h"
#include "ops/pool_3d/pool_3d.h"

namespace slipway::ops {

std::vector<Case> Cases(const Pool3D*) {
  using Op = Pool3D;
  constexpr Pool3DKind kMax = Pool3DKind::kMax, kAverage = Pool3DKind::kAverage;
  auto window = [](Pool3DKind kind, int64_t d, int64_t h, int64_t w, Padding padding) {
    return Op{.kind = kind, .ksize = {1, d, h, w, 1}, .strides = {1, 2, 1, 1, 1}, .padding = padding};
  };
  CaseInput x = Given(Tensor::Of<float>(
      {1, 3, 3, 2, 2}, {-0.83f, -0.53f, 0.6f,   0.16f, -0.81f, -0.13f, -0.04f, -0.68f, 0.47f, -0.77f, -0.22f, 0.03f,
                        -0.14f, 0.17f,  0.48f,  0.91f, -0.43f, 0.3f,   0.39f,  -0.41f, -1.f,  0.95f,  -0.4f,  -0.37f,
                        0.78f,  0.17f,  -0.06f, 0.55f, -0.94f, 0.41f,  -0.25f, -0.82f, 0.32f, 0.86f,  -0.59f, 0.26f}));
  Op valid{.kind = kAverage, .ksize = {1, 2, 2, 1, 1}};
  CaseInput codes = Codes({1, 2, 1, 2, 2}, DType::kI8, 0.5f, 3, {1, -128, 2, 127, 4, -127, 0, 1});
  auto whole = [](Pool3DKind kind) { return Op{.kind = kind, .ksize = {1, 2, 1, 2, 1}}; };
  std::vector<Case> cases = {
      // Values of TensorFlow.
      {.name = "pool_3d_max",
       .op = window(kMax, 2, 3, 2, Padding::kSame),
       .inputs = {x},
       .expected = {Tensor::Of<float>(
           {1, 2, 3, 2, 2}, {0.6f,  0.91f, 0.6f,   0.91f, 0.6f,  0.95f, 0.6f,   0.91f, 0.47f, 0.95f, 0.39f,  0.03f,
                             0.78f, 0.55f, -0.06f, 0.55f, 0.78f, 0.86f, -0.06f, 0.55f, 0.32f, 0.86f, -0.25f, 0.26f})}},
      {.name = "pool_3d_average",
       .op = window(kAverage, 2, 3, 2, Padding::kSame),
       .inputs = {x},
       .expected = {Tensor::Of<float>(
           {1, 2, 3, 2, 2},
           {-0.0974999815f, -0.0262499936f,  0.357499987f,  -0.00499998778f, -0.160833329f,  -0.0308333281f,
            0.135000005f,   -0.0599999912f,  -0.254999995f, -0.13499999f,    -0.0675000027f, -0.357500017f,
            -0.117500007f,  0.0775000006f,   -0.155000001f, -0.13499999f,    -0.123333335f,  0.238333344f,
            -0.299999982f,  -0.00333333015f, -0.36500001f,  0.17750001f,     -0.419999987f,  -0.280000001f})}},
      {.name = "pool_3d_average_valid",
       .op = valid,
       .inputs = {x},
       .expected = {Tensor::Of<float>(
           {1, 2, 2, 2, 2}, {-0.55250001f, -0.0474999845f, 0.357499987f, -0.00499998778f, -0.442499995f, 0.087500006f,
                             -0.0675000027f, -0.357500017f, -0.182500005f, 0.262500018f, 0.140000001f, 0.0574999899f,
                             -0.512500048f, 0.629999995f, -0.212500006f, -0.334999979f})}},
      // By hand: halves away from zero.
      {.name = "pool_3d_average_i8",
       .op = whole(kAverage),
       .inputs = {codes},
       .expected = {CodesOf({1, 1, 1, 1, 2}, DType::kI8, {2, -32})},
       .out_quant = {{{0.5f}, {3}, 0}}},
      {.name = "pool_3d_max_i8",
       .op = whole(kMax),
       .inputs = {codes},
       .expected = {CodesOf({1, 1, 1, 1, 2}, DType::kI8, {4, 127})},
       .out_quant = {{{0.5f}, {3}, 0}}},
      {.name = "pool_3d_average_i16",
       .op = whole(kAverage),
       .inputs = {Codes({1, 2, 1, 2, 1}, DType::kI16, 0.5f, 0, {-32768, -32768, -32767, -32768})},
       .expected = {CodesOf({1, 1, 1, 1, 1}, DType::kI16, {-32768})},
       .out_quant = {{{0.5f}, {0}, 0}}},
      {.name = "pool_3d_max_u8",
       .op = window(kMax, 1, 2, 2, Padding::kSame),
       .inputs = {RandQuant({2, 3, 4, 5, 7}, 0.1f, 12, DType::kU8)},
       .out_quant = {{{0.1f}, {12}, 0}}},
      {.name = "pool_3d_many_channels",
       .op = window(kAverage, 3, 2, 2, Padding::kSame),
       .inputs = {Rand({2, 4, 3, 5, 70})}},
      {.name = "pool_3d_no_batch", .op = window(kMax, 1, 2, 2, Padding::kValid), .inputs = {Rand({0, 3, 3, 3, 2})}},
      {.name = "pool_3d_c1", .op = Op{}, .inputs = {Rand({1, 2, 2, 1})}, .error = "expected rank 5"},
      {.name = "pool_3d_c2_count", .op = Op{.ksize = {1, 2}}, .inputs = {x}, .error = "ksize has 2 elements"},
      {.name = "pool_3d_c2_zero", .op = Op{.strides = {1, 0, 1, 1, 1}}, .inputs = {x}, .error = "strides is 0"},
      {.name = "pool_3d_c2_channels",
       .op = Op{.ksize = {1, 1, 1, 1, 2}},
       .inputs = {x},
       .error = "over batch or channels"},
      {.name = "pool_3d_c2_format", .op = Op{.data_format = "NCDHW"}, .inputs = {x}, .error = "expected NDHWC"},
      {.name = "pool_3d_c3", .op = Op{}, .inputs = {Rand({1, 1, 1, 1, 1}, -1, 1, DType::kF64)}, .error = "x is f64"},
      {.name = "pool_3d_c4", .op = Op{.ksize = {1, 5, 1, 1, 1}}, .inputs = {x}, .error = "larger than the input"},
      {.name = "pool_3d_larger_window",
       .op = Op{.ksize = {1, 4, 1, 1, 1}},
       .inputs = {x},
       .expected = {Tensor(DType::kF32, {1, 0, 3, 2, 2})}},
  };
  for (Case& c : cases) c.gradient = false;
  return cases;
}

}  // namespace slipway::ops
