#include "ops/cases.h"
#include "ops/string_split/string_split.h"

namespace slipway::ops {

std::vector<Case> Cases(const StringSplit*) {
  auto strings = [](std::vector<std::string> v) {
    return Tensor::Of<std::string>({static_cast<int64_t>(v.size())}, std::span<const std::string>(v));
  };
  return {
      // tf.strings.split
      {.name = "string_split_space",
       .op = StringSplit{},
       .inputs = {Given(strings({" a  b\tc ", "", "d"})), Given(Tensor::Of<std::string>({}, {""}))},
       .expected = {Tensor::Of<int64_t>({4, 2}, {0, 0, 0, 1, 0, 2, 2, 0}), strings({"a", "b", "c", "d"}),
                    Tensor::Of<int64_t>({2}, {3, 3})}},
      {.name = "string_split_separator",
       .op = StringSplit{},
       .inputs = {Given(strings({"a,,b", ""})), Given(Tensor::Of<std::string>({}, {","}))},
       .expected = {Tensor::Of<int64_t>({4, 2}, {0, 0, 0, 1, 0, 2, 1, 0}), strings({"a", "", "b", ""}),
                    Tensor::Of<int64_t>({2}, {2, 3})}},
      {.name = "string_split_max",
       .op = StringSplit{.max_splits = 1},
       .inputs = {Given(strings({"a--b--c"})), Given(Tensor::Of<std::string>({}, {"--"}))},
       .expected = {Tensor::Of<int64_t>({2, 2}, {0, 0, 0, 1}), strings({"a", "b--c"}),
                    Tensor::Of<int64_t>({2}, {1, 2})}},
      {.name = "string_split_max_space",
       .op = StringSplit{.max_splits = 1},
       .inputs = {Given(strings({" a  b c "})), Given(Tensor::Of<std::string>({}, {""}))},
       .expected = {Tensor::Of<int64_t>({2, 2}, {0, 0, 0, 1}), strings({"a", "b c "}),
                    Tensor::Of<int64_t>({2}, {1, 2})}},
      {.name = "string_split_c1",
       .op = StringSplit{},
       .inputs = {Given(strings({"a"})), Rand({})},
       .error = "expected a vector"},
      {.name = "string_split_c2",
       .op = StringSplit{.max_splits = -2},
       .inputs = {Given(strings({"a"})), Given(Tensor::Of<std::string>({}, {""}))},
       .error = "max_splits is -2"},
  };
}

}  // namespace slipway::ops
