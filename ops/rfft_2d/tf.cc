#include "ir/wire/tf.h"
#include "ops/concat/concat.h"
#include "ops/expand_dims/expand_dims.h"
#include "ops/rfft_2d/rfft_2d.h"
#include "ops/squeeze/squeeze.h"

namespace slipway::ops {

// RFFT(x, [n]) is the transform of one row: RFFT2D(x[..., newaxis, :], [1, n])[..., 0, :].
Result<std::vector<ir::ValueId>> Rfft2D::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(2));
  if (node.op == "RFFT2D") return in.Add(Rfft2D{}, {in.input(0), in.input(1)});
  ir::ValueId axis = in.Constant(Tensor::Scalar<int32_t>(-2), "axis"), lengths;
  if (const Tensor* n = in.ConstantOf(in.input(1)); n && n->elements() == 1) {
    lengths = in.Constant(Tensor::Vector(std::vector<int64_t>{1, n->AsInts()[0]}), "fft_length");
  } else {
    ir::ValueId one = in.Constant(Tensor::Vector(std::vector<int64_t>{1}), "one");
    ASSIGN_OR_RETURN(auto both, in.Add(Concat{.axis = 0}, {one, in.input(1)}, "fft_length"));
    lengths = both[0];
  }
  ASSIGN_OR_RETURN(auto row, in.Add(ExpandDims{}, {in.input(0), axis}, "row"));
  ASSIGN_OR_RETURN(auto y, in.Add(Rfft2D{}, {row[0], lengths}));
  return in.Add(Squeeze{.axes = {-2}}, {y[0]}, "squeeze");
}

Status ToTf(const Rfft2D&, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("RFFT2D", {out.input(0), out.input(1)},
                            {{"Treal", out.in(0).dtype}, {"Tcomplex", out.out(0).dtype}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
