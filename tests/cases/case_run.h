#pragma once
// A case as a plan of one op, run by an interpreter: for the runtimes that are engines.

#include <gtest/gtest.h>

#include <cstring>
#include <memory>

#include "interpreter/interpreter.h"
#include "tests/cases/one_op.h"

namespace slipway::cases {

class CaseRun : public testing::TestWithParam<size_t> {
 protected:
  ops::Case c = All()[GetParam()];
  std::vector<Tensor> operands = OperandsOf(c);
  std::vector<TensorType> types;  // of the results: to be set first

  static std::shared_ptr<ThreadPool> Pool(int threads) {
    static auto one = std::make_shared<ThreadPool>(1), three = std::make_shared<ThreadPool>(3);
    return threads == 1 ? one : three;
  }

  // The context of a plan that knows the case's constants.
  interpreter::NodeContext Context() const {
    interpreter::NodeContext context;
    for (size_t i = 0; i < operands.size(); ++i) {
      context.inputs.push_back(operands[i].type());
      context.constants.push_back(operands[i].valid() && c.inputs[i].constant ? &operands[i] : nullptr);
    }
    context.outputs = types;
    return context;
  }

  std::shared_ptr<const interpreter::Model> OneOp() const {
    std::vector<bool> constant;
    for (const ops::CaseInput& input : c.inputs) constant.push_back(input.constant);
    auto model = interpreter::Model::FromModule(OneOpModule(c, operands, constant, types));
    EXPECT_TRUE(model.ok()) << model.status().message();
    return *model;
  }

  std::vector<Tensor> RunTimeOperands() const {
    std::vector<Tensor> list;
    for (size_t i = 0; i < operands.size(); ++i)
      if (IsInput(c, operands, i)) list.push_back(operands[i]);
    return list;
  }

  // Runs the case with the results in buffers of exactly their size where their shape is known.
  std::vector<Tensor> Run(interpreter::InterpreterOptions options) {
    auto interpreter = interpreter::Interpreter::Create(OneOp(), std::move(options));
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
};

}  // namespace slipway::cases
