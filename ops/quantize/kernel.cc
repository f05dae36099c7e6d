#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "base/fixed_point.h"
#include "interpreter/kept.h"
#include "interpreter/kernel.h"
#include "interpreter/math/code_rows.h"
#include "ops/quantize/quantize.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;
using interpreter::PrepareContext;

namespace {

template <class T>
constexpr bool Keeps = interpreter::KeepsFor<Quantize>(DTypeOf<T>());

// Floats, [outer, channels, inner]; one channel where there is one scale.
struct FloatState {
  int64_t outer, channels, inner;
  std::vector<float> scale;
  std::vector<int32_t> zero_point;
};

template <class T>
Code EvalFloat(const FloatState& s, EvalContext& c) {
  const float* x = c.In<float>(0);
  T* q = c.Out<T>(0);
  const auto run = interpreter::CodeRowsOf<T>(CpuIsa()).quantize;
  if (s.channels == 1) {
    c.pool().ForRange(s.inner, 16384, [&](int64_t begin, int64_t end) {
      run(x + begin, q + begin, end - begin, s.scale[0], s.zero_point[0]);
    });
    return Code::kOk;
  }
  c.pool().ForRange(s.outer * s.channels, 16384 / (s.inner + 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; ++k) {
      size_t channel = static_cast<size_t>(k % s.channels);
      run(x + k * s.inner, q + k * s.inner, s.inner, s.scale[channel], s.zero_point[channel]);
    }
  });
  return Code::kOk;
}

Result<FloatState> MakeFloatState(PrepareContext& c) {
  const Shape& x = c.in_shape(0);
  const Quantization& quant = c.out(0).quant;
  FloatState s{.outer = 1, .channels = 1, .inner = x.Elements(), .scale = quant.scale};
  for (int64_t z : quant.zero_point) s.zero_point.push_back(static_cast<int32_t>(z));
  if (quant.per_channel()) {
    if (quant.axis < 0 || quant.axis >= x.rank() || x[quant.axis] != static_cast<int64_t>(quant.scale.size()))
      return BadInput("the result has ", quant.scale.size(), " scales along axis ", quant.axis, ", its shape is ", x);
    s.outer = x.Elements(0, quant.axis);
    s.channels = x[quant.axis];
    s.inner = x.Elements(quant.axis + 1, x.rank());
  }
  return s;
}

template <class T>
Result<Kernel> PrepareFloat(PrepareContext& c) {
  if constexpr (!Keeps<float> || !Keeps<T>) {
    return interpreter::NoKernelFor("Quantize", c);
  } else {
    ASSIGN_OR_RETURN(FloatState s, MakeFloatState(c));
    return interpreter::MakeKernel(std::move(s),
                                   [](const FloatState& state, EvalContext& ctx) { return EvalFloat<T>(state, ctx); });
  }
}

// Packed codes of 4 bits, two to a byte; as 8-bit codes first.
struct PackedState {
  FloatState floats;
  int64_t elements;
};

template <class T>
Code EvalPacked(const PackedState& s, EvalContext& c) {
  T* codes = reinterpret_cast<T*>(c.scratch());
  void* out[] = {codes};
  EvalContext inner = c;
  inner.out_ = out;
  EvalFloat<T>(s.floats, inner);
  uint8_t* y = c.Out<uint8_t>(0);
  for (int64_t i = 0; i < s.elements; i += 2) {
    int low = std::clamp<int>(codes[i], -8, 7), high = i + 1 < s.elements ? std::clamp<int>(codes[i + 1], -8, 7) : 0;
    y[i / 2] = static_cast<uint8_t>((low & 15) | (high & 15) << 4);
  }
  return Code::kOk;
}

template <DType packed>
Result<Kernel> PreparePacked(PrepareContext& c) {
  if constexpr (!interpreter::KeepsFor<Quantize>(packed)) {
    return interpreter::NoKernelFor("Quantize", c);
  } else {
    ASSIGN_OR_RETURN(FloatState s, MakeFloatState(c));
    int64_t n = c.in_shape(0).Elements();
    Kernel k = interpreter::MakeKernel(PackedState{std::move(s), n}, [](const PackedState& state, EvalContext& ctx) {
      return EvalPacked<int8_t>(state, ctx);
    });
    k.scratch_bytes = static_cast<size_t>(n);
    return k;
  }
}

// Codes of u8 that are kept below 2^bits.
struct NarrowState {
  FloatState floats;
  int64_t elements;
  uint8_t most;
};

