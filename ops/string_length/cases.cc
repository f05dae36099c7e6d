#include "ops/cases.h"
#include "ops/string_length/string_length.h"

namespace slipway::ops {

std::vector<Case> Cases(const StringLength*) {
  auto strings = [](std::vector<std::string> v) {
    return Tensor::Of<std::string>({static_cast<int64_t>(v.size())}, std::span<const std::string>(v));
  };
  return {
      // tf.strings.length
      {.name = "string_length_bytes",
       .op = StringLength{},
       .inputs = {Given(strings({"abc", "", "\xc3\xa4x"}))},
       .expected = {Tensor::Of<int32_t>({3}, {3, 0, 3})}},
      {.name = "string_length_characters",
       .op = StringLength{.characters = true},
       .inputs = {Given(strings({"abc", "", "\xc3\xa4x", "\xe2\x82\xac"}))},
       .expected = {Tensor::Of<int32_t>({4}, {3, 0, 2, 1})}},
      {.name = "string_length_c1", .op = StringLength{}, .inputs = {Rand({2})}, .error = "expected strings"},
  };
}

}  // namespace slipway::ops
