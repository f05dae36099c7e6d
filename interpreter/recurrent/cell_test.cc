#include <gtest/gtest.h>
#include <algorithm>

#include <vector>

#include "interpreter/recurrent/cell_f32.h"
#include "interpreter/recurrent/cell_i16.h"

namespace slipway::interpreter {
namespace {

// FNV-1a over the values of all 16-bit arguments, of gemmlowp's functions.
constexpr uint32_t kTanh[] = {1753416673, 443013737, 2825454389, 872275836, 3616746634, 675342950, 556402348};
constexpr uint32_t kSigmoid = 3024945857;

uint32_t Checksum(const std::vector<int16_t>& v) {
  uint32_t h = 2166136261u;
  for (int16_t x : v) h = (h ^ static_cast<uint16_t>(x)) * 16777619u;
  return h;
}

TEST(CellI16, FunctionsAreGemmlowps) {
  std::vector<int16_t> x, y(65536);
  for (int i = -32768; i < 32768; ++i) x.push_back(static_cast<int16_t>(i));
  for (const CellLoopsI16* loops : {&kCellLoopsI16Portable, &BestCellLoopsI16()}) {
    loops->sigmoid(x.data(), y.data(), 65536);
    EXPECT_EQ(Checksum(y), kSigmoid);
    for (int bits = 0; bits < 7; ++bits) {
      loops->tanh(bits, x.data(), y.data(), 65536);
      EXPECT_EQ(Checksum(y), kTanh[bits]) << bits;
    }
  }
}

// Lengths that are no multiple of a vector; nothing is written behind them.
TEST(CellI16, EndsWhereTheRowEnds) {
  std::vector<int16_t> x(77), whole(77), part(78, 99);
  for (int i = 0; i < 77; ++i) x[static_cast<size_t>(i)] = static_cast<int16_t>(i * 811 - 30000);
  const CellLoopsI16& loops = BestCellLoopsI16();
  loops.tanh(3, x.data(), whole.data(), 77);
  for (int64_t n = 0; n < 77; ++n) {
    loops.tanh(3, x.data(), part.data(), n);
    EXPECT_EQ(part[static_cast<size_t>(n)], 99);
    for (int64_t i = 0; i < n; ++i) EXPECT_EQ(part[static_cast<size_t>(i)], whole[static_cast<size_t>(i)]);
    std::fill(part.begin(), part.end(), int16_t{99});
  }
}

}  // namespace
}  // namespace slipway::interpreter
