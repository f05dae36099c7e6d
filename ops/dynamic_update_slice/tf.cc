#include "ir/wire/tf.h"
#include "ops/dynamic_update_slice/dynamic_update_slice.h"

namespace slipway::ops {

// TensorFlow has it for whole slices along the first axis, as loops write them: TensorScatterUpdate with one index,
// which is moved inside as here.
Status ToTf(const DynamicUpdateSlice&, wire::TfExporter& out) {
  const Shape &x = out.in(0).shape, &update = out.in(1).shape;
  bool whole = x.has_rank() && x.rank() > 0 && update.has_rank() && update.rank() == x.rank() && update[0] == 1;
  for (int i = 1; whole && i < x.rank(); ++i) whole = x[i] == update[i];
  if (out.in(0).dtype == DType::kString) return Unsupported("DynamicUpdateSlice of strings");
  if (!whole) return Unsupported("DynamicUpdateSlice of ", update, " in ", x, ", only whole slices of the first axis");
  DType type = out.in(2).dtype;
  auto ints = [&](std::vector<int64_t> v, DType dtype) { return out.Constant(Tensor::Vector(v, dtype)); };
  wire::TfRef index = out.Emit("Slice", {out.input(2), ints({0}, DType::kI32), ints({1}, DType::kI32)},
                               {{"T", type}, {"Index", DType::kI32}}, {"output"})[0];
  index = out.Emit("Maximum", {index, ints({0}, type)}, {{"T", type}}, {"z"})[0];
  if (x[0] > 0) index = out.Emit("Minimum", {index, ints({x[0] - 1}, type)}, {{"T", type}}, {"z"})[0];
  wire::TfRef row =
      out.Emit("Reshape", {index, ints({1, 1}, DType::kI32)}, {{"T", type}, {"Tshape", DType::kI32}}, {"output"})[0];
  out.SetOutput(0, out.Emit("TensorScatterUpdate", {out.input(0), row, out.input(1)},
                            {{"T", out.in(0).dtype}, {"Tindices", type}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
