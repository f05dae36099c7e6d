#pragma once
// LoweringBuilder: expressions of ops for lowerings. The first error sticks; Done() tells it. Operands stand in braces,
// where they are made from left to right: the order of arguments is the compiler's choice, and files must not depend on
// it.

#include <limits>
#include <vector>

#include "ir/wire/tf.h"
#include "ops/binary/binary.h"
#include "ops/compare/compare.h"
#include "ops/gather/gather.h"
#include "ops/reduce/reduce.h"
#include "ops/unary/unary.h"

namespace slipway::wire {

class LoweringBuilder {
 public:
  explicit LoweringBuilder(TfImporter& in) : in_(in) {}

  // An op with one result. After an error: kNone.
  ir::ValueId Add(ops::Op op, std::vector<ir::ValueId> inputs);
  ir::ValueId Unary(ops::UnaryKind kind, ir::ValueId x) { return Add(ops::Unary{.kind = kind}, {x}); }
  struct Two {
    ir::ValueId a, b;
  };
  ir::ValueId Binary(ops::BinaryKind kind, Two x) { return Add(ops::Binary{.kind = kind}, {x.a, x.b}); }
  ir::ValueId Compare(ops::CompareKind kind, Two x) { return Add(ops::Compare{.kind = kind}, {x.a, x.b}); }
  // `value` as a scalar of x's dtype.
  ir::ValueId Scalar(ir::ValueId x, double value);
  ir::ValueId Ints(const std::vector<int64_t>& values, DType dtype = DType::kI32);
  ir::ValueId Int(int64_t value, DType dtype = DType::kI32);  // a scalar
  ir::ValueId Floats(const std::vector<double>& values, std::initializer_list<int64_t> dims);
  ir::ValueId Cast(ir::ValueId x, DType to);
  // a where the condition holds, else b; the three broadcast.
  struct Choice {
    ir::ValueId condition, a, b;
  };
  ir::ValueId Select(Choice x);
  ir::ValueId Reduce(ops::ReduceKind kind, ir::ValueId x, const std::vector<int64_t>& axes, bool keep_dims = false);
  ir::ValueId Reshape(ir::ValueId x, const std::vector<int64_t>& dims);
  // Dimension `axis` of x: an i32 scalar.
  ir::ValueId Dimension(ir::ValueId x, int axis);
  // 0, 1, ..., n - 1 for the i32 scalar n.
  ir::ValueId Indices(ir::ValueId n);
  ir::ValueId Gather(ir::ValueId x, ir::ValueId indices, int axis = 0) {
    return Add(ops::Gather{.axis = axis}, {x, indices});
  }
  // Every `stride`-th slice of x from `begin` to before `end` along one axis; negative bounds count from the end, and
  // an `end` of kToEnd is behind the last.
  static constexpr int64_t kToEnd = std::numeric_limits<int32_t>::max();
  ir::ValueId Between(ir::ValueId x, int axis, int64_t begin, int64_t end, int64_t stride = 1);
  // x with `before` and `after` elements of `value` along one axis.
  ir::ValueId PadAxis(ir::ValueId x, int axis, int64_t before, int64_t after, double value);
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
// The integers (numbers) that input i must be a constant of; `name` is TensorFlow's for the message, `count` how many
// there must be, if that is certain.
Result<std::vector<int64_t>> ConstantInts(const TfImporter& in, int i, std::string_view name, int64_t count = -1);
Result<std::vector<double>> ConstantReals(const TfImporter& in, int i, std::string_view name, int64_t count = -1);

}  // namespace slipway::wire
