#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "base/random.h"
#include "interpreter/movement/strided_copy.h"

namespace slipway::interpreter {
namespace {

// The definition, element by element.
template <class E>
void CopyByDefinition(const StridedCopy& s, const E* from, E* to) {
  for (int64_t k = 0; k < s.Elements(); ++k) {
    int64_t rest = k, source = s.from_offset, target = s.to_offset;
    for (int i = s.loops - 1; i >= 0; --i) {
      source += rest % s.size[i] * s.from[i];
      target += rest % s.size[i] * s.to[i];
      rest /= s.size[i];
    }
    to[target] = from[source];
  }
}

// A random permutation of a row-major tensor, with reversed, repeated and skipped axes.
StridedCopy RandomCopy(RandomStream& random, int element, int64_t* from_size, int64_t* to_size) {
  int rank = 1 + static_cast<int>(random.Below(5));
  std::vector<int64_t> x(static_cast<size_t>(rank));
  for (int64_t& d : x) d = 1 + static_cast<int64_t>(random.Below(random.Below(3) ? 4 : 40));
  Shape shape(x);
  Strides strides(shape);
  std::vector<int> perm(static_cast<size_t>(rank));
  std::iota(perm.begin(), perm.end(), 0);
  for (size_t i = perm.size(); i > 1; --i) std::swap(perm[i - 1], perm[random.Below(i)]);
  StridedCopy s;
  s.element = element;
  *from_size = shape.Elements();
  int64_t to_stride = 1 + static_cast<int64_t>(random.Below(2));
  s.to_offset = static_cast<int64_t>(random.Below(8));
  for (int i = 0; i < rank; ++i) {
    int axis = perm[static_cast<size_t>(i)];
    int64_t n = shape[axis], stride = strides[axis];
    switch (random.Below(5)) {
      case 0:
        s.from_offset += (n - 1) * stride;
        stride = -stride;
        break;
      case 1:
        stride = 0;
        break;
      case 2:
        n = (n + 1) / 2;
        stride *= n > 1 ? 2 : 1;
        break;
      default:
        break;
    }
    if ((n - 1) * stride + s.from_offset >= *from_size) n = 1;
    s.Add(n, stride, 0);
  }
  for (int i = rank - 1; i >= 0; --i) {
    s.to[i] = to_stride;
    to_stride *= s.size[i];
  }
  *to_size = s.to_offset + to_stride + 8;
  return s;
}

template <class E, class Make>
void CheckRandom(int element, Make make) {
  ThreadPool pools[] = {ThreadPool(1), ThreadPool(2), ThreadPool(3)};
  for (uint64_t seed = 0; seed < 400; ++seed) {
    RandomStream random(StreamKey(seed, "strided copy"));
    int64_t from_size, to_size;
    StridedCopy s = RandomCopy(random, element, &from_size, &to_size);
    std::vector<E> from(static_cast<size_t>(from_size));
    for (size_t i = 0; i < from.size(); ++i) from[i] = make(i + 1);
    std::vector<E> expected(static_cast<size_t>(to_size), make(0)), plain = expected, simple = expected;
    CopyByDefinition(s, from.data(), expected.data());
    ThreadPool& pool = pools[seed % 3];
    RunCopy(s, from.data(), plain.data(), pool);
    RunCopy(Simplify(s), from.data(), simple.data(), pool);
    ASSERT_EQ(plain, expected) << "seed " << seed;
    ASSERT_EQ(simple, expected) << "seed " << seed;
  }
}

TEST(StridedCopy, BytesMoveAsDefined) {
  CheckRandom<uint8_t>(1, [](size_t i) { return static_cast<uint8_t>(i * 7); });
}
TEST(StridedCopy, HalvesMoveAsDefined) {
  CheckRandom<uint16_t>(2, [](size_t i) { return static_cast<uint16_t>(i * 7); });
}
TEST(StridedCopy, FloatsMoveAsDefined) {
  CheckRandom<uint32_t>(4, [](size_t i) { return static_cast<uint32_t>(i); });
}
TEST(StridedCopy, DoublesMoveAsDefined) {
  CheckRandom<uint64_t>(8, [](size_t i) { return static_cast<uint64_t>(i); });
}
TEST(StridedCopy, StringsMoveAsDefined) {
  CheckRandom<std::string>(0, [](size_t i) { return std::to_string(i); });
}

TEST(StridedCopy, LargeCopiesUseThePool) {
  constexpr int64_t kRows = 700, kColumns = 650;
  std::vector<uint32_t> from(kRows * kColumns), to(from.size()), expected(from.size());
  std::iota(from.begin(), from.end(), 0u);
  StridedCopy s;
  s.element = 4;
  s.Add(kColumns, 1, kRows);
  s.Add(kRows, kColumns, 1);
  CopyByDefinition(s, from.data(), expected.data());
  ThreadPool pool(3);
  RunCopy(Simplify(s), from.data(), to.data(), pool);
  EXPECT_EQ(to, expected);
  StridedCopy plain;
  plain.element = 4;
  plain.Add(kRows, kColumns, kColumns);
  plain.Add(kColumns, 1, 1);
  plain = Simplify(plain);
  EXPECT_EQ(plain.loops, 1);
  RunCopy(plain, from.data(), to.data(), pool);
  EXPECT_EQ(to, from);
}

TEST(StridedCopy, ShortRunsBecomeWiderElements) {
  StridedCopy s;
  s.element = 4;
  s.Add(5, 8, 4);
  s.Add(4, 1, 1);
  s = Simplify(s);
  EXPECT_EQ(s.element, 16);
  EXPECT_EQ(s.loops, 1);
  EXPECT_EQ(s.from[0], 2);
}

TEST(StridedCopy, NothingIsCopiedForAnEmptyLoop) {
  StridedCopy s;
  s.element = 4;
  s.Add(3, 0, 0);
  s.Add(0, 1, 1);
  uint32_t x = 1, y = 2;
  ThreadPool pool(1);
  RunCopy(Simplify(s), &x, &y, pool);
  EXPECT_EQ(y, 2u);
}

}  // namespace
}  // namespace slipway::interpreter
