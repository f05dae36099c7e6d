#include "interpreter/bfloat16/kernels.h"

#include <optional>

#include "interpreter/bfloat16/product.h"
#include "ops/conv_2d/conv_2d.h"
#include "ops/fully_connected/fully_connected.h"

namespace slipway::interpreter {

namespace {

struct State {
  ProductBf16 product;
  float lo, hi;
  bool bias;
};

// A layer as a convolution; none where it is another operator or nothing for bfloat16.
struct Layer {
  ops::ConvGeometry geometry;
  ops::FilterLayout layout;
  ops::Activation activation;
};

std::optional<Layer> LayerOf(const ops::Op& op, const PrepareContext& c) {
  if (const auto* conv = op.As<ops::Conv2D>()) {
    const ops::FilterDims f = ops::ConvFilterDims(c.in_shape(1), conv->layout);
    Layer l{ops::MakeGeometry(c.in_shape(0), c.out_shape(0), f.h, f.w, ops::WindowOf(*conv)), conv->layout,
            conv->activation};
    if (f.in != l.geometry.in_c) return {};
    return l;
  }
  if (const auto* dense = op.As<ops::FullyConnected>()) {
    const int64_t out = c.in_shape(1)[0], depth = c.in_shape(1)[1];
    const int64_t rows = depth ? c.in_shape(0).Elements() / depth : 0;
    Layer l{ops::MakeGeometry({1, 1, rows, depth}, {1, 1, rows, out}, 1, 1, {}), ops::FilterLayout::kTflite,
            dense->activation};
    if (!ops::CheckClampActivation(dense->activation).ok()) return {};
    return l;
  }
  return {};
}

Result<Kernel> Prepare(const ops::Op& op, PrepareContext& c) {
  const TilesBf16* tiles = BestTilesBf16();
  if (!tiles || c.exact() || c.num_inputs() < 2 || c.in(0).dtype != DType::kF32 || c.in(1).dtype != DType::kF32)
    return Kernel{};
  const Tensor* filter = c.constant(1);
  std::optional<Layer> layer = LayerOf(op, c);
  // Less than the instructions take at a time is mostly filling.
  if (!filter || !layer || layer->geometry.in_c * layer->geometry.filter_h * layer->geometry.filter_w < kDepthStepBf16)
    return Kernel{};
  State s{ProductBf16(*tiles, layer->geometry, layer->layout, filter->as<float>().data(), c.num_threads()), 0, 0,
          c.Has(2)};
  ActivationRange(layer->activation, &s.lo, &s.hi);
  const size_t scratch = s.product.scratch_bytes();
  Kernel k = MakeKernel(std::move(s), [](const State& state, EvalContext& e) {
    state.product.Run(e.In<float>(0), state.bias ? e.In<float>(2) : nullptr, state.lo, state.hi, e.Out<float>(0),
                      e.scratch(), e.pool());
    return Code::kOk;
  });
  k.scratch_bytes = scratch;
  k.unread = 1u << 1;
  k.path = tiles->name;
  return k;
}

}  // namespace

const KernelSet& BFloat16Kernels() {
  static constexpr KernelSet set = {"bfloat16", Prepare};
  return set;
}

}  // namespace slipway::interpreter
