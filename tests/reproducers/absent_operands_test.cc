// Kernels that looked at operands beyond the end of the list: FakeQuant without min and max.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

#include "interpreter/interpreter.h"
#include "interpreter/memory.h"
#include "interpreter/run_op.h"
#include "tests/cases/case_values.h"

namespace slipway {
namespace {

using interpreter::ChosenKernel;
using interpreter::NodeContext;

// Pointers whose last one is the last of its page, before a page that nobody may read.
class FencedPointers {
 public:
  explicit FencedPointers(const std::vector<const void*>& pointers)
      : page_(static_cast<size_t>(sysconf(_SC_PAGESIZE))), count_(pointers.size()) {
    void* p = mmap(nullptr, 2 * page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(p != MAP_FAILED && count_ * sizeof(void*) <= page_);
    begin_ = static_cast<char*>(p);
    CHECK(mprotect(begin_ + page_, page_, PROT_NONE) == 0);
    if (count_) std::memcpy(begin_ + page_ - count_ * sizeof(void*), pointers.data(), count_ * sizeof(void*));
  }
  ~FencedPointers() { munmap(begin_, 2 * page_); }
  FencedPointers(const FencedPointers&) = delete;
  std::span<const void* const> all() const {
    return {reinterpret_cast<const void* const*>(begin_ + page_ - count_ * sizeof(void*)), count_};
  }

 private:
  size_t page_, count_;
  char* begin_;
};

TEST(AbsentOperands, NoKernelLooksBeyondTheOperandsThatThereAre) {
  const interpreter::KernelSet* sets[] = {&interpreter::OwnKernels()};
  ThreadPool pool(1);
  int run = 0;
  for (const ops::Case& c : cases::All()) {
    if (!c.error.empty() || c.op.info().variables) continue;
    SCOPED_TRACE(c.name);
    std::vector<Tensor> operands = cases::OperandsOf(c);
    Result<std::vector<TensorType>> types = cases::ResultTypes(c, operands);
    ASSERT_TRUE(types.ok()) << types.status().message();
    while (!operands.empty() && !operands.back().valid()) operands.pop_back();
    NodeContext context;
    std::vector<const void*> elements;
    for (const Tensor& t : operands) {
      context.inputs.push_back(t.valid() ? t.type() : TensorType());
      context.constants.push_back(t.valid() ? &t : nullptr);
      elements.push_back(t.valid() ? interpreter::ElementsOf(t) : nullptr);
    }
    if (!context.InferOutputs(c.op, *types).ok()) continue;
    Result<ChosenKernel> chosen = ChooseKernel(c.op, context, sets);
    if (!chosen.ok()) continue;
    FencedPointers fenced(elements);
    Result<std::vector<Tensor>> results =
        interpreter::RunPrepared(c.op, chosen->kernel, fenced.all(), context.outputs, pool);
    if (results.ok()) ++run;
  }
  EXPECT_GT(run, 500);
}

}  // namespace
}  // namespace slipway
