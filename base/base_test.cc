#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "base/crc32c.h"
#include "base/dual.h"
#include "base/file.h"
#include "base/random.h"
#include "base/shape.h"
#include "base/tensor.h"
#include "base/thread_pool.h"
#include "base/wire.h"

namespace slipway {
namespace {

struct Point {
  int x, y;
};
void StrAppendOne(std::string& out, const Point& p) { StrAppend(out, "(", p.x, " ", p.y, ")"); }

TEST(Strings, JoinPartsOfEveryKind) {
  std::string s = "s", empty;
  const char* literal = "literal";
  EXPECT_EQ(StrCat(), "");
  EXPECT_EQ(StrCat(empty, 'c', literal, "array", s, std::string_view("view").substr(1), true, false),
            "cliteralarraysiewtruefalse");
  EXPECT_EQ(StrCat(int8_t{-128}, ' ', uint8_t{255}, ' ', int16_t{-3}, ' ', uint16_t{65535}, ' ', -1, ' ', 4294967295u),
            "-128 255 -3 65535 -1 4294967295");
  EXPECT_EQ(StrCat(INT64_MIN, ' ', UINT64_MAX, ' ', size_t{7}, ' ', 7LL, ' ', 7ULL),
            "-9223372036854775808 18446744073709551615 7 7 7");
  EXPECT_EQ(StrCat(0.1f, ' ', 0.1, ' ', 1e300, ' ', -0.0f), "0.1 0.1 1e+300 -0");
  EXPECT_EQ(StrCat(DType::kI8, ' ', Shape{2, kUnknownDim}, ' ', TensorType(DType::kF32, {3}), ' ', Point{4, 5}),
            "i8 [2,?] f32[3] (4 5)");
  // More parts than there are registers, of both kinds.
  EXPECT_EQ(StrCat(1, 2.5, 3, 4.5, 5, 6.5, 7, 8.5, 9, 10.5, 11, 12.5, 13, 14.5, 15, 16.5, 17, 18.5),
            "12.534.556.578.5910.51112.51314.51516.51718.5");
  StrAppend(s, 1, s);
  EXPECT_EQ(s, "s1s1");
}

TEST(Status, MovesAndCopies) {
  Status a = BadInput("first"), b = a, c;
  EXPECT_EQ(a.message(), b.message());
  c = std::move(a);
  EXPECT_TRUE(a.ok());
  EXPECT_EQ(c.message(), "first");
  c = NotFound("second");
  EXPECT_EQ(c.kind(), ErrorKind::kNotFound);
  c = b;
  EXPECT_EQ(c.kind(), ErrorKind::kBadInput);
  c = OkStatus();
  EXPECT_TRUE(c.ok());
  EXPECT_EQ(c.message(), "ok");
  EXPECT_EQ(b.message(), "first");
}

TEST(Status, TrailIsPutInFront) {
  Status s = BadInput("bias has ", 12, " elements").At("fuse_bias").At("converting 'dense_1/MatMul'");
  EXPECT_EQ(s.message(), "converting 'dense_1/MatMul': fuse_bias: bias has 12 elements");
  EXPECT_EQ(s.kind(), ErrorKind::kBadInput);
}

TEST(Result, AnEmptyOptionalIsAValue) {
  auto f = []() -> Result<std::optional<int>> { return std::nullopt; };
  EXPECT_TRUE(f().ok());
  EXPECT_FALSE(f().value().has_value());
}

TEST(Half, RoundsToNearestEvenAndKeepsSpecialValues) {
  EXPECT_EQ(FloatToHalfBits(1.0f), 0x3c00);
  EXPECT_EQ(FloatToHalfBits(65504.0f), 0x7bff);
  EXPECT_EQ(FloatToHalfBits(65520.0f), 0x7c00);
  EXPECT_EQ(FloatToHalfBits(0x1p-24f), 1);
  EXPECT_EQ(FloatToHalfBits(0x1p-25f), 0);
  EXPECT_EQ(FloatToHalfBits(1.0f + 0x1p-11f), 0x3c00);
  EXPECT_EQ(FloatToHalfBits(1.0f + 0x3p-11f), 0x3c02);
  EXPECT_TRUE(std::isnan(HalfBitsToFloat(FloatToHalfBits(std::numeric_limits<float>::quiet_NaN()))));
  for (uint32_t bits = 0; bits < 0x7c00; ++bits) ASSERT_EQ(FloatToHalfBits(HalfBitsToFloat(bits)), bits);
}

TEST(Crc32c, KnownValues) {
  EXPECT_EQ(Crc32c("123456789"), 0xe3069283u);
  EXPECT_EQ(MaskedCrc32c("123456789"), 0xc78ab0e5u);
  EXPECT_EQ(ExtendCrc32c(Crc32c("1234"), "56789", 5), 0xe3069283u);
}

TEST(Crc32c, TheSameInAnyPieces) {
  std::string bytes(50'001, '\0');
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * i >> 3);
  uint32_t crc = 0;
  for (size_t at = 0; at < bytes.size(); at += 1000)
    crc = ExtendCrc32c(crc, bytes.data() + at, std::min<size_t>(1000, bytes.size() - at));
  EXPECT_EQ(Crc32c(bytes), crc);
}

TEST(Philox, KnownAnswers) {
  EXPECT_EQ(Philox({0, 0, 0, 0}, {0, 0}), (PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  uint32_t m = 0xffffffff;
  EXPECT_EQ(Philox({m, m, m, m}, {m, m}), (PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
}

TEST(Shape, BroadcastAndMerge) {
  EXPECT_EQ(*BroadcastShapes({2, 1, 3}, {4, 1}), (Shape{2, 4, 3}));
  EXPECT_FALSE(BroadcastShapes({2, 3}, {2, 4}).ok());
  EXPECT_EQ(*BroadcastShapes({-1, 3}, {1, 3}), (Shape{-1, 3}));
  EXPECT_FALSE(Merge({2, 3}, {2, 4}).has_value());
  EXPECT_EQ(*Merge({-1, 3}, {2, -1}), (Shape{2, 3}));
}

TEST(Shape, RefusesOverflow) {
  int64_t dims[] = {int64_t{1} << 40, int64_t{1} << 40};
  EXPECT_FALSE(Shape::FromDims(dims).ok());
}

TEST(DType, ByteCountsOutOfFilesAreChecked) {
  EXPECT_EQ(CheckedBytes(DType::kC128, 3), 48u);
  EXPECT_EQ(CheckedBytes(DType::kI4, 3), 2u);
  EXPECT_FALSE(CheckedBytes(DType::kF32, -1));
  EXPECT_FALSE(CheckedBytes(DType::kC128, int64_t{1} << 60));
}

TEST(Wire, CutAndOverlongVarintsAreRefused) {
  uint64_t v;
  std::string_view cut("\xff\xff", 2);
  EXPECT_FALSE(TakeVarint(cut, &v));
  std::string_view overlong("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11);
  EXPECT_FALSE(TakeVarint(overlong, &v));
  WireReader r(
      std::string_view("\x0a\x05"
                       "abc",
                       5));
  EXPECT_FALSE(r.Next());
  EXPECT_FALSE(r.ok());
}

TEST(ThreadPool, ThreadsMayShareAPoolAndTasksMayUseIt) {
  ThreadPool pool(2);
  std::atomic<int> sum{0};
  std::vector<std::thread> callers;
  for (int k = 0; k < 3; ++k)
    callers.emplace_back([&] {
      for (int round = 0; round < 200; ++round) pool.Run(4, [&](int) { pool.Run(2, [&](int) { ++sum; }); });
    });
  for (std::thread& t : callers) t.join();
  EXPECT_EQ(sum, 3 * 200 * 4 * 2);
}

TEST(ThreadPool, EveryTaskRunsOnceInEveryRound) {
  ThreadPool pool(3);
  for (int round = 0; round < 2000; ++round) {
    std::atomic<int> hits[37] = {};
    pool.Run(37, [&](int i) { hits[i].fetch_add(1); });
    for (auto& h : hits) ASSERT_EQ(h.load(), 1);
  }
}

TEST(ThreadPool, RoundsWithPausesBetweenThemRunWhileItIsBusyAndAfter) {
  ThreadPool pool(2);
  std::atomic<int> sum{0};
  auto round = [&] {
    pool.Run(4, [&](int) { ++sum; });
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  };
  {
    ThreadPool::Busy outer(pool), inner(pool);
    for (int i = 0; i < 50; ++i) round();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    round();
  }
  round();
  EXPECT_EQ(sum, 52 * 4);
}

TEST(ThreadPool, AnIdlePoolUsesNoCpuEvenWhenItIsBusyForLong) {
  auto cpu_seconds = [] {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
  };
  ThreadPool pool(2);
  ThreadPool::Busy busy(pool);
  pool.Run(4, [](int) {});
  double before = cpu_seconds();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_LT(cpu_seconds() - before, 0.05);
}

TEST(AtomicFile, OldFileStaysWholeWhenTheDiskIsFull) {
  std::string dir = ::testing::TempDir() + "/atomic_file";
  ASSERT_TRUE(MakeDirectories(dir).ok());
  std::string path = dir + "/f";
  ASSERT_TRUE(WriteFileAtomically(path, "old").ok());
  SetWriteFaultForTest([](const std::string&, size_t) { return MachineError("no space left on device"); });
  EXPECT_FALSE(WriteFileAtomically(path, "new").ok());
  SetWriteFaultForTest(nullptr);
  EXPECT_EQ(*ReadFile(path), "old");
  EXPECT_EQ(ListDirectory(dir)->size(), 1u);
}

TEST(Dual, DerivativeOfACompositeExpression) {
  Dual x(0.7, 1);
  Dual y = tanh(x * x) / exp(x);
  double h = 1e-6;
  auto f = [](double v) { return std::tanh(v * v) / std::exp(v); };
  EXPECT_NEAR(y.d, (f(0.7 + h) - f(0.7 - h)) / (2 * h), 1e-9);
}

}  // namespace
}  // namespace slipway
