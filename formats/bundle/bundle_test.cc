#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/crc32c.h"
#include "base/file.h"
#include "formats/bundle/checkpoint_state.h"
#include "formats/bundle/object_key.h"
#include "formats/bundle/reader.h"
#include "formats/bundle/table.h"
#include "formats/bundle/tensorflow_bundles.h"
#include "formats/bundle/writer.h"
#include "tensorflow/core/protobuf/tensor_bundle.pb.h"

namespace slipway::bundle {
namespace {

using tensorflow::BundleEntryProto;
using tensorflow::BundleHeaderProto;
using testing::HasSubstr;

std::string FromHex(std::string_view hex) {
  std::string out;
  for (size_t i = 0; i + 1 < hex.size(); i += 2)
    out.push_back(static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
  return out;
}

std::vector<std::pair<std::string, Tensor>> EveryType() {
  Tensor int4(DType::kI4, Shape{3});  // -8, 7, 3
  static_cast<uint8_t*>(int4.data())[0] = 0x78;
  static_cast<uint8_t*>(int4.data())[1] = 0x03;
  return {{"f32", Tensor::Of<float>(Shape{1, 3}, {1, 2, 3})},
          {"i8", Tensor::Of<int8_t>(Shape{1}, {-1})},
          {"f16", Tensor::Of<Half>(Shape{2}, {Half(1.5f), Half(-2)})},
          {"bf16", Tensor::Of<BFloat16>(Shape{2}, {BFloat16(1.5f), BFloat16(-2)})},
          {"bool", Tensor::Of<bool>(Shape{2}, {true, false})},
          {"i4", int4},
          {"c64", Tensor::Scalar(std::complex<float>(1, 2))},
          {"i64", Tensor::Scalar<int64_t>(-5)},
          {"scalar", Tensor::Scalar(std::string("hello\0x", 7))},
          {"strings", Tensor::Of<std::string>(Shape{2}, {"s1", "longer"})},
          {"none", Tensor(DType::kString, Shape{0})},
          {"empty", Tensor(DType::kF32, Shape{0, 3})}};
}

class BundleTest : public testing::Test {
 protected:
  void SetUp() override {
    dir_ = StrCat(testing::TempDir(), "/bundle_", getpid(), "_",
                  testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(dir_);
    std::filesystem::create_directories(dir_);
    prefix_ = JoinPath(dir_, "b");
  }
  void TearDown() override {
    SetWriteFaultForTest(nullptr);
    std::filesystem::remove_all(dir_);
  }

  void Put(const std::string& path, std::string_view bytes) {
    std::filesystem::remove(path);
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  // An index of these entries, and one data file.
  void PutBundle(const std::map<std::string, BundleEntryProto>& entries, std::string_view data,
                 BundleHeaderProto header = OneShard()) {
    TableBuilder table;
    table.Add("", header.SerializeAsString());
    for (const auto& [key, entry] : entries) table.Add(key, entry.SerializeAsString());
    Put(IndexPath(prefix_), table.Finish());
    Put(DataPath(prefix_, 0, 1), data);
  }
  static BundleHeaderProto OneShard() {
    BundleHeaderProto header;
    header.set_num_shards(1);
    header.mutable_version()->set_producer(1);
    return header;
  }
  static BundleEntryProto FloatEntry(std::vector<int64_t> dims, int64_t offset, int64_t size) {
    BundleEntryProto entry;
    entry.set_dtype(tensorflow::DT_FLOAT);
    for (int64_t d : dims) entry.mutable_shape()->add_dim()->set_size(d);
    entry.set_offset(offset);
    entry.set_size(size);
    return entry;
  }
  std::string OpenError() {
    Result<Reader> reader = Reader::Open(prefix_);
    return reader.ok() ? "opened" : reader.status().message();
  }
  // Reads all there is; true if something was refused.
  bool AnyError() {
    Result<Reader> reader = Reader::Open(prefix_);
    if (!reader.ok()) return true;
    bool any = !reader->VerifyAll().ok();
    for (const std::string& key : reader->Keys()) any |= !reader->Read(key).ok();
    return any;
  }

  std::string dir_, prefix_;
};

TEST(Table, AnyNumberOfBlocksComesBack) {
  for (size_t block_bytes : {1, 40, 1000, 262144}) {
    TableBuilder builder(block_bytes);
    std::vector<TableEntry> expected;
    for (int i = 0; i < 100; ++i) {
      std::string key = StrCat("layer_", i / 10, "/", i % 10, std::string(static_cast<size_t>(i % 3), '\xff'));
      expected.push_back({key, std::string(static_cast<size_t>(i), 'v')});
      builder.Add(key, expected.back().value);
    }
    Result<std::vector<TableEntry>> entries = ReadTable(builder.Finish());
    ASSERT_TRUE(entries.ok()) << entries.status().message();
    ASSERT_EQ(entries->size(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ((*entries)[i].key, expected[i].key);
      EXPECT_EQ((*entries)[i].value, expected[i].value);
    }
  }
}

TEST(Table, EmptyTable) {
  Result<std::vector<TableEntry>> entries = ReadTable(TableBuilder().Finish());
  ASSERT_TRUE(entries.ok());
  EXPECT_TRUE(entries->empty());
}

TEST(Table, EveryTruncationIsRefusedAndEveryFlippedBitIsSeen) {
  std::string file = FromHex(kEveryTypeIndex);
  for (size_t n = 0; n < file.size(); ++n) EXPECT_FALSE(ReadTable(std::string_view(file).substr(0, n)).ok()) << n;
  size_t entries_end = file.size() - 48 - 13 - 20;  // footer, metaindex block and index block protect themselves
  for (size_t bit = 0; bit < 8 * file.size(); ++bit) {
    std::string damaged = file;
    damaged[bit / 8] ^= static_cast<char>(1 << (bit % 8));
    Result<std::vector<TableEntry>> entries = ReadTable(damaged);
    EXPECT_FALSE(entries.ok() && bit / 8 < entries_end) << bit;
    EXPECT_TRUE(!entries.ok() || entries->size() == 13) << bit;
  }
}

TEST(ObjectKey, NamesAreEscaped) {
  EXPECT_EQ(EscapeName("a/b"), "a.Sb");
  EXPECT_EQ(EscapeName("c.d"), "c..d");
  EXPECT_EQ(EscapeName(".S"), "..S");
  for (const char* name : {"a/b", "c.d", ".S", "..", "/", "plain", "./.S/"})
    EXPECT_EQ(UnescapeName(EscapeName(name)), name);
  std::vector<std::string> path = {"model", "d", "x/y"};
  EXPECT_EQ(VariableKey(ObjectPath(path)), "model/d/x.Sy/.ATTRIBUTES/VARIABLE_VALUE");
  EXPECT_EQ(SlotKey("model/w", "optimizer", "m"), "model/w/.OPTIMIZER_SLOT/optimizer/m/.ATTRIBUTES/VARIABLE_VALUE");
}

TEST(ObjectKey, SliceKeysAreTensorFlows) {
  std::vector<TableEntry> entries = *ReadTable(FromHex(kLongPiecesIndex));
  std::vector<std::pair<int64_t, int64_t>> pieces = {{0, 63},      {63, 64},         {127, 8191},
                                                     {8318, 8192}, {16510, 1 << 20}, {16510 + (1 << 20), 5}};
  for (size_t i = 0; i < pieces.size(); ++i) {
    SliceExtent extent{pieces[i].first, pieces[i].second};
    EXPECT_EQ(SliceKey("v", {&extent, 1}), entries[i + 1].key) << i;
  }
  EXPECT_EQ(SliceKey(std::string_view("a\0\xff", 3), {}), std::string("\0a\0\xff\xff\0\0\1\0", 9));
}

TEST(ObjectKey, OrderOfSliceKeysIsOrderOfNumbers) {
  std::string last;
  for (int64_t start :
       {INT64_MIN, int64_t{-1} << 62, int64_t{-1} << 34, int64_t{-8193}, int64_t{-65}, int64_t{-1}, int64_t{0},
        int64_t{63}, int64_t{64}, int64_t{1} << 34, int64_t{1} << 55, int64_t{1} << 62, INT64_MAX}) {
    SliceExtent extent{start, -1};
    std::string key = SliceKey("v", {&extent, 1});
    EXPECT_LT(last, key) << start;
    last = key;
  }
}

TEST_F(BundleTest, ReadsEveryTypeOfTensorFlow) {
  Put(IndexPath(prefix_), FromHex(kEveryTypeIndex));
  Put(DataPath(prefix_, 0, 1), FromHex(kEveryTypeData));
  Result<Reader> reader = Reader::Open(prefix_);
  ASSERT_TRUE(reader.ok()) << reader.status().message();
  EXPECT_EQ(reader->Keys().size(), EveryType().size());
  EXPECT_TRUE(reader->VerifyAll().ok());
  for (const auto& [key, expected] : EveryType()) {
    Result<Tensor> t = reader->Read(key);
    ASSERT_TRUE(t.ok()) << t.status().message();
    EXPECT_TRUE(Identical(*t, expected)) << key;
    EXPECT_EQ(reader->Find(key)->dtype, expected.dtype());
  }
  EXPECT_EQ(reader->Find("nothing"), nullptr);
  EXPECT_EQ(reader->Read("nothing").status().kind(), ErrorKind::kNotFound);
}

TEST_F(BundleTest, WritesTheBytesOfTensorFlow) {
  Result<Writer> writer = Writer::Create(prefix_);
  ASSERT_TRUE(writer.ok());
  for (const auto& [key, tensor] : EveryType()) ASSERT_TRUE(writer->Add(key, tensor).ok());
  EXPECT_FALSE(FileExists(DataPath(prefix_, 0, 1)));
  ASSERT_TRUE(writer->Finish().ok());
  EXPECT_EQ(*ReadFile(IndexPath(prefix_)), FromHex(kEveryTypeIndex));
  EXPECT_EQ(*ReadFile(DataPath(prefix_, 0, 1)), FromHex(kEveryTypeData));
  EXPECT_EQ(ListDirectory(dir_)->size(), 2u);
}

TEST_F(BundleTest, AssemblesPartitionedVariables) {
  Put(IndexPath(prefix_), FromHex(kPiecesIndex));
  Put(DataPath(prefix_, 0, 1), FromHex(kPiecesData));
  Result<Reader> reader = Reader::Open(prefix_);
  ASSERT_TRUE(reader.ok()) << reader.status().message();
  EXPECT_THAT(reader->Keys(), testing::ElementsAre("p", "q", "s"));
  EXPECT_TRUE(reader->Find("p")->partitioned);
  EXPECT_EQ(reader->Find("p")->bytes, 48u);
  std::vector<float> floats(12);
  std::vector<int8_t> bytes(12);
  for (int i = 0; i < 12; ++i) bytes[i] = static_cast<int8_t>(floats[i] = static_cast<float>(i));
  EXPECT_TRUE(Identical(*reader->Read("p"), Tensor::Of<float>(Shape{4, 3}, floats)));
  EXPECT_TRUE(Identical(*reader->Read("q"), Tensor::Of<int8_t>(Shape{4, 3}, bytes)));
  EXPECT_TRUE(Identical(*reader->Read("s"), Tensor::Of<std::string>(Shape{2, 3}, {"a", "b", "c", "d", "e", "f"})));
  EXPECT_TRUE(reader->VerifyAll().ok());
}

TEST_F(BundleTest, ReadsSeveralDataFiles) {
  Put(IndexPath(prefix_), FromHex(kTwoFilesIndex));
  Put(DataPath(prefix_, 0, 2), FromHex(kTwoFilesData0));
  EXPECT_THAT(OpenError(), HasSubstr("b.data-00001-of-00002"));
  Put(DataPath(prefix_, 1, 2), FromHex(kTwoFilesData1));
  Result<Reader> reader = Reader::Open(prefix_);
  ASSERT_TRUE(reader.ok()) << reader.status().message();
  EXPECT_TRUE(Identical(*reader->Read("a"), Tensor::Of<float>(Shape{2}, {1, 2})));
  EXPECT_TRUE(Identical(*reader->Read("b"), Tensor::Of<std::string>(Shape{1}, {"x"})));
  EXPECT_TRUE(Identical(*reader->Read("c"), Tensor::Of<int32_t>(Shape{3}, {3, 4, 5})));
}

TEST_F(BundleTest, ReadsACompressedIndex) {
  Put(IndexPath(prefix_), FromHex(kSnappyIndex));
  Put(DataPath(prefix_, 0, 1), FromHex(kSnappyData));
  Result<Reader> reader = Reader::Open(prefix_);
  ASSERT_TRUE(reader.ok()) << reader.status().message();
  EXPECT_THAT(reader->Keys(), testing::ElementsAre("a", "a2", "b", "c", "c2"));
  EXPECT_TRUE(Identical(*reader->Read("c2"), Tensor::Scalar(3.0f)));
}

TEST_F(BundleTest, TensorsOutliveTheReaderAndViewTheFileWhereAligned) {
  Result<Writer> writer = Writer::Create(prefix_);
  ASSERT_TRUE(writer->Add("a", Tensor::Of<float>(Shape{2}, {1, 2})).ok());
  ASSERT_TRUE(writer->Add("b", Tensor::Scalar<int8_t>(7)).ok());
  ASSERT_TRUE(writer->Add("c", Tensor::Of<float>(Shape{2}, {3, 4})).ok());
  ASSERT_TRUE(writer->Finish().ok());
  Tensor a, c;
  {
    Result<Reader> reader = Reader::Open(prefix_);
    a = *reader->Read("a");
    c = *reader->Read("c");
    EXPECT_EQ(a.data(), reader->Read("a")->data());
    EXPECT_NE(c.data(), reader->Read("c")->data());
  }
  EXPECT_EQ(reinterpret_cast<uintptr_t>(c.data()) % 64, 0u);
  EXPECT_TRUE(Identical(a, Tensor::Of<float>(Shape{2}, {1, 2})));
  EXPECT_TRUE(Identical(c, Tensor::Of<float>(Shape{2}, {3, 4})));
}

// Pages of files that this process has in memory, in bytes.
int64_t FilePages() {
  int64_t size, resident, shared;
  std::ifstream("/proc/self/statm") >> size >> resident >> shared;
  return shared * sysconf(_SC_PAGESIZE);
}

class LargeBundleTest : public BundleTest {
 protected:
  void SetUp() override {
    BundleTest::SetUp();
    std::vector<float> numbers(kBytes / sizeof(float));
    for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i);
    weights_ = Tensor::Of<float>(Shape{static_cast<int64_t>(numbers.size())}, numbers);
    Result<Writer> writer = Writer::Create(prefix_);
    ASSERT_TRUE(writer->Add("weights", weights_).ok() && writer->Finish().ok());
  }
  // Twice, without a handle in between.
  bool ComesBackTwice() const {
    Result<Reader> reader = Reader::Open(prefix_);
    for (int i = 0; reader.ok() && i < 2; ++i)
      if (Result<Tensor> t = reader->Read("weights"); !t.ok() || !Identical(*t, weights_)) return false;
    return reader.ok();
  }

  static constexpr int64_t kBytes = 8 << 20;
  Tensor weights_;
};

TEST_F(LargeBundleTest, PagesLeaveMemoryWithTheLastHandle) {
  ASSERT_TRUE(ComesBackTwice());
  Reader reader = *Reader::Open(prefix_);
  const int64_t without = FilePages();
  {
    Tensor t = *reader.Read("weights"), other = t;
    EXPECT_GE(FilePages(), without + kBytes * 3 / 4);
  }
  EXPECT_LE(FilePages(), without + kBytes / 4);
}

TEST_F(LargeBundleTest, CopiesOfTheFileStayInMemory) {
  auto read = [this] {
    MappedFile::ReadInsteadOfMapping();
    _exit(ComesBackTwice() ? 0 : 1);
  };
  EXPECT_EXIT(read(), testing::ExitedWithCode(0), "");
}

TEST_F(BundleTest, NoTensorsIsAnIndexAlone) {
  ASSERT_TRUE(Writer::Create(prefix_)->Finish().ok());
  EXPECT_THAT(*ListDirectory(dir_), testing::ElementsAre("b.index"));
  Result<Reader> reader = Reader::Open(prefix_);
  ASSERT_TRUE(reader.ok()) << reader.status().message();
  EXPECT_TRUE(reader->Keys().empty());
}

TEST_F(BundleTest, NothingThereIsNotFound) {
  Result<Reader> reader = Reader::Open(prefix_);
  EXPECT_EQ(reader.status().kind(), ErrorKind::kNotFound);
}

TEST_F(BundleTest, TruncatedFilesAreRefusedWhenOpened) {
  std::string index = FromHex(kEveryTypeIndex), data = FromHex(kEveryTypeData);
  Put(DataPath(prefix_, 0, 1), data);
  for (size_t n = 0; n < index.size(); ++n) {
    Put(IndexPath(prefix_), index.substr(0, n));
    EXPECT_FALSE(Reader::Open(prefix_).ok()) << n;
  }
  Put(IndexPath(prefix_), index);
  for (size_t n = 0; n < data.size(); ++n) {
    Put(DataPath(prefix_, 0, 1), data.substr(0, n));
    EXPECT_FALSE(Reader::Open(prefix_).ok()) << n;
  }
}

TEST_F(BundleTest, EveryFlippedBitOfTheDataIsSeen) {
  for (auto [index, data] : {std::pair(kEveryTypeIndex, kEveryTypeData), std::pair(kPiecesIndex, kPiecesData)}) {
    Put(IndexPath(prefix_), FromHex(index));
    std::string bytes = FromHex(data);
    for (size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
      std::string damaged = bytes;
      damaged[bit / 8] ^= static_cast<char>(1 << (bit % 8));
      Put(DataPath(prefix_, 0, 1), damaged);
      Result<Reader> reader = Reader::Open(prefix_);
      ASSERT_TRUE(reader.ok());
      EXPECT_FALSE(reader->VerifyAll().ok()) << bit;
      EXPECT_TRUE(AnyError()) << bit;
    }
  }
}

TEST_F(BundleTest, ChecksumErrorNamesTensorAndFile) {
  Put(IndexPath(prefix_), FromHex(kEveryTypeIndex));
  std::string data = FromHex(kEveryTypeData);
  data[0] ^= 1;
  Put(DataPath(prefix_, 0, 1), data);
  std::string message = Reader::Open(prefix_)->Read("f32").status().message();
  EXPECT_THAT(message, HasSubstr("tensor 'f32': the checksum of its 12 bytes does not match"));
  EXPECT_THAT(message, HasSubstr("b.data-00000-of-00001 is damaged"));
}

TEST_F(BundleTest, ForeignHeadersAreRefused) {
  BundleHeaderProto header = OneShard();
  header.set_endianness(BundleHeaderProto::BIG);
  PutBundle({}, "", header);
  EXPECT_THAT(OpenError(), HasSubstr("big-endian"));
  header = OneShard();
  header.mutable_version()->set_min_consumer(2);
  PutBundle({}, "", header);
  EXPECT_THAT(OpenError(), HasSubstr("needs a reader of version 2"));
  header = OneShard();
  header.set_num_shards(-1);
  PutBundle({}, "", header);
  EXPECT_THAT(OpenError(), HasSubstr("names -1 data files"));
  TableBuilder table;
  table.Add("a", "");
  Put(IndexPath(prefix_), table.Finish());
  EXPECT_THAT(OpenError(), HasSubstr("the header is missing"));
}

TEST_F(BundleTest, HostileEntriesAreRefused) {
  std::string data(16, '\0');
  auto error = [&](BundleEntryProto entry) {
    PutBundle({{"w", entry}}, data);
    return OpenError();
  };
  EXPECT_EQ(error(FloatEntry({4}, 0, 16)), "opened");
  EXPECT_THAT(error(FloatEntry({4}, 1, 16)), HasSubstr("beyond the end of the data file"));
  EXPECT_THAT(error(FloatEntry({4}, INT64_MAX, 16)), HasSubstr("beyond the end"));
  EXPECT_THAT(error(FloatEntry({4}, -1, 16)), HasSubstr("negative"));
  EXPECT_THAT(error(FloatEntry({4}, 0, -16)), HasSubstr("negative"));
  EXPECT_THAT(error(FloatEntry({3}, 0, 16)), HasSubstr("cannot be stored in 16 bytes"));
  EXPECT_THAT(error(FloatEntry({INT64_MAX}, 0, 16)), HasSubstr("cannot be stored"));
  EXPECT_THAT(error(FloatEntry({INT64_MAX, 4}, 0, 16)), HasSubstr("overflows"));
  EXPECT_THAT(error(FloatEntry({-1}, 0, 16)), HasSubstr("not known"));
  EXPECT_THAT(error(FloatEntry({1, 1, 1, 1, 1, 1, 1, 1, 4}, 0, 16)), HasSubstr("rank 9"));
  BundleEntryProto entry = FloatEntry({4}, 0, 16);
  entry.set_shard_id(1);
  EXPECT_THAT(error(entry), HasSubstr("data file 1 of 1"));
  entry.set_shard_id(0);
  entry.set_dtype(tensorflow::DT_STRING);
  entry.mutable_shape()->mutable_dim(0)->set_size(INT64_MAX);
  EXPECT_THAT(error(entry), HasSubstr("more elements than its 16 bytes"));
  PutBundle({{"a", FloatEntry({4}, 0, 16)}, {"b", FloatEntry({4}, 0, 16)}}, data);
  EXPECT_THAT(OpenError(), HasSubstr("overlap"));
}

TEST_F(BundleTest, UnknownElementTypesAreListedButNotRead) {
  BundleEntryProto entry = FloatEntry({4}, 0, 4);
  entry.set_dtype(tensorflow::DT_FLOAT8_E5M2);
  entry.set_crc32c(MaskedCrc32c("abcd"));
  PutBundle({{"w", entry}}, "abcd");
  Result<Reader> reader = Reader::Open(prefix_);
  ASSERT_TRUE(reader.ok()) << reader.status().message();
  EXPECT_EQ(reader->Find("w")->type_name, "DT_FLOAT8_E5M2");
  EXPECT_TRUE(reader->VerifyAll().ok());
  EXPECT_EQ(reader->Read("w").status().kind(), ErrorKind::kUnsupported);
}

class PiecesTest : public BundleTest {
 protected:
  // w: float [4] out of pieces {start, length}; those in `stored` have entries.
  std::string Error(std::vector<std::pair<int64_t, int64_t>> pieces, std::vector<std::pair<int64_t, int64_t>> stored,
                    std::vector<int64_t> full = {4}) {
    std::map<std::string, BundleEntryProto> entries;
    BundleEntryProto& whole = entries["w"] = FloatEntry(full, 0, 0);
    for (auto [start, length] : pieces) {
      auto* extent = whole.add_slices()->add_extent();
      extent->set_start(start);
      extent->set_length(length);
    }
    int64_t offset = 0;
    for (auto [start, length] : stored) {
      SliceExtent extent{start, length};
      entries[SliceKey("w", {&extent, 1})] = FloatEntry({length}, offset, 4 * length);
      offset += 4 * length;
    }
    PutBundle(entries, std::string(64, '\0'));
    return OpenError();
  }
};

TEST_F(PiecesTest, MustCoverTheVariableOnce) {
  EXPECT_EQ(Error({{0, 1}, {1, 3}}, {{0, 1}, {1, 3}}), "opened");
  EXPECT_THAT(Error({{0, 1}, {1, 3}}, {{0, 1}}), HasSubstr("missing"));
  EXPECT_THAT(Error({{0, 1}}, {{0, 1}}), HasSubstr("pieces hold 1 elements"));
  EXPECT_THAT(Error({{0, 2}, {1, 2}}, {{0, 2}, {1, 2}}), HasSubstr("overlap"));
  EXPECT_THAT(Error({{0, 2}, {0, 2}}, {{0, 2}}), HasSubstr("listed twice"));
  EXPECT_THAT(Error({{0, 5}}, {{0, 5}}), HasSubstr("covers"));
  EXPECT_THAT(Error({{-1, 5}}, {{-1, 5}}), HasSubstr("covers"));
  EXPECT_THAT(Error({{INT64_MAX, 2}}, {}), HasSubstr("covers"));
  EXPECT_THAT(Error({{0, 4}}, {{0, 4}}, {4, 1}), HasSubstr("dimensions"));
  EXPECT_THAT(Error({{0, 4}}, {{0, 4}}, {int64_t{1} << 60}), HasSubstr("pieces hold 4 elements"));
}

TEST_F(BundleTest, WriterRefusesBadNamesAndTypes) {
  Result<Writer> writer = Writer::Create(prefix_);
  ASSERT_TRUE(writer->Add("a", Tensor::Scalar(1.0f)).ok());
  EXPECT_EQ(writer->Add("a", Tensor::Scalar(1.0f)).kind(), ErrorKind::kUsage);
  EXPECT_EQ(writer->Add("", Tensor::Scalar(1.0f)).kind(), ErrorKind::kUsage);
  EXPECT_EQ(writer->Add(std::string_view("\0x", 2), Tensor::Scalar(1.0f)).kind(), ErrorKind::kUsage);
  EXPECT_EQ(writer->Add("r", Tensor(DType::kResource, Shape{})).kind(), ErrorKind::kUnsupported);
  EXPECT_FALSE(Writer::Create(JoinPath(dir_, "no/such/dir")).ok());
}

// At whatever write the disk gets full, the bundle that was there stays, and no new file is left behind.
TEST_F(BundleTest, AFullDiskLeavesTheOldBundle) {
  auto write = [&]() -> Status {
    ASSIGN_OR_RETURN(Writer writer, Writer::Create(prefix_));
    RETURN_IF_ERROR(writer.Add("big", Tensor(DType::kF32, Shape{1 << 19})));
    RETURN_IF_ERROR(writer.Add("s", Tensor::Scalar(std::string("text"))));
    return writer.Finish();
  };
  ASSERT_TRUE(write().ok());
  for (int allowed = 0;; ++allowed) {
    int writes = 0;
    SetWriteFaultForTest([&](const std::string& path, size_t) {
      return writes++ < allowed ? OkStatus() : MachineError("writing '", path, "': no space left on device");
    });
    Status status = write();
    SetWriteFaultForTest(nullptr);
    Result<Reader> reader = Reader::Open(prefix_);
    ASSERT_TRUE(reader.ok()) << reader.status().message();
    EXPECT_TRUE(reader->VerifyAll().ok());
    EXPECT_EQ(ListDirectory(dir_)->size(), 2u);
    if (status.ok()) {
      EXPECT_GE(allowed, 2);
      break;
    }
    EXPECT_EQ(status.kind(), ErrorKind::kMachine);
  }
}

TEST_F(BundleTest, CheckpointStateIsRelativeToItsDirectory) {
  CheckpointState state;
  state.all = {JoinPath(dir_, "ck-1"), JoinPath(dir_, "ck-2"), "/elsewhere/ck-0"};
  state.latest = state.all[1];
  ASSERT_TRUE(WriteCheckpointState(dir_, state).ok());
  EXPECT_EQ(*ReadFile(JoinPath(dir_, "checkpoint")),
            "model_checkpoint_path: \"ck-2\"\nall_model_checkpoint_paths: \"ck-1\"\n"
            "all_model_checkpoint_paths: \"ck-2\"\nall_model_checkpoint_paths: \"/elsewhere/ck-0\"\n");
  Result<CheckpointState> read = ReadCheckpointState(dir_);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->latest, state.latest);
  EXPECT_EQ(read->all, state.all);
  EXPECT_THAT(LatestCheckpoint(dir_).status().message(), HasSubstr("ck-2', which does not exist"));
  Put(IndexPath(state.latest), "");
  EXPECT_EQ(*LatestCheckpoint(dir_), state.latest);
  Put(JoinPath(dir_, "checkpoint"), "model_checkpoint_path: 3");
  EXPECT_THAT(ReadCheckpointState(dir_).status().message(), HasSubstr("line 1, column 24"));
  EXPECT_EQ(LatestCheckpoint(JoinPath(dir_, "none")).status().kind(), ErrorKind::kNotFound);
}

}  // namespace
}  // namespace slipway::bundle
