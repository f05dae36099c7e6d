// Bytes in here were written or judged by TensorFlow 2.21.
#include "formats/example/example.h"

#include <gtest/gtest.h>
#include <algorithm>

namespace slipway::example {
namespace {

constexpr char kExample[] =
    "0a530a0e0a016212090a070a000a0378797a0a080a026566120212000a110a0166120c120a0a080000803f000020c00a1a0a016912151a13"
    "0a1103ffffffffffffffffff018080808080200a080a046e6f6e651200";
constexpr char kSequence[] =
    "0a0d0a0b0a02696412051a030a010712260a1d0a017412180a0812060a040000803f0a0c120a0a0800000040000040400a050a01771200";

std::string FromHex(std::string_view hex) {
  std::string out;
  for (size_t i = 0; i + 1 < hex.size(); i += 2)
    out.push_back(static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
  return out;
}

Features Sample() {
  return {{"f", FloatList{1, -2.5f}},
          {"i", Int64List{3, -1, int64_t{1} << 40}},
          {"b", BytesList{"", "xyz"}},
          {"ef", FloatList{}},
          {"none", Feature{}}};
}

TEST(Example, SameBytesAsTensorFlow) {
  EXPECT_EQ(EncodeExample(Sample()), FromHex(kExample));
  Result<Features> features = DecodeExample(FromHex(kExample));
  ASSERT_TRUE(features.ok());
  EXPECT_EQ(*features, Sample());
}

TEST(Example, FindListWantsNameAndKind) {
  Features features = Sample();
  EXPECT_EQ(FindList<FloatList>(features, "f")->size(), 2u);
  EXPECT_EQ(FindList<Int64List>(features, "f"), nullptr);
  EXPECT_EQ(FindList<FloatList>(features, "none"), nullptr);
  EXPECT_EQ(FindList<FloatList>(features, "absent"), nullptr);
}

TEST(Example, SequenceExample) {
  SequenceExample example;
  example.context = {{"id", Int64List{7}}};
  example.feature_lists = {{"t", {FloatList{1}, FloatList{2, 3}}}, {"w", {}}};
  EXPECT_EQ(EncodeSequenceExample(example), FromHex(kSequence));
  Result<SequenceExample> read = DecodeSequenceExample(FromHex(kSequence));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->context, example.context);
  EXPECT_EQ(read->feature_lists, example.feature_lists);
}

TEST(Example, FormsThatOtherWritersUse) {
  struct Case {
    const char* hex;
    Features expected;
  };
  const Case cases[] = {
      {"0a130a110a0161120c120a0d0000803f0d00000040", {{"a", FloatList{1, 2}}}},                // not packed
      {"0a0f0a0d0a016112081a0608050a020607", {{"a", Int64List{5, 6, 7}}}},                     // both
      {"0a110a0f0a0161120a1a030a01051a030a0106", {{"a", Int64List{5, 6}}}},                    // list in two parts
      {"0a110a0f0a0161120a0a030a01611a030a0106", {{"a", Int64List{6}}}},                       // two kinds: the last
      {"0a1a0a0b0a016112061a040a0205060a0b0a016112061a040a020807", {{"a", Int64List{8, 7}}}},  // key twice
      {"0a050a030a0161", {{"a", Feature{}}}},                                                  // no value
      {"0a0d0a0b0a016112061a0408051001", {{"a", Int64List{5}}}},                               // unknown field
      {"", {}},
  };
  for (const Case& c : cases) {
    Result<Features> features = DecodeExample(FromHex(c.hex));
    ASSERT_TRUE(features.ok()) << c.hex;
    EXPECT_EQ(*features, c.expected) << c.hex;
  }
}

TEST(Example, MalformedListsAreRefused) {
  EXPECT_FALSE(DecodeExample(FromHex("0a0d0a0b0a0161120612040a020000")).ok());  // two bytes of a float
  EXPECT_FALSE(DecodeExample(FromHex("0a0d0a0b0a016112061a040a02ffff")).ok());  // a varint without end
}

// A prefix is either refused or, where it ends between fields at the top, an example of its own.
TEST(Example, CutsAndFlipsNeverGoPastTheEnd) {
  for (std::string bytes : {FromHex(kExample), FromHex(kSequence)}) {
    for (size_t n = 1; n < bytes.size(); ++n) {
      auto copy = std::make_unique<char[]>(n);  // so that a sanitizer sees the end
      std::copy_n(bytes.data(), n, copy.get());
      EXPECT_FALSE(DecodeExample({copy.get(), n}).ok() && n != 15) << n;
      (void)DecodeSequenceExample({copy.get(), n});
    }
    for (size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
      std::string damaged = bytes;
      damaged[bit / 8] ^= static_cast<char>(1 << bit % 8);
      if (Result<Features> features = DecodeExample(damaged); features.ok()) {
        EXPECT_EQ(*DecodeExample(EncodeExample(*features)), *features) << bit;
      }
      (void)DecodeSequenceExample(damaged);
    }
  }
}

}  // namespace
}  // namespace slipway::example
