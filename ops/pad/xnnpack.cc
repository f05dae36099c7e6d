#include "interpreter/xnnpack/window.h"
#include "ops/pad/pad.h"

namespace slipway::ops {

Status ToXnn(const Pad&, interpreter::XnnBuilder& b) {
  const interpreter::PrepareContext& c = b.node();
  const Tensor *paddings = c.constant(1), *value = c.constant(2);
  if (!paddings || (c.Has(2) && !value)) return b.Refuse("paddings that are computed");
  float number = value && value->dtype() == DType::kF32 ? value->as<float>()[0] : 0.0f;
  interpreter::XnnBuilder::Dims before, after;
  std::vector<int64_t> ints = paddings->AsInts();
  for (size_t i = 0; i < ints.size(); i += 2) {
    before.push_back(interpreter::Size(ints[i]));
    after.push_back(interpreter::Size(ints[i + 1]));
  }
  uint32_t x = b.In(0), y = b.Out();
  if (before.size() > XNN_MAX_TENSOR_DIMS) return b.Refuse("too many axes");
  return b.Define(xnn_define_static_constant_pad(b.graph(), before.data(), after.data(), number, x, y, 0));
}

}  // namespace slipway::ops
