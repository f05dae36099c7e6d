#pragma once
// Infer: what an op makes of its operands' types. Every op declares `Result<TensorTypes> Infer(const OP&, Inputs)`.
//
// Types may be partly unknown (dimensions, rank); the answer is then as precise as can be. Operands that are constants
// (axes, shapes, permutations) can be read. Errors say what was expected and what was given. Quantization of an output
// is stated only where it follows from the operands (moves and the like); elsewhere it is left empty and the graph
// holds it.

#include <optional>
#include <span>
#include <vector>

#include "base/tensor.h"
#include "ops/op.h"

namespace slipway::ops {

using TensorTypes = std::vector<TensorType>;

struct InferInput {
  const TensorType* type = nullptr;  // nullptr: an optional operand that is absent
  const Tensor* constant = nullptr;  // its elements, where known
};

class Inputs {
 public:
  Inputs(std::span<const InferInput> inputs) : inputs_(inputs) {}
  int size() const { return static_cast<int>(inputs_.size()); }
  bool Has(int i) const { return i < size() && inputs_[i].type != nullptr; }
  const TensorType& operator[](int i) const {
    CHECK(Has(i));
    return *inputs_[i].type;
  }
  const Shape& shape(int i) const { return (*this)[i].shape; }
  DType dtype(int i) const { return (*this)[i].dtype; }
  const Tensor* constant(int i) const { return Has(i) ? inputs_[i].constant : nullptr; }
  // The elements of a constant integer operand.
  std::optional<std::vector<int64_t>> Ints(int i) const;
  // At least `least` operands, all of those present, and at most `most`.
  Status Count(int least, int most) const;
  Status Count(int n) const { return Count(n, n); }

 private:
  std::span<const InferInput> inputs_;
};

// Operand i holds integers (a shape, axes, a permutation) and has `rank` axes, as far as known.
Status CheckIntegers(Inputs, int i, const char* name, int rank);
// Operand i is one integer (an axis), a tensor of one element.
Status CheckInteger(Inputs, int i, const char* name);
// The length of a 1-D operand; kUnknownDim where it is unknown.
int64_t LengthOf(Inputs, int i);
// A shape of unknown dimensions; of unknown rank when `rank` < 0. Refuses ranks above kMaxRank.
Result<Shape> UnknownDims(int64_t rank);
// Quantization of a moved tensor: one scale is kept, scales per channel have lost their axis.
inline Quantization MovedQuant(const TensorType& x) { return x.quant.per_channel() ? Quantization{} : x.quant; }

// The one way to Infer for code that does not know the op: defined in tables/infer.cc. Adds the op's name to errors.
Result<TensorTypes> InferTypes(const Op&, Inputs);

}  // namespace slipway::ops
