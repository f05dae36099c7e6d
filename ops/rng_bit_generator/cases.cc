#include "ops/cases.h"
#include "ops/rng_bit_generator/rng_bit_generator.h"

namespace slipway::ops {

std::vector<Case> Cases(const RngBitGenerator*) {
  using Op = RngBitGenerator;
  using enum RngAlgorithm;
  constexpr uint64_t kUnit = 0x1234567890;
  CaseInput two = Given(Tensor::Of<uint64_t>({2}, {kUnit, 2 * kUnit}));
  CaseInput three = Given(Tensor::Of<uint64_t>({3}, {kUnit, 2 * kUnit, 3 * kUnit}));
  // TFLite's kernel.
  return {
      {.name = "rng_bit_generator_philox",
       .op = Op{kPhilox, DType::kU32, {2, 3}},
       .inputs = {two},
       .expected = {Tensor::Of<uint64_t>({2}, {kUnit, 2 * kUnit + 2}),
                    Tensor::Of<uint32_t>(
                        {2, 3}, {1353534786u, 2679689386u, 798116488u, 3675099203u, 465184145u, 2337907922u})}},
      {.name = "rng_bit_generator_default_upper_half",
       .op = Op{kDefault, DType::kI64, {3}},
       .inputs = {three},
       .expected = {Tensor::Of<uint64_t>({3}, {kUnit, 2 * kUnit + 2, 3 * kUnit}),
                    Tensor::Of<int64_t>({3}, {8376572100878382748, 4432889366091776390, 7348976514744296072})}},
      {.name = "rng_bit_generator_threefry",
       .op = Op{kThreefry, DType::kI32, {6}},
       .inputs = {two},
       .expected = {Tensor::Of<uint64_t>({2}, {kUnit, 2 * kUnit + 3}),
                    Tensor::Of<int32_t>({6},
                                        {1704221222, 1573258426, -878413693, 1080664571, -1826661506, -1828065928})}},
      {.name = "rng_bit_generator_threefry_u64", .op = Op{kThreefry, DType::kU64, {5, 1}}, .inputs = {two}},
      {.name = "rng_bit_generator_nothing", .op = Op{kPhilox, DType::kU32, {0}}, .inputs = {two}},
      {.name = "rng_bit_generator_c1",
       .op = Op{kThreefry, DType::kU32, {2}},
       .inputs = {three},
       .error = "expected u64 of 2"},
      {.name = "rng_bit_generator_c2",
       .op = Op{kPhilox, DType::kF32, {2}},
       .inputs = {two},
       .error = "out_type is f32"},
  };
}

}  // namespace slipway::ops
