// Files and error messages in here are TensorFlow 2.21's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "formats/tfrecord/record.h"

namespace slipway::tfrecord {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kPlain[] =
    "0300000000000000b099490e6162636e57f121000000000000000029039807d8ea82a214000000000000005e3d291578787878787878787878"
    "787878787878787878780d2dd320";
constexpr char kGzip[] =
    "1f8b0800000000000003636680800d333df9129392f3c23f2a424518349967b0df78d5b44804ca8fb3d514adc00278752f2b00007d55719e47"
    "000000";
constexpr char kZlib[] =
    "789c636680800d333df9129392f3c23f2a424518349967b0df78d5b44804ca8fb3d514adc00278752f2b0000433213cc";

std::string FromHex(std::string_view hex) {
  std::string out;
  for (size_t i = 0; i + 1 < hex.size(); i += 2)
    out.push_back(static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
  return out;
}

const std::string kTwenty(20, 'x');

class TFRecordTest : public testing::Test {
 protected:
  void SetUp() override {
    path_ = StrCat(testing::TempDir(), "/tfrecord_", getpid(), "_",
                   testing::UnitTest::GetInstance()->current_test_info()->name());
  }
  void TearDown() override { std::filesystem::remove(path_); }

  struct Outcome {
    std::vector<std::string> records;
    std::string error;
    size_t leftover = 0;
  };
  Outcome Read(std::string_view bytes, Compression compression = Compression::kNone) {
    std::filesystem::remove(path_);
    std::ofstream(path_, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    Outcome out;
    Result<Reader> reader = Reader::Open(path_, compression);
    EXPECT_TRUE(reader.ok());
    std::string_view record;
    while (true) {
      Result<bool> more = reader->Next(&record);
      if (!more.ok()) out.error = more.status().message().substr(path_.size() + 2);
      if (!more.ok() || !*more) break;
      out.records.emplace_back(record);
    }
    out.leftover = reader->leftover();
    return out;
  }
  std::string Write(Compression compression) {
    Result<Writer> writer = Writer::Create(path_, compression);
    EXPECT_TRUE(writer->Append("abc").ok() && writer->Append("").ok() && writer->Append(kTwenty).ok());
    EXPECT_TRUE(writer->Finish().ok());
    return *ReadFile(path_);
  }

  std::string path_;
};

std::string Flip(std::string bytes, size_t at) {
  bytes[at] ^= 1;
  return bytes;
}

TEST_F(TFRecordTest, SameBytesAsTensorFlow) {
  EXPECT_EQ(Write(Compression::kNone), FromHex(kPlain));
  EXPECT_EQ(Write(Compression::kGzip), FromHex(kGzip));
  EXPECT_EQ(Write(Compression::kZlib), FromHex(kZlib));
}

TEST_F(TFRecordTest, ReadsTensorFlowsFiles) {
  EXPECT_THAT(Read(FromHex(kPlain)).records, ElementsAre("abc", "", kTwenty));
  EXPECT_THAT(Read(FromHex(kGzip), Compression::kGzip).records, ElementsAre("abc", "", kTwenty));
  EXPECT_THAT(Read(FromHex(kZlib), Compression::kZlib).records, ElementsAre("abc", "", kTwenty));
  EXPECT_THAT(Read(FromHex(kGzip) + FromHex(kGzip), Compression::kGzip).records,
              ElementsAre("abc", "", kTwenty, "abc", "", kTwenty));
}

TEST_F(TFRecordTest, DamageIsReportedInTensorFlowsWords) {
  std::string plain = FromHex(kPlain);
  Outcome out = Read(Flip(plain, 0));
  EXPECT_EQ(out.error, "corrupted record at 0 (Is this even a TFRecord file?)");
  out = Read(Flip(plain, 27));
  EXPECT_THAT(out.records, ElementsAre("abc"));
  EXPECT_EQ(out.error, "corrupted record at 19");
  EXPECT_EQ(Read(Flip(plain, 12)).error, "corrupted record at 12");
  out = Read(Flip(plain, 50));
  EXPECT_THAT(out.records, ElementsAre("abc", ""));
  EXPECT_EQ(out.error, "corrupted record at 47");
  EXPECT_EQ(Read(FromHex(kGzip)).error,
            "corrupted record at 0 (Is this even a TFRecord file?); the file looks compressed by GZIP");
  EXPECT_EQ(Read(plain, Compression::kGzip).error, "inflate() failed with error -3: incorrect header check");
  EXPECT_EQ(Read(FromHex(kGzip), Compression::kZlib).error, "inflate() failed with error -3: incorrect header check");
  EXPECT_THAT(Read(FromHex(kGzip) + "hello", Compression::kGzip).error, HasSubstr("incorrect header check"));
}

TEST_F(TFRecordTest, CutsAreErrorsOrTheEndAsInTensorFlow) {
  std::string plain = FromHex(kPlain);
  for (size_t n = 0; n < plain.size(); ++n) {
    Outcome out = Read(plain.substr(0, n));
    size_t start = n >= 35 ? 35 : n >= 19 ? 19 : 0;  // of the record that is cut
    EXPECT_EQ(out.records.size(), n >= 35 ? 2u : n >= 19 ? 1u : 0u);
    if (n - start < 12) {
      EXPECT_EQ(out.error, "");
      EXPECT_EQ(out.leftover, n - start);
    } else {
      EXPECT_EQ(out.error, StrCat("truncated record at ", start, "' failed with Read less bytes than requested"));
    }
  }
}

TEST_F(TFRecordTest, CutAndDamagedStreamsAreErrors) {
  for (auto [hex, compression] : {std::pair(kGzip, Compression::kGzip), std::pair(kZlib, Compression::kZlib)}) {
    std::string bytes = FromHex(hex);
    for (size_t n = 1; n < bytes.size(); ++n)
      EXPECT_EQ(Read(bytes.substr(0, n), compression).error, "the compressed stream is cut") << n;
    for (size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
      std::string damaged = bytes;
      damaged[bit / 8] ^= static_cast<char>(1 << bit % 8);
      Outcome out = Read(damaged, compression);  // some header and padding bits mean nothing
      EXPECT_TRUE(!out.error.empty() || out.records == (std::vector<std::string>{"abc", "", kTwenty})) << bit;
    }
  }
}

TEST_F(TFRecordTest, ARecordThatClaimsToBeHugeIsRefused) {
  std::string header = FromHex("ffffffffffffff7f");
  std::string record;
  AppendRecord(record, header);  // borrow the checksum: that of 8 data bytes
  std::string file = header + record.substr(20) + std::string(100, 'a');
  EXPECT_EQ(Read(file).error, "truncated record at 0' failed with Read less bytes than requested");
  std::string compressed;
  DeflateStream deflate(Compression::kGzip);
  deflate.Write(file, &compressed);
  deflate.Finish(&compressed);
  EXPECT_EQ(Read(compressed, Compression::kGzip).error, "the record at 0 is larger than 2 GiB");
}

TEST_F(TFRecordTest, SeekGoesBackToAnyRecord) {
  for (Compression compression : {Compression::kNone, Compression::kGzip, Compression::kZlib}) {
    Result<Writer> writer = Writer::Create(path_, compression);
    for (int i = 0; i < 1000; ++i) ASSERT_TRUE(writer->Append(std::string(static_cast<size_t>(i), 'a')).ok());
    ASSERT_TRUE(writer->Finish().ok());
    EXPECT_EQ(writer->records(), 1000u);
    Result<Reader> reader = Reader::Open(path_, compression);
    std::vector<uint64_t> offsets;
    std::string_view record;
    do offsets.push_back(reader->offset());
    while (*reader->Next(&record));
    ASSERT_EQ(offsets.size(), 1001u);
    for (size_t i : {999u, 0u, 500u, 501u, 1000u}) {
      ASSERT_TRUE(reader->Seek(offsets[i]).ok());
      Result<bool> more = reader->Next(&record);
      ASSERT_TRUE(more.ok());
      EXPECT_EQ(*more, i < 1000);
      EXPECT_TRUE(!*more || record.size() == i);
    }
    EXPECT_FALSE(reader->Seek(offsets[1000] + 1).ok());
  }
}

TEST(Compression, Names) {
  EXPECT_EQ(*CompressionFromName(""), Compression::kNone);
  EXPECT_EQ(*CompressionFromName("gzip"), Compression::kGzip);
  EXPECT_EQ(*CompressionFromName("ZLIB"), Compression::kZlib);
  EXPECT_EQ(CompressionFromName("zip").status().kind(), ErrorKind::kUsage);
  EXPECT_EQ(DetectCompression(FromHex(kPlain)), Compression::kNone);
  EXPECT_EQ(DetectCompression(FromHex(kGzip)), Compression::kGzip);
  EXPECT_EQ(DetectCompression(FromHex(kZlib)), Compression::kZlib);
  EXPECT_EQ(DetectCompression(""), Compression::kNone);
}

TEST(Compression, LongStreamsComeBackInSteps) {
  std::string text, compressed, back;
  for (int i = 0; i < 100000; ++i) StrAppend(text, i, i % 7 ? " " : "\n");
  DeflateStream deflate(Compression::kZlib);
  for (size_t at = 0; at < text.size(); at += 1000) deflate.Write(std::string_view(text).substr(at, 1000), &compressed);
  deflate.Finish(&compressed);
  InflateStream inflate(compressed, Compression::kZlib);
  size_t before;
  do {
    before = back.size();
    ASSERT_TRUE(inflate.Read(777, &back).ok());
    ASSERT_LE(back.size() - before, 777u);
  } while (back.size() > before);
  EXPECT_EQ(back, text);
}

}  // namespace
}  // namespace slipway::tfrecord
