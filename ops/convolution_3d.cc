#include "ops/convolution_3d.h"

namespace slipway::ops {

Conv3DGeometry MakeGeometry3D(const std::array<Window, 3>& windows, const Shape& in, const Shape& out) {
  Conv3DGeometry g{.batch = in[0], .in_c = in[4], .out_c = out[4]};
  for (size_t i = 0; i < 3; ++i) {
    g.in[i] = in[static_cast<int>(i) + 1];
    g.out[i] = out[static_cast<int>(i) + 1];
    g.filter[i] = windows[i].filter;
    g.stride[i] = windows[i].stride;
    g.dilation[i] = windows[i].dilation;
    g.pad[i] = windows[i].PadBefore();
  }
  return g;
}

Status CheckRank5(const Shape& s, const char* what) {
  if (s.has_rank() && s.rank() != 5) return BadInput(what, " has shape ", s, ", expected rank 5");
  return OkStatus();
}

Status CheckWindows3D(const std::array<Window, 3>& windows) {
  for (const Window& w : windows) {
    RETURN_IF_ERROR(CheckPositive(w.stride, "a stride"));
    RETURN_IF_ERROR(CheckPositive(w.dilation, "a dilation"));
    if (w.filter != -1) RETURN_IF_ERROR(CheckPositive(w.filter, "a filter's size"));
    if (w.in > INT32_MAX) return BadInput("a size of the input is ", w.in, ", expected less than 2^31");
  }
  return OkStatus();
}

Result<std::array<int64_t, 3>> OutputSize3D(const std::array<Window, 3>& windows) {
  std::array<int64_t, 3> out;
  for (size_t i = 0; i < 3; ++i) {
    const Window& w = windows[i];
    if (!w.Fits())
      return BadInput("a window of ", w.EffectiveFilter(), " elements is larger than the input of ", w.in,
                      " and padding is VALID");
    out[i] = w.Output();
  }
  return out;
}

}  // namespace slipway::ops
