// Every case on our own kernels, as a plan of one op: against the expected values and the reference, the same bits for
// 1 and 3 threads, in place, nothing written behind results or into operands; quantized cases fast and exact.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "tests/cases/case_run.h"

namespace slipway::cases {
namespace {

using interpreter::Interpreter;
using interpreter::OwnKernels;

// Cases that our kernels do not run or do not hold, and why. A name that ends in '*' stands for all that begin so.
const std::map<std::string, const char*>& Excluded() {
  static const std::map<std::string, const char*> excluded = {};
  return excluded;
}

const char* WhyExcluded(const std::string& name) {
  for (const auto& [pattern, why] : Excluded())
    if (pattern == name || (pattern.back() == '*' && name.starts_with(pattern.substr(0, pattern.size() - 1))))
      return why;
  return nullptr;
}

class KernelCase : public CaseRun {
 protected:
  std::vector<Tensor> Run(int threads, bool exact) {
    return CaseRun::Run({.pool = Pool(threads), .kernel_sets = {&OwnKernels()}, .exact = exact});
  }

  // Result 0 in the memory of the operand that the kernel named.
  void CheckInPlace(const std::vector<Tensor>& want) {
    interpreter::NodeContext context = Context();
    const interpreter::KernelSet* own[] = {&OwnKernels()};
    auto chosen = interpreter::ChooseKernel(c.op, context, own);
    ASSERT_TRUE(chosen.ok());
    int k = chosen->kernel.in_place;
    if (k < 0 || types[0].dtype == DType::kString) return;
    ASSERT_TRUE(context.Has(k));
    std::vector<Tensor> memory;
    for (const TensorType& t : types) memory.emplace_back(t);
    size_t bytes = *interpreter::MemoryBytes(operands[static_cast<size_t>(k)].type());
    ASSERT_LE(*interpreter::MemoryBytes(types[0]), bytes) << "in place, but the result is larger";
    Buffer shared = Buffer::Copy(operands[static_cast<size_t>(k)].data(), bytes);
    std::vector<const void*> in;
    for (const Tensor& t : operands) in.push_back(t.valid() ? interpreter::ElementsOf(t) : nullptr);
    std::vector<void*> out;
    for (Tensor& t : memory) out.push_back(const_cast<void*>(interpreter::ElementsOf(t)));
    in[static_cast<size_t>(k)] = out[0] = shared.mutable_data();
    Buffer scratch = Buffer::Allocate(chosen->kernel.scratch_bytes + 1);
    interpreter::EvalContext e;
    e.in_ = in.data();
    e.out_ = out.data();
    e.scratch_ = scratch.mutable_data();
    e.pool_ = Pool(3).get();
    ASSERT_EQ(chosen->kernel.eval(chosen->kernel.state.get(), e), interpreter::Code::kOk);
    Tensor got(types[0], shared);
    EXPECT_TRUE(Identical(got, Tensor(types[0], want[0].buffer()))) << "in place: " << Difference(got, want[0], 0, 0);
  }

  void Compare(const std::vector<Tensor>& got, const std::vector<Tensor>& want, int64_t steps, const char* what) {
    ASSERT_EQ(got.size(), want.size());
    double tolerance = IsHybrid(c) ? 0.02 : c.tolerance;
    for (size_t i = 0; i < got.size(); ++i)
      EXPECT_EQ(Difference(got[i], want[i], tolerance, steps), "") << what << ", result " << i;
  }
};

TEST_P(KernelCase, AgreesWithEverything) {
  if (const char* why = WhyExcluded(c.name)) GTEST_SKIP() << why;
  if (!c.error.empty() || !c.run_error.empty()) return;
  types = *ResultTypes(c, operands);
  interpreter::NodeContext context = Context();
  Result<interpreter::Kernel> own = OwnKernels().prepare(c.op, context);
  if (own.ok() && !own->eval) GTEST_SKIP() << "the op has no kernel";
  const interpreter::KernelSet* sets[] = {&OwnKernels()};
  Result<interpreter::ChosenKernel> chosen = interpreter::ChooseKernel(c.op, context, sets);
  ASSERT_TRUE(chosen.ok()) << chosen.status().message();

  std::vector<Tensor> got = Run(1, false);
  ASSERT_EQ(got.size(), types.size());
  std::vector<Tensor> three = Run(3, false);
  ASSERT_EQ(three.size(), types.size());
  for (size_t i = 0; i < got.size(); ++i)
    EXPECT_TRUE(Identical(got[i], three[i])) << "threads: " << Difference(three[i], got[i], 0, 0);
  CheckInPlace(got);
  int64_t steps = IsQuantized(c) ? 1 : 0;
  if (!c.expected.empty()) Compare(got, c.expected, steps, "expected");
  Result<std::vector<Tensor>> reference = ReferenceResults(c, operands);
  if (reference.ok() && !WhyUnlikeReference(c)) Compare(got, *reference, steps, "reference");
  if (!IsQuantized(c)) return;
  std::vector<Tensor> exact = Run(1, true);
  if (!c.expected.empty()) Compare(exact, c.expected, 0, "exact");
  if (reference.ok() && !WhyUnlikeReference(c)) Compare(exact, *reference, 1, "exact against the reference");
}

// What Infer refuses for constants is refused for the same operands at run time, and the message says why.
TEST_P(KernelCase, RefusesDataWithASentence) {
  if (WhyExcluded(c.name)) return;
  std::string want = c.error + c.run_error;
  bool changed = !c.run_error.empty();
  for (ops::CaseInput& in : c.inputs) {
    if (c.run_error.empty()) changed |= in.constant;
    if (c.run_error.empty()) in.constant = false;
  }
  if (want.empty() || !changed) return;
  Result<std::vector<TensorType>> inferred = ResultTypes(c, operands);
  if (c.run_error.empty() && !inferred.ok()) return;  // whatever the elements
  ASSERT_TRUE(inferred.ok()) << inferred.status().message();
  types = *inferred;
  interpreter::NodeContext context = Context();
  Result<interpreter::Kernel> own = OwnKernels().prepare(c.op, context);
  if (own.ok() && !own->eval) GTEST_SKIP() << "the op has no kernel";
  for (int threads : {1, 3}) {
    auto interpreter = Interpreter::Create(OneOp(), {.pool = Pool(threads), .kernel_sets = {&OwnKernels()}});
    ASSERT_TRUE(interpreter.ok()) << interpreter.status().message();
    Result<std::vector<Tensor>> results = (*interpreter)->main().Run(RunTimeOperands());
    ASSERT_FALSE(results.ok()) << "was not refused";
    if (results.status().kind() == ErrorKind::kUnsupported && c.run_error.empty()) return;  // no kernel for these types
    EXPECT_EQ(results.status().kind(), ErrorKind::kBadInput);
    EXPECT_THAT(
        results.status().message(),
        testing::AllOf(testing::StartsWith(StrCat("'", c.name, "' (", Label(c.op), "): ")), testing::HasSubstr(want)));
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, KernelCase, testing::Range(size_t{0}, All().size()),
                         [](const auto& info) { return NameOf(info.param); });

}  // namespace
}  // namespace slipway::cases
