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
  size_t size;  // bytes of an element
  bool swap, to_bool;
};

void Decode(const State& s, const std::string& bytes, char* y) {
  std::memcpy(y, bytes.data(), bytes.size());
  if (s.swap)
    for (size_t i = 0; i < bytes.size(); i += s.size) std::reverse(y + i, y + i + s.size);
  if (s.to_bool)
    for (size_t i = 0; i < bytes.size(); ++i) y[i] = y[i] != 0;
}

Code Eval(const State& s, EvalContext& c) {
  const std::string* x = c.InStrings(0);
  int64_t n = s.x.Elements();
  size_t length = n > 0 ? x[0].size() : 0;
  for (int64_t i = 0; i < n; ++i)
    if (x[i].size() != length)
      return c.Fail(Code::kBadShape, "string ", i, " has ", x[i].size(), " bytes, string 0 has ",
                    length);  // decode_raw_c3
  if (length % s.size != 0)
    return c.Fail(Code::kBadShape, "strings of ", length, " bytes, not a multiple of the ", s.size,
                  " bytes of an element");  // decode_raw_c3
  Shape y = s.x;
  y.push_back(static_cast<int64_t>(length / s.size));
  if (Code code = c.Resize(0, y); code != Code::kOk) return code;
  char* out = c.Out<char>(0);
  if (length > 0)
    for (int64_t i = 0; i < n; ++i) Decode(s, x[i], out + static_cast<size_t>(i) * length);
  return Code::kOk;
}

}  // namespace

Result<interpreter::Kernel> Prepare(const DecodeRaw& op, interpreter::PrepareContext& c) {
  if (c.in_shape(0).rank() >= kMaxRank) return interpreter::NoKernelFor("DecodeRaw", c);
  State s{.x = c.in_shape(0), .size = static_cast<size_t>(DTypeSize(op.out_type))};
  s.swap = !op.little_endian && s.size > 1;
  s.to_bool = op.out_type == DType::kBool;
  return interpreter::MakeKernel(s, [](const State& state, EvalContext& ctx) { return Eval(state, ctx); });
}

}  // namespace slipway::ops