Result<Kernel> PrepareNarrow(int bits, PrepareContext& c) {
  ASSIGN_OR_RETURN(FloatState s, MakeFloatState(c));
  NarrowState state{std::move(s), c.in_shape(0).Elements(), static_cast<uint8_t>((1 << bits) - 1)};
  return interpreter::MakeKernel(std::move(state), [](const NarrowState& n, EvalContext& e) {
    EvalFloat<uint8_t>(n.floats, e);
    uint8_t* q = e.Out<uint8_t>(0);
    for (int64_t i = 0; i < n.elements; ++i) q[i] = std::min(q[i], n.most);
    return Code::kOk;
  });
}

// Integers: multiplied by the ratio of the scales in fixed point.
struct RequantizeState {
  int64_t elements;
  int32_t in_zero, out_zero;
  FixedMultiplier ratio;
};

template <class To>
To Requantize(const RequantizeState& s, int32_t q) {
  int64_t v = int64_t{MultiplyFixed(q - s.in_zero, s.ratio)} + s.out_zero;
  return static_cast<To>(std::clamp<int64_t>(v, std::numeric_limits<To>::min(), std::numeric_limits<To>::max()));
}

template <class From, class To>
struct TableState {
  int64_t elements;
  std::array<To, 256> codes;
};

template <class From, class To>
Result<Kernel> PrepareInteger(const RequantizeState& s, PrepareContext& context) {
  if constexpr (!Keeps<From> || !Keeps<To>) {
    return interpreter::NoKernelFor("Quantize", context);
  } else if constexpr (sizeof(From) == 1) {
    TableState<From, To> table{s.elements, {}};
    for (int i = 0; i < 256; ++i)
      table.codes[static_cast<size_t>(i)] = Requantize<To>(s, static_cast<From>(static_cast<uint8_t>(i)));
    return interpreter::MakeKernel(table, [](const TableState<From, To>& t, EvalContext& c) {
      const uint8_t* x = c.In<uint8_t>(0);
      To* y = c.Out<To>(0);
      c.pool().ForRange(t.elements, 16384, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) y[i] = t.codes[x[i]];
      });
      return Code::kOk;
    });
  } else {
    return interpreter::MakeKernel(s, [](const RequantizeState& state, EvalContext& c) {
      const From* x = c.In<From>(0);
      To* y = c.Out<To>(0);
      c.pool().ForRange(state.elements, 8192, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) y[i] = Requantize<To>(state, x[i]);
      });
      return Code::kOk;
    });
  }
}

template <class From>
Result<Kernel> PrepareFrom(PrepareContext& c) {
  if (!Keeps<From>) return interpreter::NoKernelFor("Quantize", c);
  const Quantization &in = c.in(0).quant, &out = c.out(0).quant;
  if (in.scale.size() != 1 || out.scale.size() != 1 || out.scale[0] == 0)
    return interpreter::NoKernelFor("Quantize", c);
  RequantizeState s{c.in_shape(0).Elements(), static_cast<int32_t>(in.zero_point[0]),
                    static_cast<int32_t>(out.zero_point[0]),
                    QuantizeMultiplier(static_cast<double>(in.scale[0]) / static_cast<double>(out.scale[0]))};
  switch (c.out(0).dtype) {
    case DType::kI8:
      return PrepareInteger<From, int8_t>(s, c);
    case DType::kU8:
      return PrepareInteger<From, uint8_t>(s, c);
    case DType::kI16:
      return PrepareInteger<From, int16_t>(s, c);
    case DType::kI32:
      return PrepareInteger<From, int32_t>(s, c);
    default:
      return interpreter::NoKernelFor("Quantize", c);
  }
}

}  // namespace

Result<Kernel> Prepare(const Quantize& op, PrepareContext& c) {
  const Quantization& quant = c.out(0).quant;
  if (quant.empty() || quant.scale.size() != quant.zero_point.size())
    return BadInput("the result ", c.out(0), " has no quantization");  // quantize_c3
  switch (c.in(0).dtype) {
    case DType::kF32:
      if (op.bits != 0) return PrepareNarrow(op.bits, c);
      if (op.to == DType::kI8) return PrepareFloat<int8_t>(c);
      if (op.to == DType::kU8) return PrepareFloat<uint8_t>(c);
      if (op.to == DType::kI16) return PrepareFloat<int16_t>(c);
      if (op.to == DType::kI4) return PreparePacked<DType::kI4>(c);
      return interpreter::NoKernelFor("Quantize", c);
    case DType::kI8:
      return PrepareFrom<int8_t>(c);
    case DType::kU8:
      return PrepareFrom<uint8_t>(c);
    case DType::kI16:
      return PrepareFrom<int16_t>(c);
    case DType::kI32:
      return PrepareFrom<int32_t>(c);
    default:
      return interpreter::NoKernelFor("Quantize", c);
  }
}

}  // namespace slipway::ops
