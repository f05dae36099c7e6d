// Arrays and archives in here were written by NumPy.
#include "formats/npz/npz.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "formats/npz/npy.h"
#include "formats/npz/npy_header.h"

namespace slipway::npz {
namespace {

using testing::HasSubstr;

// np.savez(x=np.arange(3, dtype=np.float32))
constexpr char kStored[] =
    "504b03042d000000000000002100b68c8653ffffffffffffffff05001400782e6e7079010010008c000000000000008c0000000000"
    "0000934e554d5059010076007b276465736372273a20273c6634272c2027666f727472616e5f6f72646572273a2046616c73652c20"
    "277368617065273a2028332c292c207d20202020202020202020202020202020202020202020202020202020202020202020202020"
    "20202020202020202020202020202020202020202020200a000000000000803f00000040504b01022d032d000000000000002100b6"
    "8c86538c0000008c000000050000000000000000000000800100000000782e6e7079504b0506000000000100010033000000c30000"
    "000000";
// np.savez_compressed(x=as above, s=[b'ab', b'c\0'] with s@len=[2,2], b=[1.5, -2] as bfloat16)
constexpr char kDeflated[] =
    "504b03042d000000080000002100b68c8653ffffffffffffffff05001400782e6e7079010010008c000000000000004b0000000000"
    "00009bec17ea1b10c9c850c650ad9e925a9c5ca46ea5a06e9366a2aea3a09e965f54529498179f5f94920a12774bcc294e058a1767"
    "2416a402f91ac63a9a3a0ab50a14002e063068b007120e00504b03042d000000080000002100b635f1d7ffffffffffffffff050014"
    "00732e6e707901001000840000000000000048000000000000009bec17ea1b10c9c850c650ad9e925a9c5ca46ea5a05e136ca4aea3"
    "a09e965f54529498179f5f94920a12774bcc294e058a17672416a402f91a463a9a3a0ab50a1400aec4a4640600504b03042d000000"
    "080000002100fe48d4c0ffffffffffffffff0900140073406c656e2e6e707901001000900000000000000049000000000000009bec"
    "17ea1b10c9c850c650ad9e925a9c5ca46ea5a06e9369a1aea3a09e965f54529498179f5f94920a12774bcc294e058a17672416a402"
    "f91a463a9a3a0ab50a14002e26060880d100504b03042d0000000800000021007206a9d5ffffffffffffffff05001400622e6e7079"
    "01001000840000000000000048000000000000009bec17ea1b10c9c850c650ad9e925a9c5ca46ea5a06e536aa4aea3a09e965f5452"
    "9498179f5f94920a12774bcc294e058a17672416a402f91a463a9a3a0ab50a1400ae03f60c0700504b03042d000000080000002100"
    "a4b19faaffffffffffffffff0a0014006240626631362e6e707901001000880000000000000046000000000000009bec17ea1b10c9"
    "c850c650ad9e925a9c5ca46ea5a06e9369a1aea3a09e965f54529498179f5f94920a12774bcc294e058a17672416a402f91a9a3a0a"
    "b50a14012e4606080000504b01022d032d000000080000002100b68c86534b0000008c000000050000000000000000000000800100"
    "000000782e6e7079504b01022d032d000000080000002100b635f1d748000000840000000500000000000000000000008001820000"
    "00732e6e7079504b01022d032d000000080000002100fe48d4c0490000009000000009000000000000000000000080010101000073"
    "406c656e2e6e7079504b01022d032d0000000800000021007206a9d548000000840000000500000000000000000000008001850100"
    "00622e6e7079504b01022d032d000000080000002100a4b19faa46000000880000000a000000000000000000000080010402000062"
    "40626631362e6e7079504b0506000000000500050008010000860200000000";

std::string FromHex(std::string_view hex) {
  std::string out;
  for (size_t i = 0; i + 1 < hex.size(); i += 2)
    out.push_back(static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
  return out;
}

std::string Npy(std::string_view dict, std::string_view data, int version = 1) {
  std::string out = StrCat("\x93NUMPY", static_cast<char>(version), '\0');
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i) out.push_back(static_cast<char>(dict.size() >> (8 * i)));
  return StrCat(out, dict, data);
}
std::string Array(std::string_view descr, std::string_view shape, std::string_view data, bool fortran = false) {
  return Npy(
      StrCat("{'descr': '", descr, "', 'fortran_order': ", fortran ? "True" : "False", ", 'shape': ", shape, ", }\n"),
      data);
}
template <class T, size_t N>
std::string_view Raw(const T (&values)[N]) {
  return {reinterpret_cast<const char*>(values), sizeof values};
}

class NpzTest : public testing::Test {
 protected:
  void SetUp() override {
    path_ = StrCat(testing::TempDir(), "/npz_", getpid(), "_",
                   testing::UnitTest::GetInstance()->current_test_info()->name());
  }
  void TearDown() override {
    SetWriteFaultForTest(nullptr);
    std::filesystem::remove(path_);
  }
  void Put(std::string_view bytes) {
    std::filesystem::remove(path_);
    std::ofstream(path_, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  std::string path_;
};

std::vector<NamedTensor> Sample() {
  return {{"x", Tensor::Of<float>(Shape{3}, {0, 1, 2})},
          {"s", Tensor::Of<std::string>(Shape{2}, {"ab", std::string("c\0", 2)})},
          {"b", Tensor::Of<BFloat16>(Shape{2}, {BFloat16(1.5f), BFloat16(-2)})}};
}

void ExpectEqual(const Result<std::vector<NamedTensor>>& actual, const std::vector<NamedTensor>& expected) {
  ASSERT_TRUE(actual.ok()) << actual.status().message();
  ASSERT_EQ(actual->size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ((*actual)[i].first, expected[i].first);
    EXPECT_TRUE(Identical((*actual)[i].second, expected[i].second)) << expected[i].first;
  }
}

TEST(Npy, EveryNumberType) {
  auto expect = [](std::string_view descr, const Tensor& t) {
    std::string_view data(static_cast<const char*>(t.data()), t.bytes());
    Result<Tensor> read = ParseNpy(Array(descr, "(2,)", data));
    ASSERT_TRUE(read.ok()) << descr << read.status().message();
    EXPECT_TRUE(Identical(*read, t)) << descr;
    EXPECT_THAT(EncodeNpy(t), HasSubstr(StrCat("'descr': '", descr, "', 'fortran_order': False, 'shape': (2,)")));
    EXPECT_TRUE(Identical(*ParseNpy(EncodeNpy(t)), t)) << descr;
  };
  expect("|b1", Tensor::Of<bool>(Shape{2}, {true, false}));
  expect("|i1", Tensor::Of<int8_t>(Shape{2}, {-1, 2}));
  expect("<i2", Tensor::Of<int16_t>(Shape{2}, {-1, 2}));
  expect("<i4", Tensor::Of<int32_t>(Shape{2}, {-1, 2}));
  expect("<i8", Tensor::Of<int64_t>(Shape{2}, {-1, 2}));
  expect("|u1", Tensor::Of<uint8_t>(Shape{2}, {1, 255}));
  expect("<u2", Tensor::Of<uint16_t>(Shape{2}, {1, 65535}));
  expect("<u4", Tensor::Of<uint32_t>(Shape{2}, {1, 1u << 31}));
  expect("<u8", Tensor::Of<uint64_t>(Shape{2}, {1, uint64_t{1} << 63}));
  expect("<f2", Tensor::Of<Half>(Shape{2}, {Half(1), Half(-2)}));
  expect("<f4", Tensor::Of<float>(Shape{2}, {1, NAN}));
  expect("<f8", Tensor::Of<double>(Shape{2}, {1, 1e300}));
  expect("<c8", Tensor::Of<std::complex<float>>(Shape{2}, {{1, 2}, {3, 4}}));
  expect("<c16", Tensor::Of<std::complex<double>>(Shape{2}, {{1, 2}, {3, 4}}));
}

TEST(Npy, ShapesAndVersions) {
  float values[] = {0, 1, 2, 3, 4, 5};
  EXPECT_EQ(ParseNpy(Array("<f4", "(2, 3)", Raw(values)))->shape(), (Shape{2, 3}));
  EXPECT_EQ(ParseNpy(Array("<f4", "(2L, 3L)", Raw(values)))->shape(), (Shape{2, 3}));
  EXPECT_EQ(ParseNpy(Array("<f4", "()", Raw(values).substr(0, 4)))->shape(), Shape{});
  EXPECT_EQ(ParseNpy(Array("<f4", "(0, 3)", ""))->shape(), (Shape{0, 3}));
  for (int version : {1, 2, 3})
    EXPECT_TRUE(ParseNpy(Npy("{\"shape\":(6,),\"descr\":\"<f4\",\"fortran_order\":False}", Raw(values), version)).ok());
  for (const Shape& shape : {Shape{}, Shape{0}, Shape{6}, Shape{2, 3}, Shape{1, 1, 1, 1, 1, 1, 1, 6}}) {
    std::string bytes = EncodeNpy(Tensor(DType::kF32, shape));
    EXPECT_EQ(ParseNpyHeader(bytes)->data_offset % 64, 0u);
    EXPECT_EQ(ParseNpy(bytes)->shape(), shape);
  }
}

TEST(Npy, FortranOrderAndBigEndianAreConverted) {
  char fortran[] = {0, 3, 1, 4, 2, 5};
  EXPECT_TRUE(Identical(*ParseNpy(Array("|i1", "(2, 3)", Raw(fortran), true)),
                        Tensor::Of<int8_t>(Shape{2, 3}, {0, 1, 2, 3, 4, 5})));
  EXPECT_TRUE(Identical(*ParseNpy(Array(">i2", "(3,)", std::string_view("\0\0\0\1\0\2", 6))),
                        Tensor::Of<int16_t>(Shape{3}, {0, 1, 2})));
  EXPECT_TRUE(Identical(*ParseNpy(Array(">c8", "(1,)", std::string_view("\x3f\x80\0\0\x40\0\0\0", 8))),
                        Tensor::Of<std::complex<float>>(Shape{1}, {{1, 2}})));
  std::string cube;
  for (int k = 0; k < 4; ++k)
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 2; ++i) cube.push_back(static_cast<char>(12 * i + 4 * j + k));
  std::vector<int64_t> expected(24);
  for (int i = 0; i < 24; ++i) expected[static_cast<size_t>(i)] = i;
  EXPECT_EQ(ParseNpy(Array("|i1", "(2, 3, 4)", cube, true))->AsInts(), expected);
}

TEST(Npy, BytesAndText) {
  EXPECT_EQ(ParseNpy(Array("|S2", "(2,)", std::string_view("abc\0", 4)))->strings(),
            (std::vector<std::string>{"ab", "c"}));
  std::string text("a\0\0\0\xe9\0\0\0\x1e\xd1\x01\0\0\0\0\0", 16);
  EXPECT_EQ(ParseNpy(Array("<U2", "(2,)", text))->strings(), (std::vector<std::string>{"aé", "𝄞"}));
  for (size_t i = 0; i < 16; i += 4) std::reverse(text.begin() + i, text.begin() + i + 4);
  EXPECT_EQ(ParseNpy(Array(">U2", "(2,)", text))->strings(), (std::vector<std::string>{"aé", "𝄞"}));
  EXPECT_THAT(ParseNpy(Array("<U1", "(1,)", std::string_view("\0\xd8\0\0", 4))).status().message(),
              HasSubstr("55296, which is no character"));
  EXPECT_FALSE(ParseNpy(Array("<U1", "(1,)", std::string_view("\0\0\x11\0", 4))).ok());
}

TEST(Npy, BoolsAreZeroOrOne) {
  Tensor t = *ParseNpy(Array("|b1", "(3,)", std::string_view("\0\1\7", 3)));
  EXPECT_TRUE(Identical(t, Tensor::Of<bool>(Shape{3}, {false, true, true})));
}

TEST(Npy, HostileHeadersAreRefused) {
  auto error = [](const std::string& bytes) {
    Result<Tensor> t = ParseNpy(bytes);
    return t.ok() ? "read" : t.status().message();
  };
  std::string four(4, 'a');
  EXPECT_EQ(error(Array("<f4", "(1,)", four)), "read");
  EXPECT_THAT(error("PK"), HasSubstr("no NumPy array"));
  EXPECT_THAT(error(Array("<f4", "(2,)", four)), HasSubstr("does not fit its 4 bytes"));
  EXPECT_THAT(error(Array("<f4", "(1,)", four + four)), HasSubstr("does not fit its 8 bytes"));
  EXPECT_THAT(error(Array("<f4", "(4611686018427387905,)", four)), HasSubstr("does not fit"));
  EXPECT_THAT(error(Array("<f4", "(9223372036854775807, 9223372036854775807)", four)), HasSubstr("overflows"));
  EXPECT_THAT(error(Array("<f4", "(99999999999999999999,)", four)), HasSubstr("malformed"));
  EXPECT_THAT(error(Array("<f4", "(-1,)", four)), HasSubstr("malformed"));
  EXPECT_THAT(error(Array("<f4", "(1", four)), HasSubstr("malformed"));
  EXPECT_THAT(error(Array("<f4", "(1 1)", four)), HasSubstr("malformed"));
  EXPECT_THAT(error(Array("<f4", "(1,1,1,1,1,1,1,1,1)", four)), HasSubstr("rank"));
  EXPECT_THAT(error(Array("<f4", std::string(60000, '('), "")), HasSubstr("malformed"));
  EXPECT_THAT(error(Array("|O", "(1,)", four)), HasSubstr("'|O' cannot be read"));
  EXPECT_THAT(error(Array("<f16", "(1,)", four)), HasSubstr("cannot be read"));
  EXPECT_THAT(error(Array("<M8[ns]", "(1,)", four)), HasSubstr("cannot be read"));
  EXPECT_THAT(error(Array("|S0", "(9000000000000000000,)", "")), HasSubstr("width 0"));
  EXPECT_THAT(error(Array("<U4611686018427387904", "(1,)", "")), HasSubstr("does not fit"));
  EXPECT_THAT(error(Npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", four)),
              HasSubstr("structured"));
  EXPECT_THAT(error(Npy("{'descr': '<f4', 'shape': (1,)}", four)), HasSubstr("malformed"));
  EXPECT_THAT(error(Npy("{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1,)}", four)),
              HasSubstr("malformed"));
  EXPECT_THAT(error(Npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} + x", four)), HasSubstr("malformed"));
  EXPECT_THAT(error(Npy("{}", four, 9)), HasSubstr("format 9"));
  std::string whole = Array("<f4", "(1,)", four);
  for (size_t n = 0; n < whole.size(); ++n) EXPECT_NE(error(whole.substr(0, n)), "read") << n;
  for (size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string damaged = whole;
    damaged[bit / 8] ^= static_cast<char>(1 << bit % 8);
    (void)error(damaged);  // some flips mean another valid array
  }
}

TEST_F(NpzTest, ReadsNumPysArchives) {
  Put(FromHex(kStored));
  ExpectEqual(ReadNpz(path_), {Sample()[0]});
  Put(FromHex(kDeflated));
  ExpectEqual(ReadNpz(path_), Sample());
}

TEST_F(NpzTest, WhatIsWrittenComesBack) {
  std::vector<NamedTensor> tensors = Sample();
  tensors.emplace_back("scope/empty:0", Tensor(DType::kF32, Shape{0, 3}));
  tensors.emplace_back("no strings", Tensor(DType::kString, Shape{0}));
  tensors.emplace_back("größe", Tensor::Scalar<int64_t>(7));
  tensors.emplace_back("long", Tensor(DType::kF64, Shape{10000}));
  for (Packing packing : {Packing::kStored, Packing::kDeflated}) {
    ASSERT_TRUE(WriteNpz(path_, tensors, packing).ok());
    ExpectEqual(ReadNpz(path_), tensors);
  }
  EXPECT_LT(*FileSize(path_), 4000u);
}

TEST_F(NpzTest, EqualTensorsMakeEqualFiles) {
  ASSERT_TRUE(WriteNpz(path_, Sample()).ok());
  std::string first = *ReadFile(path_);
  ASSERT_TRUE(WriteNpz(path_, Sample()).ok());
  EXPECT_EQ(*ReadFile(path_), first);
}

TEST_F(NpzTest, NoArrays) {
  ASSERT_TRUE(WriteNpz(path_, {}).ok());
  ExpectEqual(ReadNpz(path_), {});
}

TEST_F(NpzTest, Int4IsWrittenAsInt8) {
  Tensor t(DType::kI4, Shape{3});
  static_cast<uint8_t*>(t.data())[0] = 0x78;
  ASSERT_TRUE(WriteNpz(path_, std::vector<NamedTensor>{{"q", t}}).ok());
  ExpectEqual(ReadNpz(path_), {{"q", Tensor::Of<int8_t>(Shape{3}, {-8, 7, 0})}});
}

TEST_F(NpzTest, ArraysThatOnlyLookLikeMarksStayArrays) {
  std::vector<NamedTensor> tensors = {{"x", Tensor::Scalar(1.0f)}};
  ASSERT_TRUE(WriteNpz(path_, tensors).ok());
  std::string bytes = *ReadFile(path_);
  for (size_t at; (at = bytes.find("x.npy")) != std::string::npos;) bytes.replace(at, 5, "y@len");  // no longer .npy
  Put(bytes);
  Result<std::vector<NamedTensor>> read = ReadNpz(path_);
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_EQ((*read)[0].first, "y@len");
}

TEST_F(NpzTest, LengthsMustFitTheirStrings) {
  std::vector<NamedTensor> tensors = {{"s", Tensor::Of<std::string>(Shape{2}, {"ab", "c"})}};
  for (int64_t length : {int64_t{3}, int64_t{-1}, int64_t{1} << 62}) {
    ASSERT_TRUE(WriteNpz(path_, tensors).ok());
    std::string bytes = *ReadFile(path_), lengths("\2\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0", 16);
    size_t at = bytes.find(lengths);
    ASSERT_NE(at, std::string::npos);
    bytes.replace(at, 8, reinterpret_cast<const char*>(&length), 8);
    Put(bytes);
    EXPECT_FALSE(ReadNpz(path_).ok());
  }
}

TEST_F(NpzTest, EveryCutAndEveryFlippedBitOfTheElementsIsSeen) {
  for (const char* hex : {kStored, kDeflated}) {
    std::string bytes = FromHex(hex);
    for (size_t n = 0; n < bytes.size(); ++n) {
      Put(bytes.substr(0, n));
      EXPECT_FALSE(ReadNpz(path_).ok()) << n;
    }
  }
  std::string bytes = FromHex(kStored);
  size_t elements = bytes.find("\n") + 1;
  for (size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string damaged = bytes;
    damaged[bit / 8] ^= static_cast<char>(1 << bit % 8);
    Put(damaged);
    Result<std::vector<NamedTensor>> read = ReadNpz(path_);
    bool in_elements = bit / 8 >= elements && bit / 8 < elements + 12;
    EXPECT_TRUE(!in_elements || read.status().message().find("damaged") != std::string::npos) << bit;
  }
}

// The archive says that 140 bytes unfold to 4 GB.
TEST_F(NpzTest, SizesThatTheFileCannotHoldAreRefused) {
  std::string bytes = FromHex(kDeflated);
  size_t at = bytes.find("PK\1\2") + 24;
  bytes.replace(at, 4, "\xf0\xff\xff\xff");
  Put(bytes);
  EXPECT_THAT(ReadNpz(path_).status().message(), HasSubstr("larger than the file can hold"));
}

// Tensors of .tflite files may be unnamed, and NumPy takes the empty name.
TEST_F(NpzTest, AnArrayWithoutAName) {
  ASSERT_TRUE(WriteNpz(path_, std::vector<NamedTensor>{{"", Tensor::Scalar(1.0f)}}).ok());
  EXPECT_EQ(ReadNpz(path_)->at(0).first, "");
}

TEST_F(NpzTest, BadNamesAreRefused) {
  Tensor t = Tensor::Scalar(1.0f);
  EXPECT_EQ(WriteNpz(path_, std::vector<NamedTensor>{{"a", t}, {"a", t}}).kind(), ErrorKind::kUsage);
  EXPECT_EQ(WriteNpz(path_, std::vector<NamedTensor>{{"a@len", t}}).kind(), ErrorKind::kUsage);
  EXPECT_EQ(WriteNpz(path_, std::vector<NamedTensor>{{"\xff", t}}).kind(), ErrorKind::kUsage);
  EXPECT_EQ(WriteNpz(path_, std::vector<NamedTensor>{{"r", Tensor(DType::kResource, Shape{})}}).kind(),
            ErrorKind::kUnsupported);
  EXPECT_FALSE(FileExists(path_));
}

TEST_F(NpzTest, AFullDiskLeavesTheOldFile) {
  ASSERT_TRUE(WriteNpz(path_, Sample()).ok());
  SetWriteFaultForTest([](const std::string&, size_t) { return MachineError("no space left on device"); });
  EXPECT_EQ(WriteNpz(path_, {}).kind(), ErrorKind::kMachine);
  ExpectEqual(ReadNpz(path_), Sample());
}

TEST_F(NpzTest, NpyFiles) {
  Tensor t = Tensor::Of<float>(Shape{2, 2}, {1, 2, 3, 4});
  ASSERT_TRUE(WriteNpy(path_, t).ok());
  Result<Tensor> read = ReadNpy(path_);
  ASSERT_TRUE(read.ok());
  EXPECT_TRUE(Identical(*read, t));
  EXPECT_FALSE(WriteNpy(path_, Tensor::Of<std::string>(Shape{1}, {std::string("a\0", 2)})).ok());
  EXPECT_FALSE(WriteNpy(path_, Tensor(DType::kBF16, Shape{1})).ok());
  ASSERT_TRUE(WriteNpy(path_, Tensor::Of<std::string>(Shape{2}, {"a", ""})).ok());
  EXPECT_EQ(ReadNpy(path_)->strings(), (std::vector<std::string>{"a", ""}));
  EXPECT_EQ(ReadNpy(path_ + ".none").status().kind(), ErrorKind::kNotFound);
  EXPECT_THAT(ReadNpz(path_).status().message(), HasSubstr("no .npz file"));
}

}  // namespace
}  // namespace slipway::npz
