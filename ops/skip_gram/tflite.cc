#include "ops/tables/tflite.h"
#include "ops/skip_gram/skip_gram.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) {
  v.Int(0, "ngram_size", op.ngram_size);
  v.Int(1, "max_skip_size", op.max_skip);
  v.Bool(2, "include_all_ngrams", op.include_all);
}

Status SkipGram::FromTflite(const TfliteOperator& in, SkipGram* op) {
  return ReadOptions(in, OptionsType::SkipGramOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const SkipGram& op, const TfliteTypes&) {
  return MakeForm(Builtin::SKIP_GRAM, 1, OptionsType::SkipGramOptions, op, [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
