// BiasAdd: x + b, b along the last axis, or along axis 1 for NCHW.
#include "ir/wire/lower/lower.h"
#include "ops/binary/binary.h"
#include "ops/reshape/reshape.h"

namespace slipway::wire {

Result<std::vector<ir::ValueId>> LowerBiasAdd(const TfNode& node, TfImporter& in) {
  if (in.num_inputs() != 2) return BadInput("has ", in.num_inputs(), " inputs, expected 2");
  ASSIGN_OR_RETURN(std::string format, node.String("data_format", "NHWC"));
  ir::ValueId bias = in.input(1);
  if (format == "NCHW") {
    const Shape& x = in.type(in.input(0)).shape;
    if (!x.has_rank()) return Unsupported("NCHW with x of unknown rank");
    std::vector<int64_t> shape(static_cast<size_t>(x.rank() > 1 ? x.rank() - 1 : 1), 1);
    shape[0] = -1;
    ir::ValueId to = in.Constant(Tensor::Vector(shape), "bias/shape");
    ASSIGN_OR_RETURN(std::vector<ir::ValueId> reshaped, in.Add(ops::Reshape{}, {bias, to}, "bias"));
    bias = reshaped[0];
  }
  return in.Add(ops::Binary{.kind = ops::BinaryKind::kAdd}, {in.input(0), bias});
}

}  // namespace slipway::wire
