#include "ops/svdf/kernel_quant.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "interpreter/convolution/product_i8.h"
#include "interpreter/math/rescale.h"
#include "interpreter/recurrent/gate_products.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;
namespace gemm = interpreter::gemm;

namespace {

struct State {
  int64_t batch, depth, filters, memory, rank;
  interpreter::WeightsI8 weights;
  std::vector<int32_t> start;  // what x's zero point adds to a feature
  FixedMultiplier feature, output;
  int32_t state_zero, y_zero;
  bool bias;
  size_t sums;  // offset of the features' sums in scratch, behind a packed row
};

int32_t Wrap(uint32_t v) { return static_cast<int32_t>(v); }

// The sums of one row of x.
void Features(const State& s, const int8_t* x, std::byte* row, int32_t* sums) {
  const gemm::TilesI8& tiles = gemm::BestTilesI8();
  gemm::StoreCodesI8(tiles, x, s.depth, row, 0);
  gemm::FillCodesI8(tiles, 0, gemm::PaddedDepthI8(s.depth) - s.depth, row, s.depth);
  for (int64_t j = 0; j < s.filters; j += tiles.columns)
    interpreter::SumStoredRows(s.weights, row, gemm::RowBytesI8(tiles, s.depth), 1, j, sums + j);
}

template <class T>
Code Eval(const State& s, EvalContext& c) {
  const int64_t rows = s.batch * s.filters, units = s.filters / s.rank;
  if (rows == 0) return Code::kOk;
  T* state = const_cast<T*>(c.In<T>(4));
  const T* time = c.In<T>(2);
  int32_t* sums = reinterpret_cast<int32_t*>(c.scratch() + s.sums);
  std::memmove(state, state + 1, static_cast<size_t>(rows * s.memory - 1) * sizeof(T));
  constexpr int32_t lo = std::numeric_limits<T>::min(), hi = std::numeric_limits<T>::max();
  for (int64_t b = 0; b < s.batch; ++b) {
    Features(s, c.In<int8_t>(0) + b * s.depth, c.scratch(), sums);
    for (int64_t u = 0; u < units; ++u) {
      uint32_t total = s.bias ? static_cast<uint32_t>(c.In<int32_t>(3)[u]) : 0;
      for (int64_t f = u * s.rank; f < (u + 1) * s.rank; ++f) {
        T* kept = state + (b * s.filters + f) * s.memory;
        int32_t sum = Wrap(static_cast<uint32_t>(sums[f]) + static_cast<uint32_t>(s.start[static_cast<size_t>(f)]));
        uint32_t code = static_cast<uint32_t>(MultiplyFixed(sum, s.feature)) + static_cast<uint32_t>(s.state_zero);
        kept[s.memory - 1] = static_cast<T>(std::clamp(Wrap(code), lo, hi));
        for (int64_t m = 0; m < s.memory; ++m)
          total += static_cast<uint32_t>((kept[m] - s.state_zero) * time[f * s.memory + m]);
      }
      uint32_t y = static_cast<uint32_t>(MultiplyFixed(Wrap(total), s.output)) + static_cast<uint32_t>(s.y_zero);
      c.Out<int8_t>(0)[b * units + u] = static_cast<int8_t>(std::clamp(Wrap(y), -128, 127));
    }
  }
  return Code::kOk;
}

}  // namespace

Result<Kernel> PrepareSvdfCodes(const Svdf& op, interpreter::PrepareContext& c) {
  if (op.activation != Activation::kRelu) return Unsupported("on codes the activation must be RELU");  // svdf_c4
  for (int i : {0, 1, 2, 4})
    if (c.in(i).quant.scale.size() != 1)
      return Unsupported("operand ", i, " is ", c.in(i), ": it needs one scale");  // svdf_c4
  if (c.out(0).quant.scale.size() != 1) return Unsupported("the result needs one scale");
  const Tensor* weights = c.constant(1);
  if (!weights) return Unsupported("the feature weights must be constant");
  int64_t zero = c.in(0).quant.zero_point[0], kept_zero = c.in(4).quant.zero_point[0];
  bool words = c.in(2).dtype == DType::kI16;
  if (zero < -128 || zero > 127 || (words ? kept_zero != 0 : kept_zero < -128 || kept_zero > 127))
    return Unsupported("zero points are ", zero, " of x and ", kept_zero, " of the state");
  State s{};
  s.batch = c.in_shape(0)[0];
  s.depth = c.in_shape(0)[1];
  s.filters = c.in_shape(1)[0];
  s.memory = c.in_shape(2)[1];
  s.rank = op.rank;
  s.weights = interpreter::PackWeightsI8(weights->as<int8_t>().data(), 1, s.depth, s.depth, s.filters);
  for (int32_t sum : s.weights.column_sums)
    s.start.push_back(Wrap(0u - static_cast<uint32_t>(zero + 128) * static_cast<uint32_t>(sum)));
  auto scale = [&](int i) { return c.in(i).quant.scale[0]; };
  // In float, as TFLite does.
  s.feature = QuantizeMultiplier(static_cast<double>(scale(0) * scale(1) / scale(4)));
  s.output = QuantizeMultiplier(static_cast<double>(scale(4) * scale(2) / c.out(0).quant.scale[0]));
  s.state_zero = static_cast<int32_t>(kept_zero);
  s.y_zero = static_cast<int32_t>(c.out(0).quant.zero_point[0]);
  s.bias = c.Has(3);
  const gemm::TilesI8& tiles = gemm::BestTilesI8();
  s.sums = interpreter::AlignedBytes(static_cast<size_t>(gemm::RowBytesI8(tiles, s.depth)));
  size_t bytes = s.sums + sizeof(int32_t) * static_cast<size_t>(s.filters + tiles.columns);
  Kernel k =
      words ? interpreter::MakeKernel(std::move(s), [](const State& t, EvalContext& e) { return Eval<int16_t>(t, e); })
            : interpreter::MakeKernel(std::move(s), [](const State& t, EvalContext& e) { return Eval<int8_t>(t, e); });
  k.scratch_bytes = bytes;
  return k;
}

}  // namespace slipway::ops
