#include "ir/wire/tf.h"
#include "ops/rank/rank.h"

namespace slipway::ops {

// A number wherever the rank is known, which is nearly always.
Result<std::vector<ir::ValueId>> Rank::FromTf(const wire::TfNode&, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(1));
  const Shape& x = in.type(in.input(0)).shape;
  if (!x.has_rank()) return in.Add(Rank{}, {in.input(0)});
  return std::vector<ir::ValueId>{in.Constant(Tensor::Scalar<int32_t>(x.rank()), "rank")};
}

Status ToTf(const Rank&, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("Rank", {out.input(0)}, {{"T", out.in(0).dtype}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
