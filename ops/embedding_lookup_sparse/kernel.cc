#include <algorithm>

#include "interpreter/index_operand.h"
#include "interpreter/refuse.h"
#include "ops/embedding_lookup_sparse/embedding_lookup_sparse.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::IndexOperand;
using interpreter::Kernel;

namespace {

struct State {
  Combiner combiner;
  Shape ids, indices, params;
  DType id_type, index_type, shape_type;
};

// embedding_lookup_sparse_c3
Code Check(const State& s, const CombinedPlaces& places, EvalContext& c) {
  IndexOperand ids(c.In<void>(0), s.id_type), indices(c.In<void>(1), s.index_type);
  for (int64_t n = 0; n < s.ids[0]; ++n) {
    if (ids[n] < 0 || ids[n] >= s.params[0]) return interpreter::RefuseIndex(s.ids, ids, s.params[0], c, "ids");
    if (places.At(indices, n) < 0) return c.Fail(Code::kIndexOutOfRange, "indices[", n, "] is not in the shape");
  }
  return Code::kOk;
}

void Combine(const State& s, const CombinedPlaces& places, EvalContext& c) {
  IndexOperand ids(c.In<void>(0), s.id_type), indices(c.In<void>(1), s.index_type);
  const float *weights = c.In<float>(3), *params = c.In<float>(4);
  int64_t count = s.ids[0], row = s.params.Elements(1, s.params.rank());
  CombinedWeights<float> combined;
  for (int64_t n = 0; n < count; ++n) {
    int64_t at = places.At(indices, n);
    const float* from = params + ids[n] * row;
    float* y = c.Out<float>(0) + at * row;
    combined.Add(weights[n]);
    for (int64_t k = 0; k < row; ++k) y[k] += from[k] * weights[n];
    if (n + 1 < count && places.At(indices, n + 1) == at) continue;
    float divisor = combined.Divisor(s.combiner);
    for (int64_t k = 0; k < row && s.combiner != Combiner::kSum; ++k) y[k] /= divisor;
    combined = {};
  }
}

Code Eval(const State& s, EvalContext& c) {
  IndexOperand given(c.In<void>(2), s.shape_type);
  std::vector<int64_t> dims;
  for (int64_t i = 0; i < s.indices[1]; ++i) dims.push_back(given[i]);
  Result<Shape> y = CombinedShape(dims, s.params);
  if (!y.ok()) return c.Fail(Code::kBadShape, y.status().message());  // embedding_lookup_sparse_c1
  if (Code code = c.Resize(0, *y); code != Code::kOk) return code;
  dims.pop_back();
  CombinedPlaces places{std::move(dims)};
  if (Code code = Check(s, places, c); code != Code::kOk) return code;
  std::fill_n(c.Out<float>(0), y->Elements(), 0.0f);
  Combine(s, places, c);
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const EmbeddingLookupSparse& op, interpreter::PrepareContext& c) {
  State s{op.combiner, c.in_shape(0), c.in_shape(1), c.in_shape(4), c.in(0).dtype, c.in(1).dtype, c.in(2).dtype};
  for (DType t : {s.id_type, s.index_type, s.shape_type})
    if (!IndexOperand::Takes(t)) return interpreter::NoKernelFor("EmbeddingLookupSparse", c);
  return interpreter::MakeKernel(s, [](const State& state, EvalContext& ctx) { return Eval(state, ctx); });
}

}  // namespace slipway::ops
