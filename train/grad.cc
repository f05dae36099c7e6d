#include "train/grad.h"

#include "ops/reduce/reduce.h"
#include "ops/reshape/reshape.h"

namespace slipway::train {

ir::ValueId GradContext::ScalarLike(ir::ValueId like, double value) {
  Tensor t(type(like).dtype, Shape{});
  switch (t.dtype()) {
    case DType::kF32:
      t.as<float>()[0] = static_cast<float>(value);
      break;
    case DType::kF64:
      t.as<double>()[0] = value;
      break;
    case DType::kF16:
      t.as<Half>()[0] = Half(static_cast<float>(value));
      break;
    case DType::kBF16:
      t.as<BFloat16>()[0] = BFloat16(static_cast<float>(value));
      break;
    default:
      Fail(StrCat("a ", t.dtype(), " has no gradient"));
  }
  return Constant(std::move(t));
}

ir::ValueId GradContext::SumTo(ir::ValueId g, const Shape& to) {
  const Shape from = type(g).shape;
  if (from == to) return g;
  std::vector<int64_t> axes;
  int extra = from.rank() - to.rank();
  for (int i = 0; i < from.rank(); ++i)
    if (i < extra || (to[i - extra] == 1 && from[i] != 1)) axes.push_back(i);
  if (!axes.empty()) g = Add(ops::Reduce{.kind = ops::ReduceKind::kSum, .keep_dims = true}, {g, ConstantInts(axes)});
  return extra == 0 ? g : Add(ops::Reshape{}, {g, ConstantInts(to.dims())});
}

}  // namespace slipway::train
