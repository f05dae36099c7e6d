#include "ir/wire/lower/builder.h"

#include <limits>

#include "ops/cast/cast.h"
#include "ops/pad/pad.h"
#include "ops/range/range.h"
#include "ops/reshape/reshape.h"
#include "ops/select/select.h"
#include "ops/shape_of/shape_of.h"
#include "ops/strided_slice/strided_slice.h"

namespace slipway::wire {

ir::ValueId LoweringBuilder::Add(ops::Op op, std::vector<ir::ValueId> inputs) {
  if (!status_.ok()) return ir::ValueId::kNone;
  std::string suffix = serial_ == 0 ? std::string() : StrCat(Label(op), "_", serial_);
  ++serial_;
  Result<std::vector<ir::ValueId>> outputs = in_.Add(std::move(op), std::move(inputs), suffix);
  if (!outputs.ok()) {
    status_ = outputs.status();
    return ir::ValueId::kNone;
  }
  CHECK(outputs->size() == 1);
  return (*outputs)[0];
}

namespace {

// The integer next to what a lowering puts in for all types, infinity among it.
template <class T>
T Nearest(double value) {
  if (value <= static_cast<double>(std::numeric_limits<T>::lowest())) return std::numeric_limits<T>::lowest();
  if (value >= static_cast<double>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
  return value == value ? static_cast<T>(value) : T(0);
}

}  // namespace

ir::ValueId LoweringBuilder::Scalar(ir::ValueId x, double value) {
  if (!status_.ok()) return ir::ValueId::kNone;
  Tensor t(in_.type(x).dtype, Shape{});
  bool known = VisitFixedDType(t.dtype(), [&](auto tag) {
    using T = decltype(tag);
    if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
      t.as<T>()[0] = T(static_cast<float>(value));
    else if constexpr (std::is_integral_v<T>)
      t.as<T>()[0] = Nearest<T>(value);
    else
      t.as<T>()[0] = static_cast<T>(value);
  });
  if (!known) {
    Fail(Unsupported("operands of ", t.dtype()));
    return ir::ValueId::kNone;
  }
  return in_.Constant(std::move(t), StrCat("scalar_", serial_++));
}

ir::ValueId LoweringBuilder::Ints(const std::vector<int64_t>& values, DType dtype) {
  if (!IsInteger(dtype)) Fail(BadInput("indices of ", dtype, ", expected integers"));
  if (!ok()) return ir::ValueId::kNone;
  return in_.Constant(Tensor::Vector(values, dtype), StrCat("ints_", serial_++));
}

ir::ValueId LoweringBuilder::Int(int64_t value, DType dtype) {
  if (!IsInteger(dtype)) Fail(BadInput("indices of ", dtype, ", expected integers"));
  if (!ok()) return ir::ValueId::kNone;
  int64_t one[] = {value};
  return in_.Constant(Tensor::Vector(one, dtype).Reshaped({}), StrCat("int_", serial_++));
}

ir::ValueId LoweringBuilder::Floats(const std::vector<double>& values, std::initializer_list<int64_t> dims) {
  std::vector<float> floats(values.begin(), values.end());
  Result<Shape> shape = Shape::FromDims(std::vector<int64_t>(dims));
  CHECK(shape.ok());
  return in_.Constant(Tensor::Of<float>(*shape, floats), StrCat("floats_", serial_++));
}

ir::ValueId LoweringBuilder::Cast(ir::ValueId x, DType to) {
  return !ok() || type(x).dtype == to ? x : Add(ops::Cast{.to = to}, {x});
}

ir::ValueId LoweringBuilder::Select(Choice x) { return Add(ops::Select{}, {x.condition, x.a, x.b}); }

ir::ValueId LoweringBuilder::Reduce(ops::ReduceKind kind, ir::ValueId x, const std::vector<int64_t>& axes,
                                    bool keep_dims) {
  return Add(ops::Reduce{.kind = kind, .keep_dims = keep_dims}, {x, Ints(axes)});
}

ir::ValueId LoweringBuilder::Reshape(ir::ValueId x, const std::vector<int64_t>& dims) {
  return Add(ops::Reshape{}, {x, Ints(dims)});
}

ir::ValueId LoweringBuilder::Dimension(ir::ValueId x, int axis) {
  if (!ok()) return ir::ValueId::kNone;
  const Shape& shape = type(x).shape;
  if (shape.has_rank() && axis >= shape.rank()) Fail(BadInput("an operand of shape ", shape, " has no axis ", axis));
  if (!ok()) return ir::ValueId::kNone;
  if (shape.has_rank() && shape[axis] >= 0) return Int(shape[axis]);
  ir::ValueId dims = Add(ops::ShapeOf{}, {x});
  return Add(ops::StridedSlice{.shrink_axis_mask = 1}, {dims, Ints({axis}), Ints({axis + 1}), Ints({1})});
}

ir::ValueId LoweringBuilder::Indices(ir::ValueId n) { return Add(ops::Range{}, {Int(0), n, Int(1)}); }

ir::ValueId LoweringBuilder::Between(ir::ValueId x, int axis, int64_t begin, int64_t end, int64_t stride) {
  if (!ok()) return ir::ValueId::kNone;
  std::vector<int64_t> from(static_cast<size_t>(axis) + 1, 0), to = from, step(from.size(), 1);
  from.back() = begin;
  to.back() = end;
  step.back() = stride;
  int others = (1 << axis) - 1;
  ops::StridedSlice slice{.begin_mask = others, .end_mask = others | (end == kToEnd ? 1 << axis : 0)};
  return Add(slice, {x, Ints(from), Ints(to), Ints(step)});
}

ir::ValueId LoweringBuilder::PadAxis(ir::ValueId x, int axis, int64_t before, int64_t after, double value) {
  if (!ok() || (before == 0 && after == 0)) return x;
  int rank = type(x).shape.rank();
  std::vector<int64_t> paddings(static_cast<size_t>(2 * rank), 0);
  paddings[static_cast<size_t>(2 * axis)] = before;
  paddings[static_cast<size_t>(2 * axis + 1)] = after;
  ir::ValueId rows = in_.Constant(Tensor::Vector(paddings).Reshaped({rank, 2}), StrCat("paddings_", serial_++));
  if (value == 0) return Add(ops::Pad{}, {x, rows});
  return Add(ops::Pad{}, {x, rows, Scalar(x, value)});
}

Status CheckInputs(const TfImporter& in, int n) {
  if (in.num_inputs() != n) return BadInput("has ", in.num_inputs(), " inputs, expected ", n);
  return OkStatus();
}

static Result<const Tensor*> Constant(const TfImporter& in, int i, std::string_view name, int64_t count) {
  const Tensor* t = in.ConstantOf(in.input(i));
  if (!t) return Unsupported("input '", name, "' is computed, expected a constant");
  if (!IsNumber(t->dtype()) || (count >= 0 && t->elements() != count))
    return BadInput("input '", name, "' is ", t->type(), ", expected ", count < 0 ? "" : StrCat(count, " "), "numbers");
  return t;
}

Result<std::vector<int64_t>> ConstantInts(const TfImporter& in, int i, std::string_view name, int64_t count) {
  ASSIGN_OR_RETURN(const Tensor* t, Constant(in, i, name, count));
  if (!IsInteger(t->dtype())) return BadInput("input '", name, "' is ", t->type(), ", expected integers");
  return t->AsInts();
}

Result<std::vector<double>> ConstantReals(const TfImporter& in, int i, std::string_view name, int64_t count) {
  ASSIGN_OR_RETURN(const Tensor* t, Constant(in, i, name, count));
  return t->AsDoubles();
}

}  // namespace slipway::wire
