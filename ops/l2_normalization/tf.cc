#include "ir/wire/tf.h"
#include "ops/l2_normalization/l2_normalization.h"

namespace slipway::ops {

// tf.math.l2_normalize, as import finds it: x * rsqrt(max(sum of x^2, 1e-12)).
Status ToTf(const L2Normalization&, wire::TfExporter& out) {
  DType type = out.in(0).dtype;
  if (type != DType::kF32) return Unsupported("L2Normalization of ", type);
  const wire::TfRef x = out.input(0);
  std::vector<int64_t> last = {-1};
  wire::TfRef sum = out.Emit("Square", {x}, {{"T", type}}, {"y"})[0];
  sum = out.Emit("Sum", {sum, out.Constant(Tensor::Vector(last))},
                 {{"T", type}, {"Tidx", DType::kI32}, {"keep_dims", true}}, {"output"})[0];
  sum = out.Emit("Maximum", {sum, out.Constant(Tensor::Scalar(1e-12f))}, {{"T", type}}, {"z"})[0];
  wire::TfRef scale = out.Emit("Rsqrt", {sum}, {{"T", type}}, {"y"})[0];
  out.SetOutput(0, out.Emit("Mul", {x, scale}, {{"T", type}}, {"z"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
