// Every case that XNNPACK takes, as a plan of one node: against the expected values, the reference and our own kernel;
// the same bits for 1 and 3 threads, nothing written behind results or into operands.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "interpreter/xnnpack/engine.h"
#include "ops/unary/unary.h"
#include "tests/cases/case_run.h"

namespace slipway::cases {
namespace {

using interpreter::OwnKernels;
using interpreter::XnnEngine;
using interpreter::XnnUse;

// Cases whose numbers XNNPACK does not hold, and why.
const std::map<std::string, const char*>& Excluded() {
  static const std::map<std::string, const char*> excluded = {
      {"binary_Maximum_nan", "the maximum of NaN and a number is the second operand"},
  };
  return excluded;
}

class XnnpackCase : public CaseRun {
 protected:
  void Compare(const std::vector<Tensor>& got, const std::vector<Tensor>& want, const char* what) {
    ASSERT_EQ(got.size(), want.size());
    for (size_t i = 0; i < got.size(); ++i)
      EXPECT_EQ(Difference(got[i], want[i], c.tolerance, 0), "") << what << ", result " << i;
  }
};

TEST_P(XnnpackCase, AgreesWithEverything) {
  const interpreter::NodeEngine* engine = XnnEngine(XnnUse::kAll);
  if (!engine) GTEST_SKIP() << "built without XNNPACK";
  if (!c.error.empty() || !c.run_error.empty()) return;  // reference_test
  types = *ResultTypes(c, operands);
  if (!engine->Takes(c.op, Context())) return;
  auto excluded = Excluded().find(c.name);
  if (excluded != Excluded().end()) GTEST_SKIP() << excluded->second;

  // Without kernels: what is not XNNPACK's fails.
  static const interpreter::KernelSet nobody = {
      "nobody", [](const ops::Op&, interpreter::PrepareContext&) -> Result<interpreter::Kernel> {
        return interpreter::Kernel{};
      }};
  std::vector<Tensor> got = Run({.pool = Pool(1), .kernel_sets = {&nobody}, .engine = engine});
  ASSERT_EQ(got.size(), types.size());
  std::vector<Tensor> three = Run({.pool = Pool(3), .kernel_sets = {&nobody}, .engine = engine});
  ASSERT_EQ(three.size(), types.size());
  for (size_t i = 0; i < got.size(); ++i)
    EXPECT_TRUE(Identical(got[i], three[i])) << "threads: " << Difference(three[i], got[i], 0, 0);
  if (!c.expected.empty()) Compare(got, c.expected, "expected");
  Result<std::vector<Tensor>> reference = ReferenceResults(c, operands);
  if (reference.ok()) Compare(got, *reference, "reference");
  Compare(Run({.pool = Pool(1), .kernel_sets = {&OwnKernels()}}), got, "our kernel");
}

INSTANTIATE_TEST_SUITE_P(Cases, XnnpackCase, testing::Range(size_t{0}, All().size()),
                         [](const auto& info) { return NameOf(info.param); });

// Every facet is reached by some case: a predicate that refuses too much would leave the cases above silent.
TEST(XnnpackFacets, AreAllTakenBySomeCase) {
  if (!XnnEngine(XnnUse::kAll)) GTEST_SKIP() << "built without XNNPACK";
  std::set<std::string> taken;
  std::set<int> unary;
  for (const ops::Case& c : All()) {
    if (!c.error.empty() || !c.run_error.empty()) continue;
    std::vector<Tensor> operands = OperandsOf(c);
    Result<std::vector<TensorType>> types = ResultTypes(c, operands);
    if (!types.ok()) continue;
    interpreter::NodeContext context;
    for (size_t i = 0; i < operands.size(); ++i) {
      context.inputs.push_back(operands[i].type());
      context.constants.push_back(operands[i].valid() && c.inputs[i].constant ? &operands[i] : nullptr);
    }
    context.outputs = *types;
    if (!XnnEngine(XnnUse::kAll)->Takes(c.op, context)) continue;
    taken.insert(c.op.name());
    if (const auto* u = c.op.As<ops::Unary>()) unary.insert(static_cast<int>(u->kind));
  }
  EXPECT_EQ(taken, (std::set<std::string>{"AveragePool2D", "Binary", "Conv2D", "DepthToSpace", "DepthwiseConv2D",
                                          "FullyConnected", "LeakyRelu", "MatMul", "MaxPool2D", "Pad", "Prelu",
                                          "Reduce", "ResizeBilinear", "Softmax", "TransposeConv", "Unary"}));
  EXPECT_EQ(unary.size(), 14u);
}

}  // namespace
}  // namespace slipway::cases
