#include <algorithm>
#include <cstring>

#include "interpreter/kernel.h"
#include "interpreter/recurrent/cell_f32.h"
#include "interpreter/recurrent/computed_weights.h"
#include "interpreter/recurrent/gate_products.h"
#include "ops/svdf/kernel_quant.h"
#include "ops/svdf/svdf.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::GateProducts;
using interpreter::Kernel;

namespace {

struct State {
  int64_t batch, depth, filters, memory, rank;
  Activation activation;
  bool bias;
  GateProducts products;
  std::vector<float> time;  // from codes
  size_t packed, scratch;   // offsets of the products' memory, behind the features
};

// The state moves by one element, so the oldest of each filter is lost; the places of the newest are filled then.
Code Eval(const State& s, EvalContext& c) {
  float* features = reinterpret_cast<float*>(c.scratch());
  float* state = const_cast<float*>(c.In<float>(4));
  const float* time = s.time.empty() ? c.In<float>(2) : s.time.data();
  s.products.Bind(c, c.scratch() + s.packed);
  s.products.Run({c.In<float>(0), s.depth, features, s.filters, s.batch}, c.scratch() + s.packed,
                 c.scratch() + s.scratch, &c.pool());
  const int64_t rows = s.batch * s.filters, units = s.filters / s.rank;
  if (rows == 0) return Code::kOk;
  std::memmove(state, state + 1, static_cast<size_t>(rows * s.memory - 1) * sizeof(float));
  float* y = c.Out<float>(0);
  for (int64_t b = 0; b < s.batch; ++b)
    for (int64_t u = 0; u < units; ++u) {
      float sum = 0;
      for (int64_t f = u * s.rank; f < (u + 1) * s.rank; ++f) {
        float* kept = state + (b * s.filters + f) * s.memory;
        kept[s.memory - 1] = features[b * s.filters + f];
        float dot = 0;
        for (int64_t m = 0; m < s.memory; ++m) dot += kept[m] * time[f * s.memory + m];
        sum += dot;
      }
      y[b * units + u] = s.bias ? sum + c.In<float>(3)[u] : sum;
    }
  interpreter::BestCellLoopsF32().activate(s.activation, y, s.batch * units);
  return Code::kOk;
}

}  // namespace

static Result<Kernel> PrepareLayer(const Svdf& op, interpreter::PrepareContext& c) {
  if (c.in(0).dtype == DType::kI8) return PrepareSvdfCodes(op, c);
  State s{c.in_shape(0)[0],
          c.in_shape(0)[1],
          c.in_shape(1)[0],
          c.in_shape(2)[1],
          op.rank,
          op.activation,
          c.Has(3),
          {},
          {},
          0,
          0};
  int weights[] = {1};
  ASSIGN_OR_RETURN(s.products, GateProducts::Make(c, weights, s.filters, s.depth, op.asymmetric_quantize_inputs));
  if (s.products.hybrid()) {
    const Tensor* codes = c.constant(2);
    if (!codes || c.in(2).quant.scale.size() != 1) return Unsupported("time weights need one scale and constant codes");
    const auto* from = static_cast<const int8_t*>(codes->data());
    for (int64_t i = 0; i < codes->elements(); ++i)
      s.time.push_back(static_cast<float>(from[i]) * c.in(2).quant.scale[0]);
  }
  s.packed = interpreter::AlignedBytes(static_cast<size_t>(s.batch * s.filters) * sizeof(float));
  s.scratch = s.packed + interpreter::AlignedBytes(s.products.packed_bytes());
  size_t bytes = s.scratch + s.products.scratch_bytes();
  std::string path = s.products.hybrid() ? "hybrid" : "";
  Kernel k = interpreter::MakeKernel(std::move(s), [](const State& state, EvalContext& e) { return Eval(state, e); });
  k.scratch_bytes = bytes;
  k.path = std::move(path);
  return k;
}

Result<Kernel> Prepare(const Svdf& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareRecurrent(
      op, c, [](const Svdf& layer, interpreter::PrepareContext& now) { return PrepareLayer(layer, now); });
}

}  // namespace slipway::ops
