#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>

#include "interpreter/kernel.h"
#include "interpreter/sum_types.h"
#include "ops/unique/unique.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

// Scratch: a hash table of places among the elements found (-1: free), then where in x those were found.
struct State {
  int64_t n = 0;
  uint64_t slots = 0;  // a power of two, at least twice n
  DType index_type = DType::kI32;
  Code (*eval)(const State&, EvalContext&) = nullptr;
};

template <class T>
bool Equal(const T& a, const T& b) {
  if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
    return static_cast<float>(a) == static_cast<float>(b);
  else
    return a == b;
}

// Equal for equal elements.
template <class T>
uint64_t HashOf(const T& v) {
  uint64_t bits = 0;
  if constexpr (std::is_same_v<T, std::string>)
    bits = std::hash<std::string>{}(v);
  else if (!Equal(v, T()))  // so that -0 is 0
    std::memcpy(&bits, &v, sizeof(T));
  return (bits ^ bits >> 32) * 0x9e3779b97f4a7c15u;
}

template <class T>
Code Eval(const State& s, EvalContext& c) {
  const T* x = c.In<T>(0);
  int32_t *table = reinterpret_cast<int32_t*>(c.scratch()), *found = table + s.slots;
  std::fill_n(table, s.slots, -1);
  int shift = 64 - std::countr_zero(s.slots);
  int32_t count = 0;
  // NaN equals nothing: it is found anew each time and stays out of the table.
  auto place = [&](int64_t i) {
    found[count] = static_cast<int32_t>(i);
    if (!Equal(x[i], x[i])) return count++;
    uint64_t slot = HashOf(x[i]) >> shift;
    while (table[slot] >= 0 && !Equal(x[found[table[slot]]], x[i])) slot = (slot + 1) & (s.slots - 1);
    if (table[slot] < 0) table[slot] = count++;
    return table[slot];
  };
  for (int64_t i = 0; i < s.n; ++i) {
    if (s.index_type == DType::kI64)
      c.Out<int64_t>(1)[i] = place(i);
    else
      c.Out<int32_t>(1)[i] = place(i);
  }
  if (Code code = c.Resize(0, {count}); code != Code::kOk) return code;
  for (int32_t k = 0; k < count; ++k) c.Out<T>(0)[k] = x[found[k]];
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const Unique& op, interpreter::PrepareContext& c) {
  State s{.n = c.in_shape(0).Elements(), .index_type = op.index_type};
  if (s.n >= INT32_MAX) return interpreter::NoKernelFor("Unique", c);
  s.slots = std::bit_ceil(static_cast<uint64_t>(2 * s.n + 2));
  if (c.in(0).dtype == DType::kString) s.eval = Eval<std::string>;
  interpreter::VisitSumType(c.in(0).dtype, [&](auto tag) { s.eval = Eval<decltype(tag)>; });
  if (!s.eval) return interpreter::NoKernelFor("Unique", c);
  size_t scratch = (s.slots + static_cast<uint64_t>(s.n) + 1) * sizeof(int32_t);
  Kernel k = interpreter::MakeKernel(s, [](const State& state, EvalContext& ctx) { return state.eval(state, ctx); });
  k.scratch_bytes = scratch;
  return k;
}

}  // namespace slipway::ops
