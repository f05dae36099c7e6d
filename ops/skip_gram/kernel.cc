#include <algorithm>
#include <iterator>

#include "interpreter/kernel.h"
#include "ops/skip_gram/skip_gram.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;

Result<interpreter::Kernel> Prepare(const SkipGram& op, interpreter::PrepareContext&) {
  return interpreter::MakeKernel(op, [](const SkipGram& skip_gram, EvalContext& c) {
    Result<std::vector<std::string>> grams = SkipGrams(skip_gram, c.InStrings(0)[0]);
    if (!grams.ok()) return c.Fail(Code::kBadValue, grams.status().message());  // skip_gram_c3
    if (Code code = c.Resize(0, {static_cast<int64_t>(grams->size())}); code != Code::kOk) return code;
    std::move(grams->begin(), grams->end(), c.OutStrings(0));
    return Code::kOk;
  });
}

}  // namespace slipway::ops
