#include "ops/cases.h"
#include "ops/string_case/string_case.h"

namespace slipway::ops {

std::vector<Case> Cases(const StringCase*) {
  auto strings = [](std::vector<std::string> v) {
    return Tensor::Of<std::string>({static_cast<int64_t>(v.size())}, std::span<const std::string>(v));
  };
  return {
      // tf.strings.lower, upper
      {.name = "string_case_lower",
       .op = StringCase{},
       .inputs = {Given(strings({"aBC z[Z", "", "\xc3\x84"}))},
       .expected = {strings({"abc z[z", "", "\xc3\x84"})}},
      {.name = "string_case_upper",
       .op = StringCase{.upper = true},
       .inputs = {Given(strings({"aBc{z", "\xc3\xa4"}))},
       .expected = {strings({"ABC{Z", "\xc3\xa4"})}},
      {.name = "string_case_c1", .op = StringCase{}, .inputs = {Rand({2})}, .error = "expected strings"},
  };
}

}  // namespace slipway::ops
