#include "ops/cases.h"
#include "ops/as_string/as_string.h"

namespace slipway::ops {

std::vector<Case> Cases(const AsString*) {
  auto strings = [](std::vector<std::string> v) {
    return Tensor::Of<std::string>({static_cast<int64_t>(v.size())}, std::span<const std::string>(v));
  };
  return {
      // tf.strings.as_string
      {.name = "as_string_i32",
       .op = AsString{},
       .inputs = {Given(Tensor::Of<int32_t>({3}, {-7, 0, 12}))},
       .expected = {strings({"-7", "0", "12"})}},
      {.name = "as_string_i64_filled",
       .op = AsString{.width = 4, .fill = "0"},
       .inputs = {Given(Tensor::Of<int64_t>({2}, {-7, 12345}))},
       .expected = {strings({"-007", "12345"})}},
      {.name = "as_string_bool",
       .op = AsString{},
       .inputs = {Given(Tensor::Of<bool>({2}, {true, false}))},
       .expected = {strings({"true", "false"})}},
      {.name = "as_string_f32",
       .op = AsString{},
       .inputs = {Given(Tensor::Of<float>({3}, {1.5f, -0.1f, 1e10f}))},
       .expected = {strings({"1.500000", "-0.100000", "10000000000.000000"})},
       .gradient = false},
      {.name = "as_string_shortest",
       .op = AsString{.precision = 3, .shortest = true},
       .inputs = {Given(Tensor::Of<float>({2}, {3.14159f, 2}))},
       .expected = {strings({"3.14", "2"})},
       .gradient = false},
      {.name = "as_string_scientific",
       .op = AsString{.precision = 2, .scientific = true, .width = 10},
       .inputs = {Given(Tensor::Of<double>({1}, {12345.678}))},
       .expected = {strings({"  1.23e+04"})},
       .gradient = false},
      {.name = "as_string_c1", .op = AsString{}, .inputs = {Given(strings({"a"}))}, .error = "expected numbers"},
      {.name = "as_string_c2",
       .op = AsString{.scientific = true},
       .inputs = {Given(Tensor::Of<int32_t>({1}, {1}))},
       .error = "do not fit x"},
      {.name = "as_string_c3",
       .op = AsString{.fill = "x"},
       .inputs = {Given(Tensor::Of<int32_t>({1}, {1}))},
       .error = "fill is 'x'"},
  };
}

}  // namespace slipway::ops
