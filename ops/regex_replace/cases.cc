#include "ops/cases.h"
#include "ops/regex_replace/regex_replace.h"

namespace slipway::ops {

std::vector<Case> Cases(const RegexReplace*) {
  auto strings = [](std::vector<std::string> v) {
    return Tensor::Of<std::string>({static_cast<int64_t>(v.size())}, std::span<const std::string>(v));
  };
  CaseInput x = Given(strings({"cat bat", "", "the hat"}));
  return {
      // tf.strings.regex_replace
      {.name = "regex_replace_all",
       .op = RegexReplace{.pattern = "(\\w)at", .rewrite = "\\1og"},
       .inputs = {x},
       .expected = {strings({"cog bog", "", "the hog"})}},
      {.name = "regex_replace_first",
       .op = RegexReplace{.pattern = "at", .rewrite = "<\\0>", .global = false},
       .inputs = {x},
       .expected = {strings({"c<at> bat", "", "the h<at>"})}},
      {.name = "regex_replace_nothing",
       .op = RegexReplace{.pattern = "[aeiou]"},
       .inputs = {x},
       .expected = {strings({"ct bt", "", "th ht"})}},
      {.name = "regex_replace_c1", .op = RegexReplace{}, .inputs = {Rand({2})}, .error = "expected strings"},
      {.name = "regex_replace_c2",
       .op = RegexReplace{.pattern = "(a"},
       .inputs = {x},
       .run_error = "'(a' is no regular expression"},
      {.name = "regex_replace_c2_group",
       .op = RegexReplace{.pattern = "a", .rewrite = "\\2"},
       .inputs = {x},
       .run_error = "is no rewrite of 'a'"},
  };
}

}  // namespace slipway::ops
