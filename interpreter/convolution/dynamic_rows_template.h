#pragma once
// The bodies of DynamicRows for W floats at a time.

#include <cstring>

#include "interpreter/convolution/dynamic_rows.h"
#include "interpreter/math/float_vector.h"

namespace slipway::interpreter {
namespace {

template <int W>
struct DynamicLoops {
  using F = FloatVector<W>;
  using Ints = typename VectorTypes<W>::Ints;
  typedef int8_t Bytes __attribute__((vector_size(W)));

  static void Range(const float* x, int64_t n, float* lo, float* hi) {
    constexpr int kChains = 4;  // a running minimum waits for the one before
    F least[kChains], largest[kChains];
    for (int k = 0; k < kChains; ++k) {
      least[k] = F(*lo);
      largest[k] = F(*hi);
    }
    int64_t i = 0;
    for (; i + kChains * W <= n; i += kChains * W)
      for (int k = 0; k < kChains; ++k) {
        F v = F::Load(x + i + k * W);
        least[k] = F::Smaller(v, least[k]);
        largest[k] = F::Larger(v, largest[k]);
      }
    for (; i < n; i += W) {
      F v = i + W <= n ? F::Load(x + i) : F::LoadPart(x + i, n - i, x[i]);
      least[0] = F::Smaller(v, least[0]);
      largest[0] = F::Larger(v, largest[0]);
    }
    for (int k = 1; k < kChains; ++k) {
      least[0] = F::Smaller(least[k], least[0]);
      largest[0] = F::Larger(largest[k], largest[0]);
    }
    *lo = least[0].Fold(F::Smaller);
    *hi = largest[0].Fold(F::Larger);
  }

  static Bytes Codes(const EncodeArgs& a, F x) {
    F v = x * F(a.inverse);
    v = where(v < F(127.0f - a.zero), v, F(127.0f - a.zero));
    v = where(v > F(a.least - a.zero), v, F(a.least - a.zero));
    v = v + F::WithSignOf(F(0.5f), v);
    const Ints codes = __builtin_convertvector(v.v, Ints) + static_cast<int32_t>(a.zero);
    return __builtin_convertvector(codes, Bytes) ^ static_cast<int8_t>(a.flip);
  }

  static void Encode(const EncodeArgs& args) {
    const EncodeArgs a = args;  // its own copy: the codes might alias the caller's
    int64_t i = 0;
    for (; i + W <= a.n; i += W) {
      Bytes codes = Codes(a, F::Load(a.x + i));
      std::memcpy(a.codes + i, &codes, W);
    }
    if (i == a.n) return;
    Bytes codes = Codes(a, F::LoadPart(a.x + i, a.n - i, 0));
    std::memcpy(a.codes + i, &codes, static_cast<size_t>(a.n - i));
  }

  // Columns [j, j + n) of all rows; n is W where Full.
  template <bool Full>
  static void DecodeColumns(const DecodeRowsArgs& a, int64_t j, int64_t n) {
    auto load = [n](const float* p) { return Full ? F::Load(p) : F::LoadPart(p, n, 0); };
    auto load_ints = [n](const int32_t* p) {
      Ints v = {};
      std::memcpy(&v, p, Full ? sizeof(v) : static_cast<size_t>(n) * 4);
      return v;
    };
    const F weight_scale = a.per_column ? load(a.weight_scales + j) : F(a.weight_scales[0]);
    const F bias = a.bias ? load(a.bias + j) : F(0.0f), lo(a.lo), hi(a.hi);
    const Ints column_sum = load_ints(a.column_sums + j);
    F factor;
    Ints term;
    for (int64_t r = 0; r < a.rows; ++r) {
      const DynamicScale& scale = a.scales[r];
      if (r == 0 || scale.scale != a.scales[r - 1].scale || scale.zero_point != a.scales[r - 1].zero_point) {
        factor = F(scale.scale) * weight_scale;
        term = column_sum * (scale.zero_point + a.offset);
      }
      const Ints sum = load_ints(a.sums + r * a.sums_step + j) - term;
      F v = F(__builtin_convertvector(sum, typename F::Floats)) * factor + bias;
      v = where(v < lo, lo, v);
      v = where(v > hi, hi, v);
      float* y = a.y + r * a.y_step + j;
      if constexpr (Full)
        v.Store(y);
      else
        v.StorePart(y, n);
    }
  }

  static void Decode(const DecodeRowsArgs& a) {
    int64_t j = 0;
    for (; j + W <= a.n; j += W) DecodeColumns<true>(a, j, W);
    if (j < a.n) DecodeColumns<false>(a, j, a.n - j);
  }

  static constexpr DynamicRows kRows = {Range, Encode, Decode};
};

}  // namespace
}  // namespace slipway::interpreter
