#include "interpreter/math/code_unary.h"

#include <atomic>

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

struct CheckedState {
  ByteState bytes;
  std::array<bool, 256> refused;
};

Code EvalChecked(const CheckedState& s, EvalContext& c) {
  const uint8_t* x = c.In<uint8_t>(0);
  bool refused = false;
  for (int64_t i = 0; i < s.bytes.n; ++i) refused |= s.refused[x[i]];
  return refused ? Code::kBadValue : EvalBytes(s.bytes, c);
}

struct WordState {
  WordTable table;
  int16_t least;
  int64_t n;
};

Code EvalWords(const WordState& s, EvalContext& c) {
  const int16_t* x = c.In<int16_t>(0);
  int16_t* y = c.Out<int16_t>(0);
  std::atomic<bool> refused = false;
  c.pool().ForRange(s.n, 8192, [&](int64_t begin, int64_t end) {
    bool low = false;
    for (int64_t i = begin; i < end; ++i) {
      low |= x[i] < s.least;
      y[i] = s.table(x[i]);
    }
    if (low) refused = true;
  });
  return refused ? Code::kBadValue : Code::kOk;
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

Kernel MakeTableKernel(const ByteTable& table, const std::array<bool, 256>& refused, int64_t elements) {
  return InPlace(MakeKernel(CheckedState{{table, BestLookup(), elements}, refused},
                            [](const CheckedState& s, EvalContext& c) { return EvalChecked(s, c); }),
                 "table");
}

Kernel MakeTableKernel(const WordTable& table, int16_t least, int64_t elements) {
  return InPlace(
      MakeKernel(WordState{table, least, elements}, [](const WordState& s, EvalContext& c) { return EvalWords(s, c); }),
      "interpolated table");
}

}  // namespace slipway::interpreter
