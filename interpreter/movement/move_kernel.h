#pragma once
// Kernels that only move elements: an op says which copies its operands' shapes and integer operands mean, and gets a
// kernel. Where those integers (a shape, axes, begin and size) are not constant, the same happens at each run, after
// which the results get their shapes.
//
//   Result<Kernel> Prepare(const Slice& op, PrepareContext& c) {
//     return PrepareMoves(op, c, {1, 2}, [](const Slice& op, const MoveTypes& t, MovePlan* plan) { ... });
//   }

#include <initializer_list>
#include <type_traits>
#include <vector>

#include "interpreter/kernel.h"
#include "interpreter/movement/strided_copy.h"

namespace slipway::interpreter {

// What a plan is made from: static types, and the elements of the integer operands that were asked for.
struct MoveTypes {
  std::vector<TensorType> inputs, outputs;  // inputs: dtype kInvalid where absent
  std::vector<Tensor> constants;            // as many as inputs; not valid() where not asked for

  bool Has(int i) const { return i < num_inputs() && inputs[static_cast<size_t>(i)].dtype != DType::kInvalid; }
  int num_inputs() const { return static_cast<int>(inputs.size()); }
  const Shape& in(int i) const { return inputs[static_cast<size_t>(i)].shape; }
  const Shape& out(int i) const { return outputs[static_cast<size_t>(i)].shape; }
  std::vector<int64_t> Ints(int i) const { return constants[static_cast<size_t>(i)].AsInts(); }
  // A copy without loops for elements of result `output`.
  StridedCopy NewCopy(int output) const;
};

class MovePlan {
 public:
  // From operand `input` to result `output`.
  void Copy(int input, int output, const StridedCopy& copy);
  // The same elements in the same order.
  void CopyAll(int input, int output, const MoveTypes&);
  // From what a result is padded with when nothing is said (0, the zero point, "") to result 0; `from` strides are 0.
  void Pad(const StridedCopy& copy, const MoveTypes&);
  Code Run(EvalContext&) const;

 private:
  static constexpr int kPadding = -1;
  struct Move {
    int input, output;
    StridedCopy copy;
  };
  std::vector<Move> moves_;
  Tensor padding_;
};

using PlanMoves = void (*)(const void* op, const MoveTypes&, MovePlan*);
Result<Kernel> PrepareMoves(const ops::Op& op, PrepareContext&, std::span<const int> parameters, PlanMoves plan);

// `parameters`: the operands whose integers `plan` asks for. It runs on types that Infer has checked.
template <class Op, class F>
Result<Kernel> PrepareMoves(const Op& op, PrepareContext& c, std::initializer_list<int> parameters, F) {
  static_assert(std::is_empty_v<F>, "the plan function may not capture");
  return PrepareMoves(ops::Op(op), c, std::span<const int>(parameters.begin(), parameters.size()),
                      [](const void* data, const MoveTypes& types, MovePlan* plan) {
                        F{}(*static_cast<const Op*>(data), types, plan);
                      });
}

}  // namespace slipway::interpreter
