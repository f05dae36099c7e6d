#include <algorithm>
#include <cstring>

#include "interpreter/index_operand.h"
#include "interpreter/movement/strided_copy.h"
#include "interpreter/refuse.h"
#include "ops/reverse_sequence/reverse_sequence.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::IndexOperand;
using interpreter::Kernel;

namespace {

struct State {
  SequenceBlocks blocks;
  Shape lengths;
  DType length_type;
  int64_t run;  // elements behind the two axes
  int element;  // bytes; 0: strings
};

Code Eval(const State& s, EvalContext& c) {
  IndexOperand lengths(c.In<void>(1), s.length_type);
  int64_t n = s.blocks.sequence_first ? s.blocks.first : s.blocks.last;
  for (int64_t b = 0; b < s.lengths[0]; ++b)
    if (lengths[b] < 0 || lengths[b] > n)
      return interpreter::RefuseIndex(s.lengths, lengths, n + 1, c, "lengths");  // reverse_sequence_c3
  int64_t bytes = s.run * s.element;
  c.pool().ForRange(s.run > 0 ? s.blocks.count() : 0, 32768 / (bytes + 16) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t to = begin; to < end; ++to) {
      int64_t from = s.blocks.From(lengths, to);
      if (s.element == 0)
        std::copy_n(c.InStrings(0) + from * s.run, s.run, c.OutStrings(0) + to * s.run);
      else
        std::memcpy(c.Out<char>(0) + to * bytes, c.In<char>(0) + from * bytes, static_cast<size_t>(bytes));
    }
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const ReverseSequence& op, interpreter::PrepareContext& c) {
  const Shape& x = c.in_shape(0);
  State s{SequenceBlocks(op, x), c.in_shape(1), c.in(1).dtype,
          x.Elements(std::max(op.seq_axis, op.batch_axis) + 1, x.rank()), interpreter::MovableBytes(c.in(0).dtype)};
  if (s.element < 0 || !IndexOperand::Takes(s.length_type)) return interpreter::NoKernelFor("ReverseSequence", c);
  return interpreter::MakeKernel(s, [](const State& state, EvalContext& ctx) { return Eval(state, ctx); });
}

}  // namespace slipway::ops
