// Every case on operands whose elements are extreme: fills of each operand, and one element of those that may serve as
// indices, lengths, axes or shapes. Afterwards the same interpreters run the case as it is.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdio>

#include "tests/cases/case_values.h"
#include "tests/cases/hostile.h"

namespace slipway::cases {
namespace {

constexpr int64_t kFilled = 4096, kSingle = 16;

class Hostile : public testing::TestWithParam<size_t> {
 protected:
  const ops::Case& c_ = All()[GetParam()];
  const std::vector<Tensor> clean_ = OperandsOf(c_);
  std::vector<bool> constant_;

  void SetUp() override {
    for (const ops::CaseInput& in : c_.inputs) constant_.push_back(in.constant);
  }

  // What may stand in the place of operand i.
  std::vector<Tensor> Substitutes(size_t i) const {
    const Tensor& t = clean_[i];
    if (t.elements() == 0 || t.elements() > kFilled || t.dtype() == DType::kI4) return {};
    std::vector<Tensor> list = HostileFills(t.type());
    bool selects = t.dtype() == DType::kI32 || t.dtype() == DType::kI64 || t.dtype() == DType::kI16;
    if (!selects || t.elements() == 1 || t.elements() > kSingle || !t.type().quant.empty()) return list;
    for (size_t k = 0, n = list.size(); k < n; ++k) {
      for (int64_t at : {int64_t{0}, t.elements() - 1}) {
        list.push_back(t.Clone());
        PutExtreme(list.back(), at, static_cast<unsigned>(k));
      }
    }
    return list;
  }

  void Try(size_t i, bool constant) {
    std::vector<bool> flags = constant_;
    flags[i] = constant;
    HostileModel unchanged(c_, clean_, flags);
    EXPECT_EQ(unchanged.Run(clean_), "");
    bool works = unchanged.gave_values();
    for (const Tensor& t : Substitutes(i)) {
      std::vector<Tensor> operands = clean_;
      operands[i] = t;
      if (constant) {
        EXPECT_EQ(HostileModel(c_, operands, flags).Run(operands), "") << "operand " << i << ", constant";
      } else {
        EXPECT_EQ(unchanged.Run(operands), "") << "operand " << i;
      }
    }
    EXPECT_EQ(unchanged.Run(clean_), "");
    EXPECT_EQ(unchanged.gave_values(), works) << "after bad values for operand " << i;
  }
};

TEST_P(Hostile, GivesValuesOrNamesTheOp) {
  for (size_t i = 0; CanBeHostile(c_) && i < clean_.size() && !HasFailure(); ++i) {
    if (!clean_[i].valid() || IsState(c_, i)) continue;
    Try(i, false);
    if (clean_[i].dtype() != DType::kString && clean_[i].elements() <= kSingle) Try(i, true);
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, Hostile, testing::Range(size_t{0}, All().size()),
                         [](const auto& info) { return NameOf(info.param); });

}  // namespace
}  // namespace slipway::cases
