#include <re2/re2.h>

#include <memory>

#include "interpreter/kernel.h"
#include "ops/regex_replace/regex_replace.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;

namespace {

struct State {
  RegexReplace op;
  std::shared_ptr<const re2::RE2> expression;
  int64_t strings;
};

Code Eval(const State& s, EvalContext& c) {
  for (int64_t i = 0; i < s.strings; ++i) {
    std::string& y = c.OutStrings(0)[i];
    y = c.InStrings(0)[i];
    if (s.op.global)
      re2::RE2::GlobalReplace(&y, *s.expression, s.op.rewrite);
    else
      re2::RE2::Replace(&y, *s.expression, s.op.rewrite);
  }
  return Code::kOk;
}

}  // namespace

Result<interpreter::Kernel> PrepareExt(const RegexReplace& op, interpreter::PrepareContext& c) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  auto expression = std::make_shared<const re2::RE2>(op.pattern, options);
  if (!expression->ok())
    return BadInput("'", op.pattern, "' is no regular expression: ", expression->error());  // regex_replace_c2
  std::string wrong;
  if (!expression->CheckRewriteString(op.rewrite, &wrong))
    return BadInput("'", op.rewrite, "' is no rewrite of '", op.pattern, "': ", wrong);  // regex_replace_c2
  State s{op, expression, c.in_shape(0).Elements()};
  return interpreter::MakeKernel(s, [](const State& state, EvalContext& ctx) { return Eval(state, ctx); });
}

}  // namespace slipway::ops
