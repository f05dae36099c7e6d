#include "ops/gather/gather.h"

namespace slipway::ops {

Result<GatherAxes> NormalizeGather(const Gather& op, int params_rank, int indices_rank) {
  GatherAxes axes;
  ASSIGN_OR_RETURN(axes.axis, NormalizeAxis(op.axis, params_rank));  // gather_c2
  axes.batch_dims = op.batch_dims < 0 ? op.batch_dims + indices_rank : op.batch_dims;
  if (axes.batch_dims < 0 || axes.batch_dims > indices_rank || axes.batch_dims > axes.axis)
    return BadInput("batch_dims ", op.batch_dims, " does not fit axis ", op.axis, " and indices of rank ",
                    indices_rank);  // gather_c2
  return axes;
}

Result<TensorTypes> Infer(const Gather& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  if (!IsInteger(in.dtype(1))) return BadInput("indices are ", in.dtype(1), ", expected integers");  // gather_c1
  const Shape &p = in.shape(0), &i = in.shape(1);
  TensorType y(in.dtype(0), Shape::UnknownRank(), MovedQuant(in[0]));
  if (!p.has_rank() || !i.has_rank()) return TensorTypes{y};
  ASSIGN_OR_RETURN(GatherAxes axes, NormalizeGather(op, p.rank(), i.rank()));
  std::vector<int64_t> dims;
  for (int k = 0; k < axes.axis; ++k) {
    bool batch = k < axes.batch_dims;
    if (batch && p[k] >= 0 && i[k] >= 0 && p[k] != i[k])
      return BadInput("dimension ", k, " of params is ", p[k], ", of indices ", i[k]);  // gather_c3
    dims.push_back(batch && p[k] < 0 ? i[k] : p[k]);
  }
  dims.insert(dims.end(), i.begin() + axes.batch_dims, i.end());
  dims.insert(dims.end(), p.begin() + axes.axis + 1, p.end());
  ASSIGN_OR_RETURN(y.shape, Shape::FromDims(dims));
  return TensorTypes{y};  // gather_c5
}

}  // namespace slipway::ops
