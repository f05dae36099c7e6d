#include <climits>

#include "ops/cases.h"
#include "ops/cast/cast.h"

namespace slipway::ops {

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

CaseInput Floats() {
  return Given(Tensor::Of<float>({11}, {kNan, 3e9f, -3e9f, 300.7f, -300.7f, 2.9f, -2.9f, 70000, -1.5f, 0.3f, -128.9f}));
}
Tensor Complex() { return Tensor::Of<std::complex<float>>({2}, {{1.5f, 4}, {-2.75f, 0}}); }

// Packed, the low half of a byte first.
Tensor Nibbles(std::vector<uint8_t> bytes, int64_t n) {
  return Tensor(TensorType(DType::kI4, {n}), Buffer::Copy(bytes.data(), bytes.size()));
}

CaseInput Ints() { return Given(Tensor::Of<int64_t>({5}, {0, -1, INT_MAX, 300, INT64_MIN})); }

}  // namespace

std::vector<Case> Cases(const Cast*) {
  std::vector<Case> cases = {
      // tf.cast on x86-64
      {.name = "cast_f32_to_i8",
       .op = Cast{.to = DType::kI8},
       .inputs = {Floats()},
       .expected = {Tensor::Of<int8_t>({11}, {0, 0, 0, 44, -44, 2, -2, 112, -1, 0, -128})}},
      {.name = "cast_f32_to_u8",
       .op = Cast{.to = DType::kU8},
       .inputs = {Floats()},
       .expected = {Tensor::Of<uint8_t>({11}, {0, 0, 0, 44, 212, 2, 254, 112, 255, 0, 128})}},
      {.name = "cast_f32_to_i16",
       .op = Cast{.to = DType::kI16},
       .inputs = {Floats()},
       .expected = {Tensor::Of<int16_t>({11}, {0, 0, 0, 300, -300, 2, -2, 4464, -1, 0, -128})}},
      {.name = "cast_f32_to_i32",
       .op = Cast{.to = DType::kI32},
       .inputs = {Floats()},
       .expected = {Tensor::Of<int32_t>({11}, {INT_MIN, INT_MIN, INT_MIN, 300, -300, 2, -2, 70000, -1, 0, -128})}},
      {.name = "cast_f32_to_i64",
       .op = Cast{.to = DType::kI64},
       .inputs = {Floats()},
       .expected = {Tensor::Of<int64_t>({11},
                                        {INT64_MIN, 3000000000, -3000000000, 300, -300, 2, -2, 70000, -1, 0, -128})}},
      {.name = "cast_f32_to_bool",
       .op = Cast{.to = DType::kBool},
       .inputs = {Given(Tensor::Of<float>({4}, {kNan, 0, -0.0f, 0.3f}))},
       .expected = {Tensor::Of<bool>({4}, {true, false, false, true})}},
      {.name = "cast_i64_to_u8",
       .op = Cast{.to = DType::kU8},
       .inputs = {Ints()},
       .expected = {Tensor::Of<uint8_t>({5}, {0, 255, 255, 44, 0})}},
      {.name = "cast_i64_to_f32",
       .op = Cast{.to = DType::kF32},
       .inputs = {Ints()},
       .expected = {Tensor::Of<float>({5}, {0, -1, 2147483648.0f, 300, -9223372036854775808.0f})}},
      {.name = "cast_bool_to_f32",
       .op = Cast{.to = DType::kF32},
       .inputs = {Given(Tensor::Of<bool>({2}, {true, false}))},
       .expected = {Tensor::Of<float>({2}, {1, 0})}},
      {.name = "cast_no_elements", .op = Cast{.to = DType::kI32}, .inputs = {Rand({0, 3})}},
      {.name = "cast_scalar", .op = Cast{.to = DType::kI32}, .inputs = {Rand({}, 3, 9)}},
      {.name = "cast_c1",
       .op = Cast{},
       .inputs = {Rand({1}, 0, 1, DType::kString)},
       .error = "cannot cast string to f32"},
      {.name = "cast_c1_resource",
       .op = Cast{.to = DType::kVariant},
       .inputs = {Rand({1})},
       .error = "cannot cast f32 to variant"},
      // LiteRT
      {.name = "cast_f32_to_i4",
       .op = Cast{.to = DType::kI4},
       .inputs = {Given(Tensor::Of<float>({7}, {3e9f, -3e9f, 2.9f, -2.9f, 7.5f, -8.5f, 0}))},
       .expected = {Nibbles({0x87, 0xe2, 0x87, 0x00}, 7)},
       .gradient = false},
      {.name = "cast_i4_to_f32",
       .op = Cast{.to = DType::kF32},
       .inputs = {Given(Nibbles({0x21, 0xf8}, 3))},
       .expected = {Tensor::Of<float>({3}, {1, 2, -8})},
       .gradient = false},
      {.name = "cast_c64_to_f32",
       .op = Cast{.to = DType::kF32},
       .inputs = {Given(Complex())},
       .expected = {Tensor::Of<float>({2}, {1.5f, -2.75f})},
       .gradient = false},
      {.name = "cast_c64_to_i32",
       .op = Cast{.to = DType::kI32},
       .inputs = {Given(Complex())},
       .expected = {Tensor::Of<int32_t>({2}, {1, -2})},
       .gradient = false},
      {.name = "cast_f32_to_c64",
       .op = Cast{.to = DType::kC64},
       .inputs = {Given(Tensor::Of<float>({2}, {1.5f, -2}))},
       .expected = {Tensor::Of<std::complex<float>>({2}, {{1.5f, 0}, {-2, 0}})},
       .gradient = false},
      {.name = "cast_i32_to_c64",
       .op = Cast{.to = DType::kC64},
       .inputs = {Given(Tensor::Of<int32_t>({2}, {7, -2}))},
       .expected = {Tensor::Of<std::complex<float>>({2}, {{7, 0}, {-2, 0}})},
       .gradient = false},
      {.name = "cast_c64_to_c64",
       .op = Cast{.to = DType::kC64},
       .inputs = {Given(Complex())},
       .expected = {Complex()},
       .gradient = false},
      // tf.cast
      {.name = "cast_c64_to_c128",
       .op = Cast{.to = DType::kC128},
       .inputs = {Given(Complex())},
       .expected = {Tensor::Of<std::complex<double>>({2}, {{1.5, 4}, {-2.75, 0}})},
       .gradient = false},
  };
  // LiteRT's CAST to INT2 and UINT4 and back.
  Tensor reals = Tensor::Of<float>({12}, {-300, -2.5f, -2, -1.5f, -0.5f, 0, 0.6f, 1.5f, 2, 7.5f, 15.5f, 3e9f});
  cases.push_back({.name = "cast_f32_to_2_bits",
                   .op = Cast{.to = DType::kI8, .bits = 2},
                   .inputs = {Given(reals)},
                   .expected = {Tensor::Of<int8_t>({12}, {-2, -2, -2, -1, 0, 0, 0, 1, 1, 1, 1, 1})},
                   .gradient = false});
  cases.push_back({.name = "cast_f32_to_4_bits",
                   .op = Cast{.to = DType::kU8, .bits = 4},
                   .inputs = {Given(reals)},
                   .expected = {Tensor::Of<uint8_t>({12}, {0, 0, 0, 0, 0, 0, 0, 1, 2, 7, 15, 15})},
                   .gradient = false});
  cases.push_back({.name = "cast_c3",
                   .op = Cast{.to = DType::kI8, .bits = 2},
                   .inputs = {Rand({2}, 0, 9, DType::kI32)},
                   .error = "casting i32 to 2 bits of i8"});
  const DType types[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16, DType::kI8,  DType::kI16, DType::kI32,
                         DType::kI64, DType::kU8,  DType::kU16, DType::kU32,  DType::kU64, DType::kBool};
  for (DType from : types)
    for (DType to : types)
      if (from != DType::kF64)
        cases.push_back({.name = StrCat("cast_", from, "_", to),
                         .op = Cast{.to = to},
                         .inputs = {Rand({3, 7}, 0, 99, from)},
                         .gradient = from == DType::kF32 && to == DType::kF32});
  return cases;
}

}  // namespace slipway::ops
