#include <algorithm>
#include <cstring>

#include "base/complex_dtype.h"
#include "interpreter/kernel.h"
#include "ops/cast/cast.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  int64_t n = 0;
  void (*row)(const void* x, void* y, int64_t begin, int64_t end) = nullptr;
};

Code Eval(const State& s, EvalContext& c) {
  const void* x = c.In<void>(0);
  void* y = c.Out<void>(0);
  c.pool().ForRange(s.n, 8192, [&](int64_t begin, int64_t end) { s.row(x, y, begin, end); });
  return Code::kOk;
}

template <class T>
inline constexpr bool kIsHalf = std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;

template <class From, class To>
To Convert(From x) {
  if constexpr (std::is_same_v<From, To>)
    return x;
  else if constexpr (kIsHalf<From>)
    return Convert<float, To>(static_cast<float>(x));
  else if constexpr (kIsHalf<To>)
    return To(static_cast<float>(x));
  else if constexpr (std::is_same_v<To, bool>)
    return x != From(0);
  else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>)
    return static_cast<To>(FloatToInt(x, DTypeOf<To>()));
  else
    return static_cast<To>(x);
}

template <class From, class To>
void Apply(const void* x, void* y, int64_t begin, int64_t end) {
  const From* in = static_cast<const From*>(x);
  To* out = static_cast<To*>(y);
  for (int64_t i = begin; i < end; ++i) out[i] = Convert<From, To>(in[i]);
}

// Types that are stored, not computed with, go through one that is: i4 through i8 and f32, complex numbers through
// their real parts.
DType PartType(DType t) { return t == DType::kC64 ? DType::kF32 : t == DType::kC128 ? DType::kF64 : t; }

template <class Part>
void RealParts(const void* x, int64_t n, void* parts) {
  for (int64_t i = 0; i < n; ++i) static_cast<Part*>(parts)[i] = static_cast<const Part*>(x)[2 * i];
}

void Load(DType t, const void* x, int64_t n, void* work) {
  if (t == DType::kC64) RealParts<float>(x, n, work);
  if (t == DType::kC128) RealParts<double>(x, n, work);
  if (t != DType::kI4) return;
  for (int64_t i = 0; i < n; ++i)
    static_cast<int8_t*>(work)[i] =
        static_cast<int8_t>(PackedInt4(static_cast<const uint8_t*>(x), static_cast<size_t>(i)));
}

template <class Part>
void ComplexOf(const void* parts, int64_t n, void* y) {
  for (int64_t i = 0; i < n; ++i) {
    static_cast<Part*>(y)[2 * i] = static_cast<const Part*>(parts)[i];
    static_cast<Part*>(y)[2 * i + 1] = 0;
  }
}

int NearestInt4(float v) { return v == v ? static_cast<int>(std::clamp(v, -8.0f, 7.0f)) & 15 : 0; }

void Store(DType t, const void* work, int64_t n, void* y) {
  if (t == DType::kC64) ComplexOf<float>(work, n, y);
  if (t == DType::kC128) ComplexOf<double>(work, n, y);
  if (t != DType::kI4) return;
  const auto* v = static_cast<const float*>(work);
  for (int64_t i = 0; i < n; i += 2)
    static_cast<uint8_t*>(y)[i / 2] =
        static_cast<uint8_t>(NearestInt4(v[i]) | (i + 1 < n ? NearestInt4(v[i + 1]) : 0) << 4);
}

struct StoredState {
  State inner;
  DType from, to;
  bool load, store;
  size_t out_work = 0;  // in scratch, behind the operand's work elements
};

Code EvalStored(const StoredState& s, EvalContext& c) {
  const void* x = c.In<void>(0);
  void* y = c.Out<void>(0);
  void* out = s.store ? c.scratch() + s.out_work : y;
  if (s.load) Load(s.from, x, s.inner.n, c.scratch());
  s.inner.row(s.load ? c.scratch() : x, out, 0, s.inner.n);
  if (s.store) Store(s.to, out, s.inner.n, y);
  return Code::kOk;
}

void (*RowOf(DType from, DType to))(const void*, void*, int64_t, int64_t) {
  void (*row)(const void*, void*, int64_t, int64_t) = nullptr;
  VisitFixedDType(from, [&](auto f) { VisitFixedDType(to, [&](auto t) { row = Apply<decltype(f), decltype(t)>; }); });
  return row;
}

struct CopyState {
  size_t bytes;
};

Kernel PrepareCopy(DType t, int64_t n) {
  return interpreter::MakeKernel(CopyState{DTypeBytes(t, static_cast<size_t>(n))},
                                 [](const CopyState& s, EvalContext& c) {
                                   if (s.bytes) std::memcpy(c.Out<void>(0), c.In<void>(0), s.bytes);
                                   return Code::kOk;
                                 });
}

Kernel PrepareStored(DType from, DType to, int64_t n) {
  if (from == to) return PrepareCopy(from, n);
  if (IsComplex(from) && IsComplex(to))
    return interpreter::MakeKernel(State{2 * n, RowOf(PartType(from), PartType(to))},
                                   [](const State& s, EvalContext& e) { return Eval(s, e); });
  DType in = from == DType::kI4 ? DType::kI8 : PartType(from), out = to == DType::kI4 ? DType::kF32 : PartType(to);
  StoredState s{{n, RowOf(in, out)}, from, to, in != from, out != to};
  CHECK(s.inner.row);
  if (s.load) s.out_work = (DTypeBytes(in, static_cast<size_t>(n)) + 63) / 64 * 64;
  Kernel k = interpreter::MakeKernel(s, [](const StoredState& state, EvalContext& e) { return EvalStored(state, e); });
  k.scratch_bytes = s.out_work + (s.store ? DTypeBytes(out, static_cast<size_t>(n)) : 0);
  return k;
}

struct NarrowState {
  int64_t n;
  float lo, hi;
};

// Both dtypes of 8 bits hold the low bits alike.
Kernel PrepareNarrow(const Cast& op, int64_t n) {
  const bool with_sign = op.to == DType::kI8;
  const int half = 1 << (with_sign ? op.bits - 1 : op.bits);
  NarrowState state{n, static_cast<float>(with_sign ? -half : 0), static_cast<float>(half - 1)};
  return interpreter::MakeKernel(state, [](const NarrowState& s, EvalContext& c) {
    const float* x = c.In<float>(0);
    for (int64_t i = 0; i < s.n; ++i)
      c.Out<uint8_t>(0)[i] = x[i] == x[i] ? static_cast<uint8_t>(static_cast<int>(std::clamp(x[i], s.lo, s.hi))) : 0;
    return Code::kOk;
  });
}

}  // namespace

Result<Kernel> Prepare(const Cast& op, interpreter::PrepareContext& c) {
  DType from = c.in(0).dtype;
  if (op.bits != 0) return PrepareNarrow(op, c.in_shape(0).Elements());
  State state{c.in_shape(0).Elements(), RowOf(from, op.to)};
  if (!state.row) return PrepareStored(from, op.to, state.n);
  return interpreter::MakeKernel(state, [](const State& s, EvalContext& e) { return Eval(s, e); });
}

}  // namespace slipway::ops
