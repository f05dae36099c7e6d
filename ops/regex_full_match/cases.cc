#include "ops/cases.h"
#include "ops/regex_full_match/regex_full_match.h"

namespace slipway::ops {

std::vector<Case> Cases(const RegexFullMatch*) {
  CaseInput x = Given(Tensor::Of<std::string>({3}, {"a cat", "cat", "cot"}));
  return {
      // tf.strings.regex_full_match
      {.name = "regex_full_match_any",
       .op = RegexFullMatch{.pattern = ".*cat.*"},
       .inputs = {x},
       .expected = {Tensor::Of<bool>({3}, {true, true, false})}},
      {.name = "regex_full_match_whole",
       .op = RegexFullMatch{.pattern = "c[ao]t"},
       .inputs = {x},
       .expected = {Tensor::Of<bool>({3}, {false, true, true})}},
      {.name = "regex_full_match_c1", .op = RegexFullMatch{}, .inputs = {Rand({2})}, .error = "expected strings"},
      {.name = "regex_full_match_c2",
       .op = RegexFullMatch{.pattern = "*"},
       .inputs = {x},
       .run_error = "'*' is no regular expression"},
  };
}

}  // namespace slipway::ops
