#include <gtest/gtest.h>
#include <unistd.h>

#include "base/file.h"
#include "base/random.h"
#include "flatbuffers/flatbuffers.h"
#include "formats/tflite/read.h"
#include "formats/tflite/runtime_version.h"
#include "formats/tflite/sample_model.h"
#include "formats/tflite/schema_generated.h"
#include "formats/tflite/write.h"

namespace slipway::tflite {
namespace {

std::string WriteSample(const WriteOptions& options = {}) {
  Result<std::string> bytes = Write(SampleModel(), options);
  EXPECT_TRUE(bytes.ok()) << bytes.status().message();
  return std::move(bytes).value();
}

Model Parse(std::string bytes) {
  Result<Model> m = Read(std::move(bytes));
  EXPECT_TRUE(m.ok()) << m.status().message();
  return std::move(m).value();
}

std::string ReadError(std::string bytes) { return Read(std::move(bytes)).status().message(); }

std::string_view DataOf(const Model& m, SampleTensor t) { return BytesOf(m.buffers[m.subgraphs[0].tensors[t].buffer]); }

TEST(ReadWrite, EverythingComesBack) {
  Model m = Parse(WriteSample());
  EXPECT_EQ(m.description, "a sample");
  ASSERT_EQ(m.operator_codes.size(), 5u);
  EXPECT_EQ(OperatorName(m.operator_codes[3]), "SlipwaySample");
  EXPECT_EQ(m.operator_codes[4].builtin, Builtin::STABLEHLO_COMPOSITE);
  ASSERT_EQ(m.subgraphs.size(), 3u);
  const Subgraph& g = m.subgraphs[0];
  EXPECT_EQ(g.name, "main");
  EXPECT_EQ(g.inputs, (std::vector<int32_t>{kInput, kCondition}));
  EXPECT_EQ(g.outputs, (std::vector<int32_t>{kChosen, kCustom}));
  const Operator& conv = g.operators[0];
  EXPECT_EQ(conv.inputs, (std::vector<int32_t>{kInput, kFilter, kOptionalTensor}));
  EXPECT_EQ(conv.options, SampleConvOptions());
  EXPECT_EQ(g.operators[1].options, OptionsTable());
  EXPECT_EQ(g.operators[2].options, SampleIfOptions());
  EXPECT_EQ(g.operators[4].options_2, SampleCompositeOptions());
  const Operator& custom = g.operators[3];
  EXPECT_EQ(ReadFlexMap(custom.custom_options)->at("axis"), FlexValue::Int(-1));
  EXPECT_EQ(custom.mutating_variable_inputs, (std::vector<uint8_t>{0, 0, 1}));
  EXPECT_EQ(custom.intermediates, (std::vector<int32_t>{kNoneFound}));
  EXPECT_EQ(BytesOf(m.buffers[FindMetadata(m, "note")->buffer]), "from the test");
  ASSERT_EQ(m.signatures.size(), 1u);
  EXPECT_EQ(m.signatures[0].key, "serving_default");
  EXPECT_EQ(m.signatures[0].inputs[1].name, "y");
  EXPECT_EQ(m.signatures[0].inputs[1].tensor, static_cast<uint32_t>(kCondition));
  EXPECT_EQ(m.signatures[0].outputs[0].tensor, static_cast<uint32_t>(kChosen));
}

TEST(ReadWrite, TensorsComeBack) {
  Model m = Parse(WriteSample());
  const std::vector<TensorInfo>& t = m.subgraphs[0].tensors;
  EXPECT_EQ(ToString(*LogicalType(m, t[kInput])), "f32[?,4,4,1]");
  EXPECT_EQ(t[kInput].shape, (std::vector<int32_t>{1, 4, 4, 1}));
  EXPECT_EQ(ToString(*LogicalType(m, t[kFilter])), "i8[2,1,1,1]{axis=0 0.5:0,0.25:0}");
  EXPECT_EQ(ToString(*LogicalType(m, t[kCondition])), "bool[]");
  EXPECT_EQ(ToString(*LogicalType(m, t[kChosen])), "f32[*]");
  EXPECT_FALSE(t[kChosen].has_rank);
  EXPECT_EQ(t[kChosen].variant_tensors[0].type, 9);
  EXPECT_TRUE(t[kState].is_variable);
  EXPECT_EQ(t[kConv].quantization.max, (std::vector<float>{6}));
  EXPECT_EQ(ConstantTensor(m, t[kWords])->strings(), (std::vector<std::string>{"x", "yz"}));
  EXPECT_EQ(ConstantTensor(m, t[kBias])->AsDoubles(), (std::vector<double>{1, 2}));
  EXPECT_TRUE(IsConstant(m, t[kNoneFound]));
  EXPECT_EQ(ConstantTensor(m, t[kNoneFound])->elements(), 0);
  EXPECT_FALSE(IsConstant(m, t[kState]));
  ASSERT_TRUE(t[kSparse].sparsity);
  EXPECT_EQ(t[kSparse].sparsity->dimensions[1].segments, (std::vector<int32_t>{0, 1, 2}));
  EXPECT_EQ(t[kSparse].sparsity->dimensions[1].indices, (std::vector<int32_t>{2, 0}));
  EXPECT_TRUE(Identical(*ConstantTensor(m, t[kSparse]), Tensor::Of<float>({2, 3}, {0, 0, 5, 6, 0, 0})));
  EXPECT_EQ(t[kBlockwise].quantization.details.dims, (std::vector<int32_t>{2}));
  EXPECT_EQ(t[kBlockwise].quantization.details.kind, QuantizationDetails::Kind::kBlockwise);
  EXPECT_EQ(ToString(*LogicalType(m, t[kBlockwise])), "f32[4]");
}

TEST(Write, FollowsTheFormat) {
  std::string bytes = WriteSample();
  const fb::Model* file = fb::GetModel(bytes.data());
  EXPECT_EQ(bytes.substr(4, 4), "TFL3");
  EXPECT_EQ(file->version(), 3u);
  EXPECT_EQ(file->buffers()->Get(0)->data(), nullptr);
  const auto& codes = *file->operator_codes();
  EXPECT_EQ(codes.Get(0)->deprecated_builtin_code(), 3);
  EXPECT_EQ(static_cast<int>(codes.Get(0)->builtin_code()), 3);
  EXPECT_EQ(codes.Get(3)->deprecated_builtin_code(), 32);
  EXPECT_EQ(codes.Get(4)->deprecated_builtin_code(), 127);
  EXPECT_EQ(static_cast<int>(codes.Get(4)->builtin_code()), 206);
  const auto& tensors = *file->subgraphs()->Get(0)->tensors();
  EXPECT_NE(tensors.Get(kInput)->shape_signature(), nullptr);
  EXPECT_EQ(tensors.Get(kFilter)->shape_signature(), nullptr);
  EXPECT_TRUE(tensors.Get(kCondition)->has_rank());
  EXPECT_EQ(tensors.Get(kFilter)->quantization()->min(), nullptr);
  EXPECT_EQ(tensors.Get(kInput)->quantization(), nullptr);
  EXPECT_EQ(tensors.Get(kBias)->buffer(), tensors.Get(kAddend)->buffer());
  EXPECT_EQ(tensors.Get(kInput)->buffer(), 0u);
  for (const fb::Buffer* buffer : *file->buffers())
    if (buffer->data() && buffer->data()->size() > 0) {
      EXPECT_EQ((reinterpret_cast<const char*>(buffer->data()->Data()) - bytes.data()) % 16, 0);
    }
}

TEST(Write, RuntimeVersionIsComputed) {
  Model m = Parse(WriteSample());
  std::string_view text = BytesOf(m.buffers[FindMetadata(m, kMinRuntimeVersion)->buffer]);
  EXPECT_EQ(text, std::string_view("2.17.0\0\0\0\0\0\0\0\0\0\0", 16));
  m.subgraphs[0].operators.pop_back();
  Model smaller = Parse(*Write(m));
  text = BytesOf(smaller.buffers[FindMetadata(smaller, kMinRuntimeVersion)->buffer]);
  EXPECT_STREQ(text.data(), "1.15.0");
  EXPECT_EQ(smaller.metadata.size(), 2u);
}

TEST(RuntimeVersion, AsTheConverterWritesIt) {
  EXPECT_STREQ(MinRuntimeVersion(Builtin::CONV_2D, 1), "1.5.0");
  EXPECT_STREQ(MinRuntimeVersion(Builtin::CONV_2D, 6), "2.9.0");
  EXPECT_STREQ(MinRuntimeVersion(Builtin::FULLY_CONNECTED, 12), "2.17.0");
  EXPECT_STREQ(MinRuntimeVersion(Builtin::BROADCAST_TO, 1), "");
  EXPECT_STREQ(MinRuntimeVersion(Builtin::ADD, 0), "");
  EXPECT_STREQ(MinRuntimeVersion(Builtin::ADD, 99), "");
  EXPECT_STREQ(MinRuntimeVersion(Builtin::CUSTOM, 1), "");
}

TEST(Write, TheSameBytesAgain) {
  std::string once = WriteSample();
  EXPECT_EQ(once, WriteSample());
  EXPECT_EQ(once, *Write(Parse(once)));
}

TEST(Write, BigConstantsAreAlignedTo64) {
  Model m = SampleModel();
  std::vector<float> weights(1001, 0.5f);
  m.subgraphs[0].tensors.push_back(MakeTensor("weights", {DType::kF32, Shape{1001}}, AddValues(m, weights)));
  std::string bytes = *Write(m);
  Model back = Parse(bytes);
  const Buffer& data = back.buffers[back.subgraphs[0].tensors.back().buffer];
  size_t offset = bytes.find(BytesOf(data));
  EXPECT_EQ(offset % 64, 0u);
}

TEST(Write, ConstantsThatDifferInTheMiddleAreTwo) {
  Model m = SampleModel();
  std::vector<float> weights(10'000, 0.5f), others = weights;
  others[5000] = 1;
  const TensorType type(DType::kF32, Shape{10'000});
  for (const std::vector<float>& values : {weights, others, weights})
    m.subgraphs[0].tensors.push_back(MakeTensor("weights", type, AddValues(m, values)));
  Model back = Parse(*Write(m));
  std::span<const TensorInfo> last = std::span<const TensorInfo>(back.subgraphs[0].tensors).last(3);
  EXPECT_EQ(last[0].buffer, last[2].buffer);
  EXPECT_EQ(ConstantTensor(back, last[0])->as<float>()[5000], 0.5f);
  EXPECT_EQ(ConstantTensor(back, last[1])->as<float>()[5000], 1);
}

TEST(Write, ConstantsBehindTheFlatBuffer) {
  std::string bytes = WriteSample({.external_above = 0});
  const fb::Model* file = fb::GetModel(bytes.data());
  const fb::Tensor* bias = file->subgraphs()->Get(0)->tensors()->Get(kBias);
  const fb::Buffer* buffer = file->buffers()->Get(bias->buffer());
  EXPECT_EQ(buffer->data(), nullptr);
  EXPECT_EQ(buffer->size(), 8u);
  EXPECT_EQ(buffer->offset() % 64, 0u);
  Model m = Parse(bytes);
  EXPECT_EQ(ConstantTensor(m, m.subgraphs[0].tensors[kBias])->AsDoubles(), (std::vector<double>{1, 2}));
  EXPECT_TRUE(IsConstant(m, m.subgraphs[0].tensors[kNoneFound]));
  EXPECT_EQ(BytesOf(m.buffers[FindMetadata(m, "note")->buffer]), "from the test");
  EXPECT_EQ(*Write(m), WriteSample());
  EXPECT_EQ(*Write(m, {.external_above = 0}), bytes);

  bytes.resize(bytes.size() - 1);
  EXPECT_NE(ReadError(bytes).find(" specified an out of range offset: "), std::string::npos);
}

TEST(Write, RefusesWhatItCannotSay) {
  Model m = SampleModel();
  m.subgraphs[0].operators[0].inputs[1] = 99;
  EXPECT_NE(Write(m).status().message().find("writing a .tflite file: subgraph 0: operator 0 (CONV_2D)"),
            std::string::npos);
  m = SampleModel();
  std::swap(m.subgraphs[0].operators[4].options, m.subgraphs[0].operators[4].options_2);
  EXPECT_NE(Write(m).status().message().find("in the wrong union"), std::string::npos);
  m = SampleModel();
  m.subgraphs[0].operators[0].options.type = static_cast<OptionsType>(250);
  EXPECT_EQ(Write(m).status().kind(), ErrorKind::kUnsupported);
}

class ReadWriteFile : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(MakeDirectories(dir_).ok()); }
  void TearDown() override {
    SetWriteFaultForTest(nullptr);
    (void)RemoveTree(dir_);
  }
  std::string dir_ = StrCat(testing::TempDir(), "/tflite_", getpid());
  std::string path_ = dir_ + "/m.tflite";
};

TEST_F(ReadWriteFile, MappedAndReplacedAtOnce) {
  for (uint64_t external_above : {uint64_t{1} << 30, uint64_t{0}}) {
    WriteOptions options{.external_above = external_above};
    ASSERT_TRUE(WriteFile(SampleModel(), path_, options).ok());
    EXPECT_EQ(*slipway::ReadFile(path_), WriteSample(options));
    Result<Model> m = ReadFile(path_);
    ASSERT_TRUE(m.ok());
    EXPECT_EQ(DataOf(*m, kFilter), "\x7f\x81");
  }
  SetWriteFaultForTest([](const std::string&, size_t) { return MachineError("no space left"); });
  EXPECT_EQ(WriteFile(SampleModel(), path_).message(), "no space left");
  EXPECT_TRUE(ReadFile(path_).ok());
  EXPECT_EQ(ReadFile(dir_ + "/absent.tflite").status().kind(), ErrorKind::kNotFound);
}

TEST(Read, SaysWhatTheFileIs) {
  EXPECT_EQ(ReadError(""), "The model is not a valid Flatbuffer buffer: it is empty");
  EXPECT_EQ(ReadError("plain text"), "The model is not a valid Flatbuffer buffer (no TFL3 at byte 4)");
  EXPECT_EQ(ReadError("version https://git-lfs.github.com/spec/v1\n"),
            "The model is not a valid Flatbuffer buffer: it is a Git LFS pointer, fetch the real file");
  EXPECT_EQ(ReadError(std::string("\xff\xff\xff\x7fTFL3", 8)),
            "The model is not a valid Flatbuffer buffer: the tables of the file (8 bytes) are broken or cut short");
}

// A file made with the generated classes: whatever the writer would not write.
std::string Raw(uint32_t version, bool subgraph, bool buffers, bool tensors = true) {
  flatbuffers::FlatBufferBuilder b;
  std::vector<flatbuffers::Offset<fb::SubGraph>> graphs;
  flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<fb::Tensor>>> no_tensors;
  if (tensors) no_tensors = b.CreateVector(std::vector<flatbuffers::Offset<fb::Tensor>>());
  if (subgraph) graphs.push_back(fb::CreateSubGraph(b, no_tensors));
  auto graph_vector = b.CreateVector(graphs);
  flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<fb::Buffer>>> buffer_vector;
  if (buffers) buffer_vector = b.CreateVector(std::vector{fb::CreateBuffer(b)});
  b.Finish(fb::CreateModel(b, version, 0, graph_vector, 0, buffer_vector), fb::ModelIdentifier());
  return std::string(reinterpret_cast<const char*>(b.GetBufferPointer()), b.GetSize());
}

TEST(Read, TheWordsOfLiteRt) {
  EXPECT_EQ(ReadError(Raw(3, true, true)), "ok");
  EXPECT_EQ(ReadError(Raw(2, true, true)),
            "Model provided is schema version 2 not equal to supported version 3; convert the model again with a newer "
            "converter.");
  EXPECT_EQ(ReadError(Raw(3, false, true)), "No subgraph in the model.");
  EXPECT_EQ(ReadError(Raw(3, true, false)), "No buffers in the model.");
  EXPECT_EQ(ReadError(Raw(3, true, true, false)), "Did not get tensors in subgraph ''.");
}

TEST(Read, UnalignedBytesAreCopied) {
  std::string bytes = " " + WriteSample();
  auto owner = std::make_shared<const std::string>(std::move(bytes));
  std::string_view view = std::string_view(*owner).substr(1);
  Result<Model> m = Read(std::move(owner), view);
  ASSERT_TRUE(m.ok());
  EXPECT_EQ(*Write(*m), WriteSample());
}

// Everything that a loader does with a file that was accepted.
void Use(const Model& m) {
  for (const Subgraph& g : m.subgraphs)
    for (const TensorInfo& t : g.tensors) {
      (void)LogicalType(m, t);
      if (IsConstant(m, t)) (void)ConstantTensor(m, t);
    }
  Result<std::string> bytes = Write(m);
  if (bytes.ok()) {
    EXPECT_TRUE(Read(*std::move(bytes)).ok());
  }
}

// Reads bytes that end where their allocation ends, so that a sanitizer sees a read past them.
bool ReadDamaged(std::string_view bytes) {
  auto owner = std::make_shared<std::vector<char>>(bytes.begin(), bytes.end());
  std::string_view view(owner->data(), owner->size());
  Result<Model> m = Read(std::move(owner), view);
  if (m.ok()) Use(*m);
  return m.ok();
}

TEST(Damage, EveryTruncationIsRefused) {
  for (uint64_t external_above : {uint64_t{1} << 30, uint64_t{0}}) {
    std::string good = WriteSample({.external_above = external_above});
    EXPECT_TRUE(ReadDamaged(good));
    int accepted = 0;
    for (size_t size = 0; size < good.size(); ++size) accepted += ReadDamaged(good.substr(0, size));
    EXPECT_EQ(accepted, 0);
  }
}

TEST(Damage, BitFlipsNeverCrash) {
  std::string good = WriteSample();
  RandomStream random(StreamKey(3, "tflite damage"));
  int refused = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string bytes = good;
    for (uint64_t flips = 1 + random.Below(4); flips > 0; --flips) {
      uint64_t bit = random.Below(bytes.size() * 8);
      bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
    }
    refused += !ReadDamaged(bytes);
  }
  EXPECT_GT(refused, 4000);
  EXPECT_LT(refused, 20000);
}

TEST(Damage, SharedPartsDoNotFillTheMemory) {
  flatbuffers::FlatBufferBuilder b;
  auto shape = b.CreateVector(std::vector<int32_t>(200'000, 1));
  auto tensor = fb::CreateTensor(b, shape);
  auto tensors = b.CreateVector(std::vector(100'000, tensor));
  auto graphs = b.CreateVector(std::vector{fb::CreateSubGraph(b, tensors)});
  auto buffers = b.CreateVector(std::vector{fb::CreateBuffer(b)});
  b.Finish(fb::CreateModel(b, 3, 0, graphs, 0, buffers), fb::ModelIdentifier());
  std::string bytes(reinterpret_cast<const char*>(b.GetBufferPointer()), b.GetSize());
  EXPECT_NE(ReadError(bytes).find("its tables share parts so often"), std::string::npos);
}

}  // namespace
}  // namespace slipway::tflite
