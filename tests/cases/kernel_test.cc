// Every case on our own kernels, as a plan of one op: against the expected values and the reference, the same bits for
// 1 and 3 threads, in place, nothing written behind results or into operands; quantized cases fast and exact.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "interpreter/interpreter.h"
#include "tests/cases/case_values.h"

namespace slipway::cases {
namespace {

using interpreter::Interpreter;
using interpreter::Model;
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

std::shared_ptr<ThreadPool> Pool(int threads) {
  static auto one = std::make_shared<ThreadPool>(1), three = std::make_shared<ThreadPool>(3);
  return threads == 1 ? one : three;
}

// The context of a plan that knows the case's constants.
interpreter::NodeContext Context(const ops::Case& c, const std::vector<Tensor>& operands,
                                 const std::vector<TensorType>& types) {
  interpreter::NodeContext context;
  for (size_t i = 0; i < operands.size(); ++i) {
    context.inputs.push_back(operands[i].type());
    context.constants.push_back(operands[i].valid() && c.inputs[i].constant ? &operands[i] : nullptr);
  }
  context.outputs = types;
  return context;
}

class KernelCase : public testing::TestWithParam<size_t> {
 protected:
  const ops::Case& c = All()[GetParam()];
  std::vector<Tensor> operands = OperandsOf(c);
  std::vector<TensorType> types;

  std::shared_ptr<const Model> OneOp() const {
    interpreter::PlanGraph g;
    interpreter::PlanOp op{.op = c.op, .origin = c.name};
    for (size_t i = 0; i < operands.size(); ++i) {
      op.inputs.push_back(operands[i].valid() ? static_cast<int>(g.tensors.size()) : interpreter::kAbsent);
      if (!operands[i].valid()) continue;
      if (!c.inputs[i].constant) g.inputs.push_back(op.inputs.back());
      g.tensors.push_back({StrCat("operand", i), operands[i].type(), c.inputs[i].constant ? operands[i] : Tensor()});
    }
    for (const TensorType& type : types) {
      op.outputs.push_back(static_cast<int>(g.tensors.size()));
      g.tensors.push_back({StrCat("result", op.outputs.size() - 1), type});
    }
    g.outputs = op.outputs;
    g.ops.push_back(std::move(op));
    interpreter::PlanModule module;
    module.graphs.push_back(std::move(g));
    auto model = Model::FromModule(std::move(module));
    EXPECT_TRUE(model.ok()) << model.status().message();
    return *model;
  }

  std::vector<Tensor> RunTimeOperands() const {
    std::vector<Tensor> list;
    for (size_t i = 0; i < operands.size(); ++i)
      if (operands[i].valid() && !c.inputs[i].constant) list.push_back(operands[i]);
    return list;
  }

  // Runs the case with the results in buffers of exactly their size where their shape is known.
  std::vector<Tensor> Run(int threads, bool exact) {
    auto interpreter =
        Interpreter::Create(OneOp(), {.pool = Pool(threads), .kernel_sets = {&OwnKernels()}, .exact = exact});
    EXPECT_TRUE(interpreter.ok()) << interpreter.status().message();
    if (!interpreter.ok()) return {};
    interpreter::Runner& runner = (*interpreter)->main();
    std::vector<Tensor> inputs = RunTimeOperands();
    for (size_t i = 0; i < inputs.size(); ++i) EXPECT_TRUE(runner.SetInput(static_cast<int>(i), inputs[i]).ok());
    Status status = runner.Prepare();
    EXPECT_TRUE(status.ok()) << status.message();
    if (!status.ok()) return {};
    std::vector<std::vector<std::byte>> guarded;
    for (int i = 0; i < runner.num_outputs(); ++i) guarded.push_back(Guard(runner, i));
    status = runner.Invoke();
    EXPECT_TRUE(status.ok()) << status.message();
    if (!status.ok()) return {};
    std::vector<Tensor> results;
    for (int i = 0; i < runner.num_outputs(); ++i) {
      results.push_back(*runner.GetOutput(i));
      CheckGuard(guarded[static_cast<size_t>(i)], results.back());
    }
    for (size_t i = 0; i < inputs.size(); ++i) CheckOperand(runner, static_cast<int>(i), inputs[i]);
    return results;
  }

  static constexpr size_t kGuardBytes = 128;
  static constexpr std::byte kGuardByte{0xa5};

  static std::vector<std::byte> Guard(interpreter::Runner& runner, int output) {
    const TensorType& type = runner.output_type(output);
    if (type.dtype == DType::kString || !type.shape.IsStatic()) return {};
    size_t bytes = *interpreter::MemoryBytes(type);
    std::vector<std::byte> memory(bytes + kGuardBytes, kGuardByte);
    EXPECT_TRUE(runner.UseOutputBuffer(output, memory.data(), bytes).ok());
    return memory;
  }
  static void CheckGuard(const std::vector<std::byte>& memory, const Tensor& result) {
    for (size_t i = *interpreter::MemoryBytes(result.type()); i < memory.size(); ++i)
      ASSERT_EQ(memory[i], kGuardByte) << "wrote " << i << " bytes from the start of " << ToString(result.type());
  }
  static void CheckOperand(interpreter::Runner& runner, int input, const Tensor& before) {
    if (before.dtype() == DType::kString) return;
    EXPECT_EQ(std::memcmp(runner.InputBytes(input)->data(), before.data(), *interpreter::MemoryBytes(before.type())), 0)
        << "operand " << input << " was changed";
  }

  // Result 0 in the memory of the operand that the kernel named.
  void CheckInPlace(const std::vector<Tensor>& want) {
    interpreter::NodeContext context = Context(c, operands, types);
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
  if (!c.error.empty()) return;  // reference_test
  types = *ResultTypes(c, operands);
  interpreter::NodeContext context = Context(c, operands, types);
  Result<interpreter::Kernel> own = OwnKernels().prepare(c.op, context);
  if (own.ok() && !own->eval) GTEST_SKIP() << "the op has no kernel";
  ASSERT_TRUE(own.ok()) << own.status().message();

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

INSTANTIATE_TEST_SUITE_P(Cases, KernelCase, testing::Range(size_t{0}, All().size()),
                         [](const auto& info) { return NameOf(info.param); });

}  // namespace
}  // namespace slipway::cases
