#include <re2/re2.h>

#include <memory>

#include "interpreter/kernel.h"
#include "ops/regex_full_match/regex_full_match.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;

namespace {

struct State {
  std::shared_ptr<const re2::RE2> expression;
  int64_t strings;
};

Code Eval(const State& s, EvalContext& c) {
  for (int64_t i = 0; i < s.strings; ++i) c.Out<bool>(0)[i] = re2::RE2::FullMatch(c.InStrings(0)[i], *s.expression);
  return Code::kOk;
}

}  // namespace

Result<interpreter::Kernel> PrepareExt(const RegexFullMatch& op, interpreter::PrepareContext& c) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  auto expression = std::make_shared<const re2::RE2>(op.pattern, options);
  if (!expression->ok())
    return BadInput("'", op.pattern, "' is no regular expression: ", expression->error());  // regex_full_match_c2
  State s{expression, c.in_shape(0).Elements()};
  return interpreter::MakeKernel(s, [](const State& state, EvalContext& ctx) { return Eval(state, ctx); });
}

}  // namespace slipway::ops
