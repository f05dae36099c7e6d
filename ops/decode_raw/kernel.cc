#include <algorithm>
#include <cstring>

#include "interpreter/kernel.h"
#include "ops/decode_raw/decode_raw.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;

namespace {

struct State {
  Shape x;
  size_t item;  // bytes of an element
  bool swap;    // big-endian elements of more than a byte
  bool to_bool;
};

Code Eval(const State& s, EvalContext& c) {
  const std::string* x = c.InStrings(0);
  int64_t n = s.x.Elements();
  size_t length = n ? x[0].size() : 0;
  if (length % s.item != 0) return Code::kBadValue;
  for (int64_t i = 1; i < n; ++i)
    if (x[i].size() != length) return Code::kBadShape;
  Shape y = s.x;
  y.push_back(static_cast<int64_t>(length / s.item));
  if (Code code = c.Resize(0, y); code != Code::kOk) return code;
  char* out = c.Out<char>(0);
  for (int64_t i = 0; i < n && length; ++i) std::memcpy(out + static_cast<size_t>(i) * length, x[i].data(), length);
  size_t total = static_cast<size_t>(n) * length;
  if (s.swap)
    for (size_t at = 0; at < total; at += s.item) std::reverse(out + at, out + at + s.item);
  if (s.to_bool)
    for (size_t at = 0; at < total; ++at) out[at] = out[at] != 0;
  return Code::kOk;
}

}  // namespace

Result<interpreter::Kernel> Prepare(const DecodeRaw& op, interpreter::PrepareContext& c) {
  if (c.in_shape(0).rank() >= kMaxRank) return interpreter::NoKernelFor("DecodeRaw", c);
  size_t item = static_cast<size_t>(DTypeSize(op.out_type));
  return interpreter::MakeKernel(State{c.in_shape(0), item, !op.little_endian && item > 1, op.out_type == DType::kBool},
                                 [](const State& s, EvalContext& ctx) { return Eval(s, ctx); });
}

}  // namespace slipway::ops
