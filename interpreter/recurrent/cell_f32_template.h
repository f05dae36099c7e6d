#pragma once
// The bodies of CellLoopsF32. Internal linkage, since sources of several instruction sets include it.

#include "interpreter/math/float_vector.h"
#include "interpreter/recurrent/cell_f32.h"

namespace slipway::interpreter {
namespace {

template <int W>
struct CellF32 {
  using F = FloatVector<W>;
  using Activation = ops::Activation;

  static F Activate(Activation a, F x) {
    switch (a) {
      case Activation::kTanh:
        return tanh(x);
      case Activation::kRelu:
        return where(x < F(0), F(0), x);
      case Activation::kReluN1To1:
        return where(x < F(-1), F(-1), where(x > F(1), F(1), x));
      case Activation::kRelu6:
        return where(x < F(0), F(0), where(x > F(6), F(6), x));
      case Activation::kSignBit:
        return where(x < F(0), F(1), F(0));
      default:
        return x;
    }
  }

  // Whole vectors, then what is left.
  struct Part {
    int64_t n;
    F Load(const float* p) const { return n == W ? F::Load(p) : F::LoadPart(p, n, 0); }
    void Store(F v, float* p) const {
      if (n == W)
        v.Store(p);
      else
        v.StorePart(p, n);
    }
  };
  template <class G>
  static void ForParts(int64_t n, const G& g) {
    int64_t at = 0;
    for (; at + W <= n; at += W) g(at, Part{W});
    if (at < n) g(at, Part{n - at});
  }

  static void Update(const CellUpdateF32& u) {
    ForParts(u.n, [&](int64_t at, Part part) {
      F c = part.Load(u.c + at), f = part.Load(u.f + at), g = Activate(u.activation, part.Load(u.g + at));
      if (u.peephole_f) f = f + part.Load(u.peephole_f + at) * c;
      F forget = logistic(f), input = F(1) - forget;
      if (u.i) {
        F i = part.Load(u.i + at);
        if (u.peephole_i) i = i + part.Load(u.peephole_i + at) * c;
        input = logistic(i);
      }
      c = forget * c + input * g;
      if (u.clip > 0) c = where(c < F(-u.clip), F(-u.clip), where(c > F(u.clip), F(u.clip), c));
      part.Store(c, u.c + at);
    });
  }

  static void Output(const CellOutputF32& u) {
    ForParts(u.n, [&](int64_t at, Part part) {
      F c = part.Load(u.c + at), o = part.Load(u.o + at);
      if (u.peephole_o) o = o + part.Load(u.peephole_o + at) * c;
      part.Store(logistic(o) * Activate(u.activation, c), u.h + at);
    });
  }

  static void ActivateRow(Activation a, float* x, int64_t n) {
    if (a == Activation::kNone) return;
    ForParts(n, [&](int64_t at, Part part) { part.Store(Activate(a, part.Load(x + at)), x + at); });
  }

  static void StoreSums(const ScaledSums& s) {
    for (int64_t j = 0; j < s.n; ++j) {
      int32_t sum = static_cast<int32_t>(static_cast<uint32_t>(s.sums[j]) -
                                         static_cast<uint32_t>(s.zero) * static_cast<uint32_t>(s.column_sums[j]));
      float v = static_cast<float>(sum) * (s.scale * s.weight_scales[j]);
      if (s.start) v += s.start[j];
      v = v < -s.limit ? -s.limit : v;
      s.y[j] = v > s.limit ? s.limit : v;
    }
  }

  static constexpr CellLoopsF32 Make() { return {Update, Output, ActivateRow, StoreSums}; }
};

}  // namespace
}  // namespace slipway::interpreter
