#pragma once
// SkipGram: the sequences of ngram_size words of a text in their order, where up to max_skip words may be left out
// between neighbours, each joined by spaces; with include_all also the shorter ones, each behind those that go on from
// it. None of a text with fewer words.
//   operands: x, one string
//
// Words are what stands between white space, as TFLite takes it: a text that begins with one white space loses its
// first word, or is one word together with it if there is no other.
//
// C1 x is a string, the only one
// C2 ngram_size >= 1, max_skip >= 0
// C3 the result takes at most kMaxBytes: checked when running
// C4 y holds strings and has rank 1

#include <string>
#include <string_view>
#include <vector>

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct SkipGram {
  int ngram_size = 1;
  int max_skip = 0;
  bool include_all = false;

  static void Fields(auto& op, auto&& f) {
    f("ngram_size", op.ngram_size);
    f("max_skip", op.max_skip);
    f("include_all", op.include_all);
  }
  using ReferenceTypes = AnyTypes;
  static Status FromTflite(const TfliteOperator&, SkipGram*);
};

Result<TensorTypes> Infer(const SkipGram&, Inputs);
Result<TfliteForm> ToTflite(const SkipGram&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const SkipGram&, interpreter::PrepareContext&);
// The sequences of a text (C3).
Result<std::vector<std::string>> SkipGrams(const SkipGram&, std::string_view text);

}  // namespace slipway::ops
