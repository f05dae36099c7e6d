// Damaged Examples: whatever the bytes, the kernel must not read past them and must answer as the reference does.
#include <gtest/gtest.h>

#include "base/wire.h"
#include "interpreter/run_op.h"
#include "ops/parse_example/parse_example.h"

namespace slipway::interpreter {
namespace {

using ops::ParseExample;

std::string Field(uint32_t field, std::string_view bytes) {
  std::string out;
  AppendBytesField(out, field, bytes);
  return out;
}
std::string Entry(std::string_view key, std::string_view feature) {
  return Field(1, Field(1, key) + Field(2, feature));
}

// Packed and loose floats and integers, strings, a key twice, a field that nobody knows.
std::string SmallExample() {
  std::string floats, loose;
  for (float v : {1.0f, -2.0f}) AppendLittleEndian(floats, v);
  for (uint64_t v : {uint64_t{1} << 40, uint64_t{3}}) AppendVarintField(loose, 1, v);
  std::string features = Entry("f", Field(2, Field(1, floats))) + Entry("i", Field(3, loose)) + Entry("s", "") +
                         Entry("v", Field(3, Field(1, "\x05\x80\x01"))) +
                         Entry("s", Field(1, Field(1, "ab") + Field(1, ""))) + Entry("unasked", Field(2, "?"));
  return Field(1, features) + Field(7, "xyz");
}

class ParseExampleDamage : public testing::TestWithParam<bool> {
 protected:
  // The same answer of both: all results, or one sentence.
  std::string Answer(const KernelSet& kernels, const std::string& bytes) {
    const KernelSet* sets[] = {&kernels};
    std::vector<Tensor> operands = {GetParam() ? Tensor::Of<std::string>({2}, {whole_, bytes})
                                               : Tensor::Scalar<std::string>(bytes)};
    operands.push_back(Tensor::Of<float>({2}, {7, 8}));
    operands.push_back(Tensor::Scalar<int64_t>(-1));
    Result<std::vector<Tensor>> results = RunOp(op_, operands, sets, pool_);
    if (!results.ok()) return results.status().message();
    std::string text;
    for (const Tensor& t : *results) {
      StrAppend(text, t.dtype(), t.shape(), " ");
      if (t.dtype() == DType::kString)
        StrAppend(text, StrJoin(t.strings(), "|"));
      else
        text.append(reinterpret_cast<const char*>(t.data()), t.bytes());
    }
    return text;
  }
  void Check(std::string bytes) {
    bytes.shrink_to_fit();  // so that a sanitizer sees a read past the end
    ASSERT_EQ(Answer(OwnKernels(), bytes), Answer(ReferenceKernels(), bytes)) << ++failures_;
  }

  const ParseExample op_ = {.sparse_keys = {"i"},
                            .sparse_types = {DType::kI64},
                            .dense_keys = {"f", "v"},
                            .dense_types = {DType::kF32, DType::kI64},
                            .dense_shapes = {{2}, {kUnknownDim}},
                            .ragged_keys = {"s"},
                            .ragged_types = {DType::kString},
                            .ragged_split_types = {DType::kI64}};
  const std::string whole_ = SmallExample();
  ThreadPool pool_{1};
  int failures_ = 0;
};

TEST_P(ParseExampleDamage, TheExampleIsWhole) {
  EXPECT_EQ(Answer(OwnKernels(), whole_).find("ParseExample"), std::string::npos) << Answer(OwnKernels(), whole_);
}

TEST_P(ParseExampleDamage, EveryTruncation) {
  for (size_t n = 0; n < whole_.size(); ++n) Check(whole_.substr(0, n));
}

TEST_P(ParseExampleDamage, EveryBitFlip) {
  for (size_t bit = 0; bit < 8 * whole_.size(); ++bit) {
    std::string bytes = whole_;
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ 1 << bit % 8);
    Check(bytes);
  }
}

TEST_P(ParseExampleDamage, EveryByteReplaced) {
  for (size_t i = 0; i < whole_.size(); ++i)
    for (int byte : {0x00, 0x01, 0x0a, 0x12, 0x7f, 0x80, 0xff}) {
      std::string bytes = whole_;
      bytes[i] = static_cast<char>(byte);
      Check(bytes);
    }
}

TEST_P(ParseExampleDamage, LengthsOfManyBytes) {
  std::string huge = "\xff\xff\xff\xff\x7f";
  for (size_t i = 0; i < whole_.size(); ++i) {
    Check(whole_.substr(0, i) + huge + whole_.substr(i));
    Check(whole_.substr(0, i) + huge + whole_.substr(i + 1));
  }
}

INSTANTIATE_TEST_SUITE_P(BatchOrScalar, ParseExampleDamage, testing::Bool());

}  // namespace
}  // namespace slipway::interpreter
