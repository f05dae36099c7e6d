#include "ops/cases.h"
#include "base/half.h"
#include "ops/decode_tensor/decode_tensor.h"

namespace slipway::ops {

std::vector<Case> Cases(const DecodeTensor*) {
  auto one = [](std::string bytes) { return Given(Tensor::Of<std::string>({}, {bytes})); };
  return {
      // tf.io.serialize_tensor
      {.name = "decode_tensor_f32",
       .op = DecodeTensor{.out_type = DType::kF32},
       .inputs = {one(std::string("\x08\x01\x12\x08\x12\x02\x08\x02\x12\x02\x08\x02\x22\x10\x00\x00\xc0\x3f\x00\x00\x00"
                                  "\xc0\x00\x00\x00\x00\x00\x00\x80\x40",
                                  30))},
       .expected = {Tensor::Of<float>({2, 2}, {1.5f, -2, 0, 4})}},
      {.name = "decode_tensor_i16",
       .op = DecodeTensor{.out_type = DType::kI16},
       .inputs = {one(std::string("\x08\x05\x12\x04\x12\x02\x08\x02\x22\x04\x03\x00\xff\xff", 14))},
       .expected = {Tensor::Of<int16_t>({2}, {3, -1})}},
      {.name = "decode_tensor_string",
       .op = DecodeTensor{.out_type = DType::kString},
       .inputs = {one(std::string("\x08\x07\x12\x04\x12\x02\x08\x02\x42\x02\x61\x62\x42\x00", 14))},
       .expected = {Tensor::Of<std::string>({2}, {"ab", ""})}},
      {.name = "decode_tensor_half",
       .op = DecodeTensor{.out_type = DType::kF16},
       .inputs = {one(std::string("\x08\x13\x12\x00\x22\x02\x00\x38", 8))},
       .expected = {Tensor::Of<Half>({}, {Half(0.5f)})}},
      {.name = "decode_tensor_bool",
       .op = DecodeTensor{.out_type = DType::kBool},
       .inputs = {one(std::string("\x08\x0a\x12\x04\x12\x02\x08\x02\x22\x02\x01\x00", 12))},
       .expected = {Tensor::Of<bool>({2}, {true, false})}},
      {.name = "decode_tensor_repeated",
       .op = DecodeTensor{.out_type = DType::kI32},
       .inputs = {one(std::string("\x08\x03\x12\x04\x12\x02\x08\x03\x3a\x02\x05\x07", 12))},
       .expected = {Tensor::Of<int32_t>({3}, {5, 7, 7})}},
      {.name = "decode_tensor_c1", .op = DecodeTensor{}, .inputs = {Rand({})}, .error = "expected one string"},
      {.name = "decode_tensor_c2",
       .op = DecodeTensor{.out_type = DType::kC64},
       .inputs = {one("")},
       .error = "out_type is c64"},
      {.name = "decode_tensor_c3",
       .op = DecodeTensor{},
       .inputs = {one("no tensor")},
       .run_error = "the string is no serialized tensor"},
      {.name = "decode_tensor_c3_type",
       .op = DecodeTensor{.out_type = DType::kI64},
       .inputs = {one(std::string("\x08\x03\x12\x00", 4))},
       .run_error = "of another type than i64"},
      {.name = "decode_tensor_c3_bytes",
       .op = DecodeTensor{},
       .inputs = {one(std::string("\x08\x01\x12\x04\x12\x02\x08\x02\x22\x01x", 11))},
       .run_error = "1 bytes for 2 elements"},
      {.name = "decode_tensor_c3_many",
       .op = DecodeTensor{},
       .inputs = {one(std::string("\x08\x01\x12\x08\x12\x06\x08\xff\xff\xff\xff\x0f", 12))},
       .run_error = "too many"},
  };
}

}  // namespace slipway::ops
