#pragma once
// Functions of quantized codes as tables, with TFLite's rounding: the code's real value, the function in float, then
// the nearest code (halves away from zero), saturated.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "interpreter/math/code_scale.h"
#include "interpreter/math/lookup.h"

namespace slipway::interpreter {

// table[low byte of the code] = code(q).
template <class T, class F>
ByteTable MakeByteTable(F&& code) {
  ByteTable table;
  for (int i = 0; i < 256; ++i) {
    T q = static_cast<T>(static_cast<uint8_t>(i));
    table[static_cast<size_t>(i)] = static_cast<uint8_t>(static_cast<T>(code(q)));
  }
  return table;
}

template <class T>
T Saturate(int64_t v) {
  return static_cast<T>(std::clamp<int64_t>(v, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}

// A float that may be NaN or beyond every integer.
template <class T>
T SaturateReal(float v) {
  constexpr float lo = std::numeric_limits<T>::min(), hi = std::numeric_limits<T>::max();
  return static_cast<T>(v >= lo ? std::min(v, hi) : lo);
}

template <class T, class F>
ByteTable TabulateBytes(CodeScale x, CodeScale y, F&& f) {
  const float inverse = 1 / y.scale;
  return MakeByteTable<T>([&](T q) {
    float real = x.scale * static_cast<float>(int64_t{q} - x.zero_point);
    return SaturateReal<T>(std::round(f(real) * inverse) + static_cast<float>(y.zero_point));
  });
}

// 16-bit codes: 512 steps of 128 codes with linear interpolation between them. A step's value is moved by half of its
// interpolation's error at the middle.
class WordTable {
 public:
  // Float: the type in which the function and the rounding run.
  template <class Float, class F>
  static WordTable Make(Float x_scale, int32_t x_zero, Float y_scale, int32_t y_zero, F&& f) {
    constexpr int32_t least = std::numeric_limits<int16_t>::min(), most = std::numeric_limits<int16_t>::max();
    const Float x_min = x_scale * static_cast<Float>(least - x_zero),
                x_max = x_scale * static_cast<Float>(most - x_zero);
    const Float y_min = y_scale * static_cast<Float>(least - y_zero),
                y_max = y_scale * static_cast<Float>(most - y_zero);
    const Float step = (x_max - x_min) / kSteps, half = step / 2;
    const Float inverse = static_cast<Float>(most - least + 1) / (y_max - y_min);
    WordTable t;
    for (int i = 0; i < kSteps; ++i) {
      Float at = x_min + static_cast<Float>(i) * step;
      Float value = f(at), middle = f(at + half), next = f(x_min + static_cast<Float>(i + 1) * step);
      Float sample = std::round(value * inverse);
      Float interpolated = std::round((next * inverse + sample) / 2);
      Float bias = std::round((interpolated - std::round(middle * inverse)) / 2);
      t.values_[static_cast<size_t>(i)] = Narrow(sample - bias);
    }
    t.values_[kSteps] = Narrow(std::round(f(x_max) * inverse));
    return t;
  }

  int16_t operator()(int16_t q) const {
    size_t index = static_cast<size_t>(256 + (q >> 7));
    int32_t base = values_[index], slope = static_cast<int16_t>(values_[index + 1] - base);
    return static_cast<int16_t>(base + ((slope * (q & 127) + 64) >> 7));
  }

 private:
  static constexpr int kSteps = 512;
  template <class Float>
  static int16_t Narrow(Float v) {
    return static_cast<int16_t>(v >= -32768 ? std::min<Float>(v, 32767) : Float(-32768));
  }
  std::array<int16_t, kSteps + 1> values_;
};

}  // namespace slipway::interpreter
