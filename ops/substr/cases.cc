#include "ops/cases.h"
#include "ops/substr/substr.h"

namespace slipway::ops {

std::vector<Case> Cases(const Substr*) {
  auto strings = [](std::vector<std::string> v) {
    return Tensor::Of<std::string>({static_cast<int64_t>(v.size())}, std::span<const std::string>(v));
  };
  return {
      // tf.strings.substr
      {.name = "substr_scalar",
       .op = Substr{},
       .inputs = {Given(strings({"hello", "ab"})), Given(Tensor::Of<int32_t>({}, {1})),
                  Given(Tensor::Of<int32_t>({}, {3}))},
       .expected = {strings({"ell", "b"})}},
      {.name = "substr_each",
       .op = Substr{},
       .inputs = {Given(strings({"hello", "world"})), Given(Tensor::Of<int64_t>({2}, {-3, 5})),
                  Given(Tensor::Of<int64_t>({2}, {2, 2}))},
       .expected = {strings({"ll", ""})}},
      {.name = "substr_characters",
       .op = Substr{.characters = true},
       .inputs = {Given(strings({"\xc3\xa4\xe2\x82\xac"
                                 "x"})),
                  Given(Tensor::Of<int32_t>({}, {-2})), Given(Tensor::Of<int32_t>({}, {1}))},
       .expected = {strings({"\xe2\x82\xac"})}},
      {.name = "substr_c1",
       .op = Substr{},
       .inputs = {Rand({2}), ConstInts({1}), ConstInts({1})},
       .error = "expected strings"},
      {.name = "substr_c2",
       .op = Substr{},
       .inputs = {Given(strings({"a", "b"})), ConstInts({1, 2, 3}), ConstInts({1, 2, 3})},
       .error = "position and length are"},
      {.name = "substr_c3",
       .op = Substr{},
       .inputs = {Given(strings({"hello", "ab"})), Given(Tensor::Of<int32_t>({}, {3})),
                  Given(Tensor::Of<int32_t>({}, {1}))},
       .run_error = "position 3 and length 1 do not fit string 1 of 2 bytes"},
  };
}

}  // namespace slipway::ops
