// The cases of operators whose kernels need outside libraries.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "interpreter/external_kernels.h"
#include "interpreter/interpreter.h"
#include "interpreter/run_op.h"
#include "ops/cases.h"

namespace slipway::interpreter {
namespace {

class ExternalKernel : public testing::TestWithParam<const char*> {};

TEST_P(ExternalKernel, GivesWhatTheCasesExpect) {
  ThreadPool pool(1);
  const KernelSet* sets[] = {&ExternalKernels()};
  int run = 0;
  for (const ops::Case& c : ops::CasesOf(GetParam())) {
    SCOPED_TRACE(c.name);
    if (!c.error.empty()) continue;  // Infer's, which other tests ask
    std::vector<Tensor> inputs;
    for (const ops::CaseInput& input : c.inputs) inputs.push_back(ops::MakeOperand(input, 1));
    Result<std::vector<Tensor>> got = RunOp(c.op, inputs, sets, pool);
    ++run;
    if (!c.run_error.empty()) {
      ASSERT_FALSE(got.ok());
      EXPECT_THAT(got.status().message(), testing::HasSubstr(c.run_error));
      continue;
    }
    ASSERT_TRUE(got.ok()) << got.status().message();
    ASSERT_EQ(got->size(), c.expected.size());
    for (size_t i = 0; i < got->size(); ++i) {
      const Tensor &y = (*got)[i], &want = c.expected[i];
      ASSERT_EQ(ToString(y.type()), ToString(want.type()));
      if (want.dtype() == DType::kString)
        EXPECT_EQ(std::vector<std::string>(y.strings().begin(), y.strings().end()),
                  std::vector<std::string>(want.strings().begin(), want.strings().end()));
      else
        EXPECT_EQ(y.AsInts(), want.AsInts());
    }
  }
  EXPECT_GT(run, 0);
}

INSTANTIATE_TEST_SUITE_P(Ops, ExternalKernel, testing::Values("DecodeImage", "RegexFullMatch", "RegexReplace"));

TEST(ExternalKernels, DamagedImagesAreRefusedOrDecoded) {
  ThreadPool pool(1);
  const KernelSet* sets[] = {&ExternalKernels()};
  for (const ops::Case& c : ops::CasesOf("DecodeImage")) {
    if (!c.error.empty() || !c.run_error.empty()) continue;
    const std::string whole = ops::MakeOperand(c.inputs[0], 1).strings()[0];
    auto decode = [&](const std::string& file) {
      Tensor x = Tensor::Scalar(file);
      auto y = RunOp(c.op, {&x, 1}, sets, pool);
      return y.ok() ? "" : y.status().message();
    };
    EXPECT_EQ(decode(whole), "");
    EXPECT_THAT(decode(whole.substr(0, whole.size() / 2)), testing::HasSubstr("cannot be decoded"));
    for (size_t i = 0; i < whole.size(); i += 5) {
      std::string changed = whole;
      changed[i] = static_cast<char>(changed[i] ^ 0x55);
      EXPECT_THAT(decode(changed), testing::AnyOf("", testing::HasSubstr("image"), testing::HasSubstr("file")));
    }
  }
}

TEST(ExternalKernels, AreAskedOnlyWhereTheProgramHasThem) {
  size_t without = KernelSetsOf(Backend::kAuto).size();
  SetExternalKernels(&ExternalKernels());
  EXPECT_EQ(KernelSetsOf(Backend::kAuto).back(), &ExternalKernels());
  EXPECT_EQ(KernelSetsOf(Backend::kReference).back(), &ExternalKernels());
  SetExternalKernels(nullptr);
  EXPECT_EQ(KernelSetsOf(Backend::kAuto).size(), without);
}

}  // namespace
}  // namespace slipway::interpreter
