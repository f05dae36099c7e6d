#pragma once
// GraphStep: a step of an executor whose op runs graphs of the module (If, While, Case, Call).
//
//  * The graphs read the caller's memory where it lies and make their results in it where they can; what they cannot
//    (an operand, a constant, a shape that is known too late) is copied.
//  * A loop has two places per variable, which take turns: one is the result's memory, where its shape is known. Over
//    shapes that stay it allocates nothing.
//
// Belongs to one segment of the caller. Not thread-safe.

#include <vector>

#include "interpreter/executor.h"

namespace slipway::interpreter {

class GraphStep {
 public:
  // What it is made of must live as long.
  GraphStep(Executor& caller, const Plan& plan, const PlanStep& step);

  Executor& caller() const { return caller_; }
  Status Run(EvalContext& c);

 private:
  // A variable of a loop, or a result.
  struct Variable {
    bool forwarded = false;  // the result is the operand itself
    bool open = false;       // the plan does not know the shape
    TensorType type;         // of the present value
    const void* now = nullptr;
    void* next = nullptr;    // where the next value goes; nullptr: wherever it will be
    void* second = nullptr;  // the place besides the result's
    TensorMemory spare[2];   // for strings the second place, for open shapes both
    int turn = 0;            // the spare that the next open value uses
  };

  int Choose(const EvalContext& c) const;
  Status RunOnce(const ops::GraphUse& use, EvalContext& c);
  Status RunLoop(EvalContext& c);
  Status Begin(EvalContext& c);
  Result<bool> GoesOn();
  Status Step(EvalContext& c);
  Status ChoosePlace(Executor& body, size_t k, EvalContext& c);
  Status Take(const Executor::Location& made, Variable& v);
  Status Finish(EvalContext& c);
  Status Grow(size_t k, const Shape& shape, EvalContext& c) const;
  const TensorType& OperandType(size_t i) const;
  size_t Limit() const;

  Executor& caller_;
  Execution& execution_;
  const Plan& plan_;
  const PlanOp& op_;
  const std::vector<ops::GraphUse> uses_;
  std::vector<Variable> variables_;  // as many as results
};

}  // namespace slipway::interpreter
