#include "ops/pool_3d/pool_3d.h"

#include "ops/convolution.h"
#include "ops/convolution_3d.h"

namespace slipway::ops {

std::span<const char* const> EnumNames(Pool3DKind) {
  static constexpr const char* names[] = {"Max", "Average"};
  return names;
}

namespace {

Status CheckPerAxis(const std::vector<int64_t>& v, const char* what) {
  if (v.size() != 5) return BadInput(what, " has ", v.size(), " elements, expected 5");
  for (int64_t n : v) RETURN_IF_ERROR(CheckPositive(n, what));
  if (v[0] != 1 || v[4] != 1) return BadInput(what, " is over batch or channels, expected depth, height and width");
  return OkStatus();
}

}  // namespace

Result<TensorTypes> Infer(const Pool3D& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  const Shape& x = in.shape(0);
  RETURN_IF_ERROR(CheckRank5(x, "x"));                   // pool_3d_c1
  RETURN_IF_ERROR(CheckPerAxis(op.ksize, "ksize"));      // pool_3d_c2
  RETURN_IF_ERROR(CheckPerAxis(op.strides, "strides"));  // pool_3d_c2
  if (op.data_format != "NDHWC") return Unsupported("data_format is '", op.data_format, "', expected NDHWC");
  DType t = in.dtype(0);
  if (t != DType::kF32 && t != DType::kI8 && t != DType::kU8 && t != DType::kI16)
    return BadInput("x is ", t, ", expected f32, i8, u8 or i16");  // pool_3d_c3
  if (!x.has_rank()) return TensorTypes{{t, Shape{-1, -1, -1, -1, -1}, in[0].quant}};
  std::array<Window, 3> windows = WindowsOf(op, x);
  RETURN_IF_ERROR(CheckWindows3D(windows));
  ASSIGN_OR_RETURN(auto out, OutputSize3D(windows));  // pool_3d_c4
  ASSIGN_OR_RETURN(Shape y, CheckedShape({x[0], out[0], out[1], out[2], x[4]}));
  return TensorTypes{{t, y, in[0].quant}};  // pool_3d_c5
}

}  // namespace slipway::ops
