#include "ops/cases.h"
#include "ops/skip_gram/skip_gram.h"

namespace slipway::ops {

std::vector<Case> Cases(const SkipGram*) {
  auto of = [](const char* name, const char* text, SkipGram op, std::vector<std::string> grams) {
    Shape shape{static_cast<int64_t>(grams.size())};
    return Case{.name = name,
                .op = op,
                .inputs = {Given(Tensor::Of<std::string>({1}, {text}))},
                .expected = {Tensor::Of<std::string>(shape, std::span<const std::string>(grams))}};
  };
  std::string long_text;
  for (int i = 0; i < 200; ++i) long_text += "word ";
  return {
      // LiteRT
      of("skip_gram_pairs", "The quick\t brown fox\n jumps over the lazy dog!", {2, 2, false},
         {"The quick",   "The brown",  "The fox",   "quick brown", "quick fox", "quick jumps", "brown fox",
          "brown jumps", "brown over", "fox jumps", "fox over",    "fox the",   "jumps over",  "jumps the",
          "jumps lazy",  "over the",   "over lazy", "over dog!",   "the lazy",  "the dog!",    "lazy dog!"}),
      of("skip_gram_all_pairs", "a b c d", {2, 1, true}, {"a b", "a c", "a", "b c", "b d", "b", "c d", "c", "d"}),
      of("skip_gram_all_threes", "a b c d", {3, 1, true},
         {"a b c", "a b d", "a b", "a c d", "a c", "a", "b c d", "b c", "b d", "b", "c d", "c", "d"}),
      of("skip_gram_threes", "a b c d", {3, 1, false}, {"a b c", "a b d", "a c d", "b c d"}),
      of("skip_gram_first_space", " a b c ", {2, 0, false}, {"b c"}),
      of("skip_gram_two_spaces", "  a b c", {1, 0, false}, {"a", "b", "c"}),
      of("skip_gram_too_few", "a b", {3, 0, false}, {}),
      of("skip_gram_no_text", "", {1, 0, false}, {}),
      of("skip_gram_only_space", " ", {1, 0, false}, {" "}),
      {.name = "skip_gram_c1", .op = SkipGram{}, .inputs = {Rand({1})}, .error = "expected one string"},
      {.name = "skip_gram_c1_two",
       .op = SkipGram{},
       .inputs = {Given(Tensor::Of<std::string>({2}, {"a", "b"}))},
       .error = "expected one string"},
      {.name = "skip_gram_c2",
       .op = SkipGram{.ngram_size = 0},
       .inputs = {Given(Tensor::Of<std::string>({1}, {"a"}))},
       .error = "ngram_size is 0"},
      {.name = "skip_gram_c3",
       .op = SkipGram{.ngram_size = 100, .max_skip = 100},
       .inputs = {Given(Tensor::Of<std::string>({1}, {long_text}))},
       .run_error = "take more than"},
  };
}

}  // namespace slipway::ops
