#include "ir/wire/lower/builder.h"

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

ir::ValueId LoweringBuilder::Scalar(ir::ValueId x, double value) {
  if (!status_.ok()) return ir::ValueId::kNone;
  Tensor t(in_.type(x).dtype, Shape{});
  bool known = VisitFixedDType(t.dtype(), [&](auto tag) {
    using T = decltype(tag);
    if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
      t.as<T>()[0] = T(static_cast<float>(value));
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
  return in_.Constant(Tensor::Vector(values, dtype), StrCat("ints_", serial_++));
}

Status CheckInputs(const TfImporter& in, int n) {
  if (in.num_inputs() != n) return BadInput("has ", in.num_inputs(), " inputs, expected ", n);
  return OkStatus();
}

}  // namespace slipway::wire
