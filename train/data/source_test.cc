#include "train/data/source.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <filesystem>
#include <set>

#include "base/file.h"
#include "train/data/gzip.h"

namespace slipway::train::data {
namespace {

std::string Gzip(const std::string& text) {
  z_stream z = {};
  deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string packed(text.size() + 100, '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  z.avail_in = static_cast<uInt>(text.size());
  z.next_out = reinterpret_cast<Bytef*>(packed.data());
  z.avail_out = static_cast<uInt>(packed.size());
  deflate(&z, Z_FINISH);
  packed.resize(z.total_out);
  deflateEnd(&z);
  return packed;
}

class SourceFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "source_files";
    ASSERT_TRUE(MakeDirectories(folder_).ok());
  }
  void TearDown() override { (void)RemoveTree(folder_); }
  std::string Write(const std::string& name, const std::string& bytes) {
    std::string path = JoinPath(folder_, name);
    EXPECT_TRUE(WriteFileAtomically(path, bytes).ok());
    return path;
  }
  std::string CsvError(const std::string& text, const CsvOptions& options) {
    Result<SourcePtr> s = OpenCsv(Write("bad.csv", text), options);
    EXPECT_FALSE(s.ok());
    return s.ok() ? "" : s.status().message().substr(folder_.size() + 1);
  }
  std::string folder_;
};

const CsvOptions kTwo = {.features = {{"x", {"0-1"}, DType::kF32, {2}}, {"y", {"2"}, DType::kI64, {}}}};

TEST_F(SourceFiles, CsvBecomesTensors) {
  Result<SourcePtr> s = OpenCsv(Write("a.csv", "1,2.5,0\n-3, +4e1 ,1.0\r\n\n7,8,2"), kTwo);
  ASSERT_TRUE(s.ok()) << s.status().message();
  EXPECT_EQ((*s)->size(), 3);
  EXPECT_EQ(ToString((*s)->spec()[0].type), "f32[2]");
  Element e;
  ASSERT_TRUE((*s)->Read(1, &e).ok());
  EXPECT_TRUE(Identical(e[0], Tensor::Of<float>({2}, {-3, 40})));
  EXPECT_TRUE(Identical(e[1], Tensor::Scalar<int64_t>(1)));
  EXPECT_EQ(*ReadInts(**s, 1), (std::vector<int64_t>{0, 1, 2}));
}

TEST_F(SourceFiles, CsvHeaderQuotesAndStrings) {
  CsvOptions options = {.header = true,
                        .features = {{"text", {"what"}, DType::kString, {}}, {"n", {"count"}, DType::kI32, {}}}};
  Result<SourcePtr> s = OpenCsv(Write("q.csv", "count,what\n1,\"a \"\"b\"\", c\nd\"\n2,plain\n"), options);
  ASSERT_TRUE(s.ok()) << s.status().message();
  Element e;
  ASSERT_TRUE((*s)->Read(0, &e).ok());
  EXPECT_EQ(e[0].strings()[0], "a \"b\", c\nd");
  ASSERT_TRUE((*s)->Read(1, &e).ok());
  EXPECT_EQ(e[0].strings()[0], "plain");
  EXPECT_EQ(e[1].AsInts()[0], 2);
}

TEST_F(SourceFiles, CsvMayBePacked) {
  std::string packed = Gzip("1,2,3\n4,5,6\n") + Gzip("7,8,9\n");
  Result<SourcePtr> s = OpenCsv(Write("a.csv.gz", packed), kTwo);
  ASSERT_TRUE(s.ok()) << s.status().message();
  EXPECT_EQ((*s)->size(), 3);
}

TEST_F(SourceFiles, DamagedGzipIsAnError) {
  std::string packed = Gzip("1,2,3\n4,5,6\n");
  for (size_t n = 2; n < packed.size(); ++n) {
    Result<std::string> text = ReadText(Write("cut.gz", packed.substr(0, n)), 1 << 20);
    ASSERT_FALSE(text.ok()) << n;
    EXPECT_NE(text.status().message().find("cut off"), std::string::npos) << text.status().message();
  }
  int refused = 0;
  for (size_t i = 2; i < packed.size(); ++i) {
    std::string bad = packed;
    bad[i] = static_cast<char>(bad[i] ^ 0x10);
    refused += !ReadText(Write("flip.gz", bad), 1 << 20).ok();
  }
  EXPECT_GT(refused, static_cast<int>(packed.size()) / 2);  // the header's time and system bytes mean nothing
  Result<std::string> big = ReadText(Write("big.gz", Gzip(std::string(1 << 20, 'a'))), 1000);
  ASSERT_FALSE(big.ok());
  EXPECT_NE(big.status().message().find("unpacks to more than"), std::string::npos);
}

TEST_F(SourceFiles, CsvErrorsSayWhere) {
  EXPECT_EQ(CsvError("1,2,3\n4,x,6\n", kTwo), "bad.csv: line 2, column 1: 'x' is no f32");
  EXPECT_EQ(CsvError("1,2,3\n4,5,6.5\n", kTwo), "bad.csv: line 2, column 2: '6.5' is no i64");
  EXPECT_EQ(CsvError("1,2,3\n4,,6\n", kTwo), "bad.csv: line 2, column 1: the field is empty, expected a number");
  EXPECT_EQ(CsvError("1,2,3\n\n4,5\n", kTwo), "bad.csv: line 3 has 2 columns, expected 3");
  EXPECT_EQ(CsvError("1,2\n", kTwo), "bad.csv: 'y': column 2 does not exist; the file has columns 0 to 1");
  EXPECT_EQ(CsvError("1,\"2,3\n", kTwo), "bad.csv: line 1: a quoted field has no closing quote");
  EXPECT_EQ(CsvError("", kTwo), "bad.csv: the file has no rows");
  EXPECT_EQ(CsvError("age,size\n1,2\n", {.header = true, .features = {{"x", {"sise"}, DType::kF32, {}}}}),
            "bad.csv: 'x': there is no column 'sise' in the header; did you mean 'size'?");
  EXPECT_EQ(CsvError("1,2,3\n", {.features = {{"x", {"0-1"}, DType::kF32, {3}}}}),
            "bad.csv: 'x': shape [3] has 3 elements, but there are 2 columns");
  EXPECT_EQ(CsvError("300\n", {.features = {{"x", {"0"}, DType::kU8, {}}}}),
            "bad.csv: line 1, column 0: '300' is no u8");
  Result<SourcePtr> missing = OpenCsv(JoinPath(folder_, "none.csv"), kTwo);
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.status().kind(), ErrorKind::kNotFound);
}

