#include "ops/cases.h"
#include "ops/string_join/string_join.h"

namespace slipway::ops {

std::vector<Case> Cases(const StringJoin*) {
  auto strings = [](std::vector<std::string> v) {
    return Tensor::Of<std::string>({static_cast<int64_t>(v.size())}, std::span<const std::string>(v));
  };
  return {
      // tf.strings.join
      {.name = "string_join_separator",
       .op = StringJoin{.separator = ", "},
       .inputs = {Given(strings({"a", ""})), Given(strings({"b", "c"})), Given(Tensor::Of<std::string>({}, {"d"}))},
       .expected = {strings({"a, b, d", ", c, d"})}},
      {.name = "string_join_one",
       .op = StringJoin{.separator = "-"},
       .inputs = {Given(strings({"a", "b"}))},
       .expected = {strings({"a", "b"})}},
      {.name = "string_join_scalars",
       .op = StringJoin{},
       .inputs = {Given(Tensor::Of<std::string>({}, {"x"})), Given(Tensor::Of<std::string>({}, {"y"}))},
       .expected = {Tensor::Of<std::string>({}, {"xy"})}},
      {.name = "string_join_c1",
       .op = StringJoin{},
       .inputs = {Given(strings({"a"})), Rand({1})},
       .error = "operand 1 is f32, expected strings"},
      {.name = "string_join_c2",
       .op = StringJoin{},
       .inputs = {Given(strings({"a"})), Given(strings({"a", "b"}))},
       .error = "operand 1 has shape [2], others [1]"},
  };
}

}  // namespace slipway::ops
