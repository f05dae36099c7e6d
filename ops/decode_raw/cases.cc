#include "ops/cases.h"
#include "ops/decode_raw/decode_raw.h"

namespace slipway::ops {

namespace {

CaseInput TwoStrings() {
  return Given(
      Tensor::Of<std::string>({2}, {"\x01\x02\x03\x04\x05\x06\x07\x08", std::string("\0\0\x80\x3f\0\0\0\x40", 8)}));
}

}  // namespace

std::vector<Case> Cases(const DecodeRaw*) {
  return {

      // tf.io.decode_raw
      {.name = "decode_raw_u8",
       .op = DecodeRaw{},
       .inputs = {TwoStrings()},
       .expected = {Tensor::Of<uint8_t>({2, 8}, {1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 128, 63, 0, 0, 0, 64})}},
      {.name = "decode_raw_i16",
       .op = DecodeRaw{.out_type = DType::kI16},
       .inputs = {TwoStrings()},
       .expected = {Tensor::Of<int16_t>({2, 4}, {513, 1027, 1541, 2055, 0, 16256, 0, 16384})}},
      {.name = "decode_raw_f32",
       .op = DecodeRaw{.out_type = DType::kF32},
       .inputs = {TwoStrings()},
       .expected = {Tensor::Of<float>({2, 2}, {1.5399896e-36f, 4.063216e-34f, 1, 2})},
       .tolerance = 0},
      {.name = "decode_raw_i64",
       .op = DecodeRaw{.out_type = DType::kI64},
       .inputs = {TwoStrings()},
       .expected = {Tensor::Of<int64_t>({2, 1}, {578437695752307201, 4611686019492741120})}},
      {.name = "decode_raw_bool",
       .op = DecodeRaw{.out_type = DType::kBool},
       .inputs = {Given(Tensor::Of<std::string>({}, {std::string("\0\x01\x80", 3)}))},
       .expected = {Tensor::Of<bool>({3}, {false, true, true})}},
      {.name = "decode_raw_big_endian",
       .op = DecodeRaw{.out_type = DType::kI16, .little_endian = false},
       .inputs = {Given(Tensor::Of<std::string>({1}, {"\x01\x02\x03\x04"}))},
       .expected = {Tensor::Of<int16_t>({1, 2}, {258, 772})}},
      {.name = "decode_raw_matrix",
       .op = DecodeRaw{.out_type = DType::kI8},
       .inputs = {Given(Tensor::Of<std::string>({1, 2}, {"ab", "cd"}))},
       .expected = {Tensor::Of<int8_t>({1, 2, 2}, {97, 98, 99, 100})}},
      {.name = "decode_raw_empty_string",
       .op = DecodeRaw{.out_type = DType::kI16},
       .inputs = {Given(Tensor::Of<std::string>({1}, {""}))},
       .expected = {Tensor(DType::kI16, {1, 0})}},
      {.name = "decode_raw_no_strings",
       .op = DecodeRaw{.out_type = DType::kI16},
       .inputs = {Given(Tensor(DType::kString, {0}))},
       .expected = {Tensor(DType::kI16, {0, 0})}},
      {.name = "decode_raw_c3_lengths",
       .op = DecodeRaw{.out_type = DType::kU8},
       .inputs = {Given(Tensor::Of<std::string>({2}, {"abcd", "abc"}))},
       .run_error = "string 1 has 3 bytes, string 0 has 4"},
      {.name = "decode_raw_c3_multiple",
       .op = DecodeRaw{.out_type = DType::kI32},
       .inputs = {Given(Tensor::Of<std::string>({1}, {"abcde"}))},
       .run_error = "strings of 5 bytes, not a multiple of the 4 bytes of an element"},
      {.name = "decode_raw_c1", .op = DecodeRaw{}, .inputs = {Rand({2})}, .error = "expected strings"},
      {.name = "decode_raw_c2",
       .op = DecodeRaw{.out_type = DType::kString},
       .inputs = {TwoStrings()},
       .error = "out_type is string"},

  };
}

}  // namespace slipway::ops
