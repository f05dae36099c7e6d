#include <complex>

#include "ops/cases.h"
#include "ops/rfft_2d/rfft_2d.h"

namespace slipway::ops {

std::vector<Case> Cases(const Rfft2D*) {
  using C64 = std::complex<float>;
  CaseInput x = Given(Tensor::Of<float>({3, 4}, {1, 2, 3, 4, 0.5f, -1, 2, 7, 3, 1, 0, -2}));
  return {
      // tf.signal.rfft2d
      {.name = "rfft_2d_padded",
       .op = Rfft2D{},
       .inputs = {x, ConstInts({4, 4})},
       .expected = {Tensor::Of<C64>({4, 3}, {{20.5f, 0},
                                             {-0.5f, 7},
                                             {-1.5f, 0},
                                             {8, -8.5f},
                                             {3, 6.5f},
                                             {-6, 3.5f},
                                             {3.5f, 0},
                                             {2.5f, -9},
                                             {5.5f, 0},
                                             {8, 8.5f},
                                             {-13, 3.5f},
                                             {-6, -3.5f}})}},
      {.name = "rfft_2d_cut",
       .op = Rfft2D{},
       .inputs = {x, ConstInts({2, 2})},
       .expected = {Tensor::Of<C64>({2, 2}, {{2.5f, 0}, {0.5f, 0}, {3.5f, 0}, {-2.5f, 0}})}},
      {.name = "rfft_2d_odd",
       .op = Rfft2D{},
       .inputs = {x, ConstInts({3, 5})},
       .expected = {Tensor::Of<C64>({3, 3}, {{20.5f, 0},
                                             {-6.20820426940918f, 0.4490278959274292f},
                                             {7.2082037925720215f, -4.979796886444092f},
                                             {4.75f, -5.629165172576904f},
                                             {2.247011661529541f, 8.211213111877441f},
                                             {-6.033874034881592f, -2.880019187927246f},
                                             {4.75f, 5.629165172576904f},
                                             {-8.174062728881836f, -12.603224754333496f},
                                             {3.460925579071045f, 1.4799351692199707f}})}},
      {.name = "rfft_2d_one_row", .op = Rfft2D{}, .inputs = {Rand({5, 1, 60}), ConstInts({1, 64})}},
      {.name = "rfft_2d_batch", .op = Rfft2D{}, .inputs = {Rand({2, 3, 12, 10}), ConstInts({16, 8}, DType::kI64)}},
      {.name = "rfft_2d_large_prime", .op = Rfft2D{}, .inputs = {Rand({1, 2, 67}), ConstInts({2, 67})}},
      {.name = "rfft_2d_length_at_run_time",
       .op = Rfft2D{},
       .inputs = {Rand({2, 4, 8}), Given(Tensor::Of<int32_t>({2}, {4, 8}))}},
      {.name = "rfft_2d_no_batch", .op = Rfft2D{}, .inputs = {Rand({0, 4, 8}), ConstInts({4, 8})}},
      {.name = "rfft_2d_of_nothing", .op = Rfft2D{}, .inputs = {Rand({2, 0, 8}), ConstInts({2, 8})}},
      {.name = "rfft_2d_c1", .op = Rfft2D{}, .inputs = {Rand({8}), ConstInts({1, 8})}, .error = "rank 2 or more"},
      {.name = "rfft_2d_c1_type",
       .op = Rfft2D{},
       .inputs = {ConstInts({1, 2}), ConstInts({1, 8})},
       .error = "x is i32"},
      {.name = "rfft_2d_c2",
       .op = Rfft2D{},
       .inputs = {Rand({1, 8}), ConstInts({0, 8})},
       .error = "fft_length holds 0"},
      {.name = "rfft_2d_c2_count", .op = Rfft2D{}, .inputs = {Rand({1, 8}), ConstInts({8})}, .error = "expected 2"},
  };
}

}  // namespace slipway::ops
