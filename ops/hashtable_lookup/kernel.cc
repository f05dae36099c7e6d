#include <algorithm>
#include <cstring>

#include "interpreter/kernel.h"
#include "interpreter/movement/strided_copy.h"
#include "ops/hashtable_lookup/hashtable_lookup.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  int64_t lookups, keys, row;  // row: elements of each value
  int element;                 // bytes; 0: strings
};

void PutRow(const State& s, EvalContext& c, int64_t i, int64_t from) {
  if (s.element == 0) {
    std::string* y = c.OutStrings(0) + i * s.row;
    if (from >= 0)
      std::copy_n(c.InStrings(2) + from * s.row, s.row, y);
    else
      std::fill_n(y, s.row, std::string());
    return;
  }
  size_t bytes = static_cast<size_t>(s.row * s.element);
  char* y = c.Out<char>(0) + i * s.row * s.element;
  if (bytes > 0 && from >= 0) std::memcpy(y, c.In<char>(2) + from * s.row * s.element, bytes);
  if (bytes > 0 && from < 0) std::memset(y, 0, bytes);
}

Code Eval(const State& s, EvalContext& c) {
  const int32_t *lookup = c.In<int32_t>(0), *keys = c.In<int32_t>(1);
  for (int64_t i = 0; i < s.lookups; ++i) {
    const int32_t* it = std::lower_bound(keys, keys + s.keys, lookup[i]);
    bool hit = it != keys + s.keys && *it == lookup[i];
    c.Out<uint8_t>(1)[i] = hit;
    PutRow(s, c, i, hit ? it - keys : -1);
  }
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const HashtableLookup&, interpreter::PrepareContext& c) {
  const Shape& values = c.in_shape(2);
  State s{c.in_shape(0)[0], c.in_shape(1)[0], values.Elements(1, values.rank()),
          interpreter::MovableBytes(c.in(2).dtype)};
  if (s.element < 0) return interpreter::NoKernelFor("HashtableLookup", c);
  return interpreter::MakeKernel(s, [](const State& state, EvalContext& ctx) { return Eval(state, ctx); });
}

}  // namespace slipway::ops
