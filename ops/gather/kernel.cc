#include <algorithm>
#include <cstring>

#include "interpreter/kernel.h"
#include "interpreter/movement/strided_copy.h"
#include "interpreter/refuse.h"
#include "ops/gather/gather.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  int64_t batches, outer, n, inner, picks;
  int64_t element;  // bytes; 0: strings
  Shape indices;
  Code (*eval)(const State&, EvalContext&);
};

template <class Index>
bool AllInside(const Index* indices, int64_t count, int64_t n) {
  bool inside = true;
  for (int64_t i = 0; i < count; ++i)
    inside &= static_cast<uint64_t>(static_cast<int64_t>(indices[i])) < static_cast<uint64_t>(n);
  return inside;
}

// copy(from, to): the slice at position `from` of params goes to position `to` of y, both in slices.
template <class Index, class Copy>
void Pick(const State& s, const Index* indices, ThreadPool& pool, const Copy& copy) {
  int64_t slice_bytes = s.inner * (s.element ? s.element : 32);
  pool.ForRange(s.batches * s.outer * s.picks, 65536 / (slice_bytes + 1) + 1, [&](int64_t begin, int64_t end) {
    int64_t block = begin / s.picks, pick = begin % s.picks;
    for (int64_t to = begin; to < end; ++to) {
      copy(block * s.n + static_cast<int64_t>(indices[block / s.outer * s.picks + pick]), to);
      if (++pick == s.picks) {
        pick = 0;
        ++block;
      }
    }
  });
}

template <int kBytes, class Index>
void PickFixed(const State& s, const Index* indices, EvalContext& c) {
  const char* x = c.In<char>(0);
  char* y = c.Out<char>(0);
  Pick(s, indices, c.pool(),
       [=](int64_t from, int64_t to) { std::memcpy(y + to * kBytes, x + from * kBytes, kBytes); });
}

template <class Index>
Code Eval(const State& s, EvalContext& c) {
  const Index* indices = c.In<Index>(1);
  if (s.batches * s.outer * s.picks == 0) return Code::kOk;
  if (!AllInside(indices, s.batches * s.picks, s.n))
    return interpreter::RefuseIndex(s.indices, indices, s.n, c);  // gather_c4
  int64_t bytes = s.inner * s.element;
  if (s.element == 0) {
    const std::string* x = c.InStrings(0);
    std::string* y = c.OutStrings(0);
    Pick(s, indices, c.pool(),
         [&](int64_t from, int64_t to) { std::copy_n(x + from * s.inner, s.inner, y + to * s.inner); });
  } else if (bytes == 1) {
    PickFixed<1>(s, indices, c);
  } else if (bytes == 2) {
    PickFixed<2>(s, indices, c);
  } else if (bytes == 4) {
    PickFixed<4>(s, indices, c);
  } else if (bytes == 8) {
    PickFixed<8>(s, indices, c);
  } else if (bytes > 0) {
    const char* x = c.In<char>(0);
    char* y = c.Out<char>(0);
    Pick(s, indices, c.pool(),
         [=](int64_t from, int64_t to) { std::memcpy(y + to * bytes, x + from * bytes, static_cast<size_t>(bytes)); });
  }
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const Gather& op, interpreter::PrepareContext& c) {
  const Shape &x = c.in_shape(0), &i = c.in_shape(1);
  ASSIGN_OR_RETURN(GatherAxes axes, NormalizeGather(op, x.rank(), i.rank()));
  int element = interpreter::MovableBytes(c.in(0).dtype);
  if (element < 0) return interpreter::NoKernelFor("Gather", c);
  State s{.batches = x.Elements(0, axes.batch_dims),
          .outer = x.Elements(axes.batch_dims, axes.axis),
          .n = x[axes.axis],
          .inner = x.Elements(axes.axis + 1, x.rank()),
          .picks = i.Elements(axes.batch_dims, i.rank()),
          .element = element,
          .indices = i};
  bool known = VisitFixedDType(c.in(1).dtype, [&](auto tag) {
    if constexpr (std::is_integral_v<decltype(tag)>) s.eval = Eval<decltype(tag)>;
  });
  if (!known || !s.eval) return interpreter::NoKernelFor("Gather", c);
  return interpreter::MakeKernel(s, [](const State& state, EvalContext& ctx) { return state.eval(state, ctx); });
}

}  // namespace slipway::ops
