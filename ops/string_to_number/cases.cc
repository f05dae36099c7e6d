#include <limits>

#include "ops/cases.h"
#include "ops/string_to_number/string_to_number.h"

namespace slipway::ops {

std::vector<Case> Cases(const StringToNumber*) {
  auto strings = [](std::vector<std::string> v) {
    return Tensor::Of<std::string>({static_cast<int64_t>(v.size())}, std::span<const std::string>(v));
  };
  return {
      // tf.strings.to_number
      {.name = "string_to_number_f32",
       .op = StringToNumber{},
       .inputs = {Given(strings({"1.5", " -2e3 ", "+.25", "inf"}))},
       .expected = {Tensor::Of<float>({4}, {1.5f, -2000, 0.25f, std::numeric_limits<float>::infinity()})},
       .tolerance = 0},
      {.name = "string_to_number_f64",
       .op = StringToNumber{.out_type = DType::kF64},
       .inputs = {Given(strings({"0.1"}))},
       .expected = {Tensor::Of<double>({1}, {0.1})}},
      {.name = "string_to_number_i32",
       .op = StringToNumber{.out_type = DType::kI32},
       .inputs = {Given(strings({"-7", " 12\t", "+3"}))},
       .expected = {Tensor::Of<int32_t>({3}, {-7, 12, 3})}},
      {.name = "string_to_number_i64",
       .op = StringToNumber{.out_type = DType::kI64},
       .inputs = {Given(strings({"9007199254740993"}))},
       .expected = {Tensor::Of<int64_t>({1}, {9007199254740993})}},
      {.name = "string_to_number_c1", .op = StringToNumber{}, .inputs = {Rand({2})}, .error = "expected strings"},
      {.name = "string_to_number_c2",
       .op = StringToNumber{.out_type = DType::kBool},
       .inputs = {Given(strings({"1"}))},
       .error = "out_type is bool"},
      {.name = "string_to_number_c3",
       .op = StringToNumber{.out_type = DType::kI32},
       .inputs = {Given(strings({"1", "3000000000"}))},
       .run_error = "string 1, '3000000000', is no number of type i32"},
  };
}

}  // namespace slipway::ops
