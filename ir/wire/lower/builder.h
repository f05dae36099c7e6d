#pragma once
// LoweringBuilder: expressions of ops for lowerings. The first error sticks; Done() tells it.

#include <vector>

#include "ir/wire/tf.h"
#include "ops/binary/binary.h"
#include "ops/compare/compare.h"
#include "ops/unary/unary.h"

namespace slipway::wire {

class LoweringBuilder {
 public:
  explicit LoweringBuilder(TfImporter& in) : in_(in) {}

  // An op with one result. After an error: kNone.
  ir::ValueId Add(ops::Op op, std::vector<ir::ValueId> inputs);
  ir::ValueId Unary(ops::UnaryKind kind, ir::ValueId x) { return Add(ops::Unary{.kind = kind}, {x}); }
  ir::ValueId Binary(ops::BinaryKind kind, ir::ValueId a, ir::ValueId b) {
    return Add(ops::Binary{.kind = kind}, {a, b});
  }
  ir::ValueId Compare(ops::CompareKind kind, ir::ValueId a, ir::ValueId b) {
    return Add(ops::Compare{.kind = kind}, {a, b});
  }
  // `value` as a scalar of x's dtype.
  ir::ValueId Scalar(ir::ValueId x, double value);
  ir::ValueId Ints(const std::vector<int64_t>& values, DType dtype = DType::kI32);
  const TensorType& type(ir::ValueId v) const { return in_.type(v); }

  void Fail(Status status) {
    if (status_.ok()) status_ = std::move(status);
  }
  bool ok() const { return status_.ok(); }
  // The lowering's results, or the first error.
  Result<std::vector<ir::ValueId>> Done(std::vector<ir::ValueId> results) const {
    if (!status_.ok()) return status_;
    return results;
  }

 private:
  TfImporter& in_;
  Status status_;
  int serial_ = 0;
};

// `n` inputs, all of them tensors.
Status CheckInputs(const TfImporter& in, int n);

}  // namespace slipway::wire
