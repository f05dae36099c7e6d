#pragma once
// OperatorNode: one custom operator of a model, whose functions came through the C API.
//
//  * Its TfLiteNode and user data live as long as the interpreter's model.
//  * Infer shows the operands to prepare, which gives the results their shapes; a result that is kTfLiteDynamic
//    afterwards (a string: that was not resized) is left to invoke.
//  * Plans are kept by input shapes, so one may run for which prepare was not called last: then it is called again.
//  * In invoke a result lies in the plan's memory; one whose data comes from malloc is copied there.

#include "interpreter/c_api/graph_context.h"
#include "interpreter/c_api/registration.h"
#include "interpreter/custom_ops.h"
#include "interpreter/kernel.h"

namespace slipway::c_api {

class OperatorNode final : public ops::CustomFunctions {
 public:
  // Calls init. Fails if that says so.
  static Result<std::shared_ptr<OperatorNode>> Create(const interpreter::CustomNode&, const Registration&,
                                                      GraphContext&);
  ~OperatorNode() override;

  Result<ops::TensorTypes> Infer(ops::Inputs) const override;
  Result<interpreter::Kernel> Prepare(interpreter::PrepareContext&) const override;

 private:
  // What a kernel was prepared for.
  struct State {
    OperatorNode* node;
    int generation;
    std::vector<TensorType> in;  // dtype kInvalid: left out
    std::vector<Tensor> constants;
    ops::TensorTypes out;
  };

  OperatorNode(const interpreter::CustomNode&, const Registration&, GraphContext&);
  Result<ops::TensorTypes> CallPrepare(std::span<const TensorType> in, std::span<const Tensor> constants);
  Status ShowOperand(size_t i, const TensorType&, const Tensor& constant);
  Result<TensorType> ResultType(size_t i) const;
  Status AllocateTemporaries();
  std::string Said() const;
  TfLiteTensor* Operand(size_t i) const { return context_.tensors().at(node_.inputs->data[i]); }
  TfLiteTensor* ResultTensor(size_t i) const { return context_.tensors().at(node_.outputs->data[i]); }

  interpreter::Code Run(const State&, interpreter::EvalContext&);
  Status Bind(const State&, interpreter::EvalContext&);
  interpreter::Code TakeResult(const State&, size_t i, interpreter::EvalContext&);
  interpreter::Code TakeStrings(const State&, size_t i, interpreter::EvalContext&);

  std::string name_;
  Registration registration_;
  GraphContext& context_;
  TfLiteNode node_ = {};
  OperatorMemory memory_;
  Memory temporaries_;
  std::vector<TensorType> prepared_for_;
  int generation_ = 0;
};

// Makes the nodes of a model from what a program has registered.
class OperatorNodes final : public interpreter::CustomOps {
 public:
  OperatorNodes(const RegisteredOps& ops, std::span<const std::unique_ptr<GraphContext>> contexts)
      : ops_(ops), contexts_(contexts) {}
  Result<std::shared_ptr<const ops::CustomFunctions>> Find(const interpreter::CustomNode&) override;

 private:
  const RegisteredOps& ops_;
  std::span<const std::unique_ptr<GraphContext>> contexts_;
};

}  // namespace slipway::c_api