TEST(Sources, TensorsNeedOneRowPerExample) {
  Result<SourcePtr> s = FromTensors({"x", "y"}, {Tensor(DType::kF32, {3, 2}), Tensor(DType::kI64, {4})});
  ASSERT_FALSE(s.ok());
  EXPECT_EQ(s.status().message(), "'y' has 4 rows, 'x' has 3; each example needs one row of both");
}

TEST(Sources, HoldOutIsSeededAndStratified) {
  std::vector<int64_t> labels;
  for (int i = 0; i < 100; ++i) labels.push_back(i % 10 == 0 ? 1 : 0);
  Result<Split> s = HoldOut(100, 0.2, 7, &labels);
  ASSERT_TRUE(s.ok());
  EXPECT_EQ(s->validation.size(), 20u);
  EXPECT_EQ(s->train.size(), 80u);
  int ones = 0;
  for (int64_t i : s->validation) ones += labels[static_cast<size_t>(i)] == 1;
  EXPECT_EQ(ones, 2);
  std::set<int64_t> all(s->train.begin(), s->train.end());
  all.insert(s->validation.begin(), s->validation.end());
  EXPECT_EQ(all.size(), 100u);
  EXPECT_EQ(HoldOut(100, 0.2, 7, &labels)->validation, s->validation);
  EXPECT_NE(HoldOut(100, 0.2, 8, &labels)->validation, s->validation);
  EXPECT_EQ(HoldOut(100, 0.2, 7)->validation.size(), 20u);
  EXPECT_FALSE(HoldOut(100, 1, 7).ok());
  EXPECT_FALSE(HoldOut(2, 0.1, 7).ok());
}

TEST(Sources, HoldOutEveryFifth) {
  Result<Split> s = HoldOutEvery(11, 5);
  ASSERT_TRUE(s.ok());
  EXPECT_EQ(s->validation, (std::vector<int64_t>{4, 9}));
  EXPECT_EQ(s->train.size(), 9u);
  EXPECT_FALSE(HoldOutEvery(11, 1).ok());
}

}  // namespace
}  // namespace slipway::train::data
