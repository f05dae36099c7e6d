#include "interpreter/math/word_sigmoid.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace slipway::interpreter {

namespace {

// logistic(i / 24) 2^16, raised by half of what linear interpolation loses in the middle of a step; the last is the
// largest.
std::array<uint16_t, 256> MakeLogisticTable() {
  std::array<uint16_t, 256> table;
  for (size_t i = 0; i < table.size(); ++i) {
    double y = 1 / (1 + std::exp(-static_cast<double>(i) / 24)), curvature = y * (1 - y) * (1 - 2 * y) / (24 * 24);
    table[i] = static_cast<uint16_t>(std::min(65535.0, std::round(65536 * (y - curvature / 16))));
  }
  table.back() = 65535;
  return table;
}

// Codes become multiples of 1/(24 512): x multiplier 2^-shift.
struct State {
  std::array<uint16_t, 256> table;
  int32_t multiplier;
  int shift;
  int64_t n;

  int32_t operator()(int16_t q) const {
    int32_t round = shift > 0 ? 1 << (shift - 1) : 0;
    return (q * multiplier + round) >> shift;
  }
};

// `exact_shifts`: input scales 2^-12 and up to so many powers of two more need no rounding.
State MakeState(float scale, int exact_shifts, int64_t n) {
  float log = std::log(scale) * (1.0f / std::log(2.0f)), rounded = std::round(log);
  int left = 12 + static_cast<int>(rounded);
  if (std::abs(log - rounded) < 1e-3f && left >= 0 && left <= exact_shifts)
    return {MakeLogisticTable(), 3 << left, 0, n};
  double multiplier = static_cast<double>(scale) * 4096.0 * 3.0;
  int shift = 0;
  for (; multiplier <= 32767.0 / 2.0 && shift <= 30; ++shift) multiplier *= 2;
  return {MakeLogisticTable(), static_cast<int32_t>(std::min(multiplier, 65535.0)), shift, n};
}

// `bits`: of the fraction within the table; the result has 16 + bits bits after the point. No branches: signs and
// saturation follow no pattern.
uint32_t Interpolate(const State& s, uint32_t x, int bits, uint32_t largest) {
  uint32_t index = x >> bits, within = std::min(index, 254u);
  uint32_t a = s.table[within], b = s.table[within + 1];
  uint32_t v = (a << bits) + (x & ((1u << bits) - 1)) * (b - a);
  return index == within ? v : largest;
}

int16_t Sigmoid(const State& s, int16_t q) {
  int32_t x = s(q);
  uint32_t v = Interpolate(s, static_cast<uint32_t>(std::abs(x)), 9, 0x7FFF << 10);
  uint32_t negative = static_cast<uint32_t>(x >> 31);
  v = (v ^ negative) + (negative & (1 << 25)) + (1 << 9);  // 2^25 - 1 - v where x is negative
  return static_cast<int16_t>(v >> 10);
}

int16_t Tanh(const State& s, int16_t q) {
  int32_t x = s(q), negative = x >> 31;
  int32_t v = static_cast<int32_t>(Interpolate(s, static_cast<uint32_t>(std::abs(x)), 8, 0xFFFF << 8)) - (1 << 23);
  return static_cast<int16_t>(((v ^ negative) + (1 << 7)) >> 8);  // -1 - v where x is negative
}

template <int16_t (*F)(const State&, int16_t)>
Kernel Make(const State& state) {
  Kernel k = MakeKernel(state, [](const State& s, EvalContext& c) {
    const int16_t* x = c.In<int16_t>(0);
    int16_t* y = c.Out<int16_t>(0);
    c.pool().ForRange(s.n, 8192, [&](int64_t begin, int64_t end) {
      const State own = s;  // a copy that y cannot overlap
      for (int64_t i = begin; i < end; ++i) y[i] = F(own, x[i]);
    });
    return Code::kOk;
  });
  k.in_place = 0;
  k.path = "interpolated table";
  return k;
}

}  // namespace

Kernel MakeWordSigmoid(float x_scale, int64_t elements) { return Make<Sigmoid>(MakeState(x_scale, 0, elements)); }
Kernel MakeWordTanh(float x_scale, int64_t elements) { return Make<Tanh>(MakeState(x_scale, 1, elements)); }

}  // namespace slipway::interpreter
