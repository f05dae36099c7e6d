// Every case against Infer and the reference: values from the oracle where the case has them, messages of refusals.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cases/case_values.h"

namespace slipway::cases {
namespace {

class Reference : public testing::TestWithParam<size_t> {};

TEST_P(Reference, GivesTheExpectedValues) {
  const ops::Case& c = All()[GetParam()];
  std::vector<Tensor> operands = OperandsOf(c);
  Result<std::vector<TensorType>> types = ResultTypes(c, operands);
  if (!c.error.empty()) {
    ASSERT_FALSE(types.ok()) << "was not refused";
    EXPECT_THAT(types.status().message(), testing::HasSubstr(c.error));
    return;
  }
  ASSERT_TRUE(types.ok()) << types.status().message();
  ASSERT_TRUE(c.expected.empty() || types->size() == c.expected.size());
  for (size_t i = 0; i < c.expected.size(); ++i) {
    EXPECT_EQ(types->at(i).dtype, c.expected[i].dtype());
    EXPECT_TRUE(Compatible(types->at(i).shape, c.expected[i].shape())) << ToString(types->at(i));
  }
  if (const char* why = WhyUnlikeReference(c)) GTEST_SKIP() << why;
  Result<std::vector<Tensor>> results = ReferenceResults(c, operands);
  std::vector<Tensor> again = OperandsOf(c);  // references read operands where they lie
  for (size_t i = 0; i < operands.size(); ++i)
    EXPECT_TRUE(!operands[i].valid() || Identical(operands[i], again[i])) << "operand " << i << " was written";
  bool none = !results.ok() && results.status().message().find("has no reference") != std::string::npos;
  if (none) GTEST_SKIP() << results.status().message();
  if (!c.run_error.empty()) {
    ASSERT_FALSE(results.ok()) << "was not refused";
    EXPECT_THAT(results.status().message(), testing::HasSubstr(c.run_error));
    return;
  }
  if (!results.ok() && results.status().kind() == ErrorKind::kUnsupported) GTEST_SKIP() << results.status().message();
  ASSERT_TRUE(results.ok()) << results.status().message();
  double tolerance = IsHybrid(c) ? 0.02 : c.tolerance;
  for (size_t i = 0; i < c.expected.size(); ++i)
    EXPECT_EQ(Difference(results->at(i), c.expected[i], tolerance, IsQuantized(c) ? 1 : 0), "") << "result " << i;
}

INSTANTIATE_TEST_SUITE_P(Cases, Reference, testing::Range(size_t{0}, All().size()),
                         [](const auto& info) { return NameOf(info.param); });

}  // namespace
}  // namespace slipway::cases
