#include "interpreter/math/code_unary.h"

namespace slipway::interpreter {

namespace {

struct ByteState {
  ByteTable table;
  Lookup lookup;
  int64_t n;
};

Code EvalBytes(const ByteState& s, EvalContext& c) {
  const uint8_t* x = c.In<uint8_t>(0);
  uint8_t* y = c.Out<uint8_t>(0);
  c.pool().ForRange(s.n, 16384,
                    [&](int64_t begin, int64_t end) { s.lookup(s.table, x + begin, y + begin, end - begin); });
  return Code::kOk;
}

struct WordState {
  WordTable table;
  int64_t n;
};

Code EvalWords(const WordState& s, EvalContext& c) {
  const int16_t* x = c.In<int16_t>(0);
  int16_t* y = c.Out<int16_t>(0);
  c.pool().ForRange(s.n, 8192, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) y[i] = s.table(x[i]);
  });
  return Code::kOk;
}

Kernel InPlace(Kernel k, const char* path) {
  k.in_place = 0;
  k.path = path;
  return k;
}

}  // namespace

Kernel MakeTableKernel(const ByteTable& table, int64_t elements) {
  return InPlace(MakeKernel(ByteState{table, BestLookup(), elements},
                            [](const ByteState& s, EvalContext& c) { return EvalBytes(s, c); }),
                 "table");
}

Kernel MakeTableKernel(const WordTable& table, int64_t elements) {
  return InPlace(
      MakeKernel(WordState{table, elements}, [](const WordState& s, EvalContext& c) { return EvalWords(s, c); }),
      "interpolated table");
}

}  // namespace slipway::interpreter
