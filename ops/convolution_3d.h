#pragma once
// What Conv3D and Conv3DTranspose share: sizes of a 3-D window over NDHWC tensors, told from the forward convolution
// (`in` is what it reads). Axes are depth, height, width.

#include <array>

#include "ops/attributes.h"
#include "ops/infer.h"
#include "ops/places_inside.h"

namespace slipway::ops {

struct Conv3DGeometry {
  int64_t batch = 0, in_c = 0, out_c = 0;
  std::array<int64_t, 3> in{}, out{}, filter{}, stride{}, dilation{}, pad{};
  int64_t OutPixels() const { return batch * out[0] * out[1] * out[2]; }
  int64_t FilterPixels() const { return filter[0] * filter[1] * filter[2]; }
};

template <class Op>
std::array<Window, 3> WindowsOf(const Op& op, const Shape& in, const Shape& filter) {
  auto size = [](const Shape& s, int i) { return s.has_rank() ? s[i] : int64_t{-1}; };
  return {Window{size(in, 1), size(filter, 0), op.stride_d, op.dilation_d, op.padding},
          Window{size(in, 2), size(filter, 1), op.stride_h, op.dilation_h, op.padding},
          Window{size(in, 3), size(filter, 2), op.stride_w, op.dilation_w, op.padding}};
}

// Of a forward convolution from `in` to `out` (static NDHWC shapes).
Conv3DGeometry MakeGeometry3D(const std::array<Window, 3>&, const Shape& in, const Shape& out);

Status CheckRank5(const Shape&, const char* what);
// Strides, dilations and known filter sizes: positive and below 2^31.
Status CheckWindows3D(const std::array<Window, 3>&);
// Depth, height and width of the result; refuses windows that do not fit (Window::Fits).
Result<std::array<int64_t, 3>> OutputSize3D(const std::array<Window, 3>&);

// Calls f(filter pixel, input pixel within the image) for the elements of the window of output pixel (d, h, w) that
// lie inside the input.
template <class F>
void ForWindow3D(const Conv3DGeometry& g, int64_t d, int64_t h, int64_t w, F&& f) {
  const int64_t at[] = {d * g.stride[0] - g.pad[0], h * g.stride[1] - g.pad[1], w * g.stride[2] - g.pad[2]};
  auto places = [&](size_t axis) { return PlacesInside(at[axis], g.dilation[axis], g.filter[axis], g.in[axis]); };
  const PlacesInside depths = places(0), rows = places(1), columns = places(2);
  for (int64_t kd = depths.first; kd < depths.end; ++kd)
    for (int64_t kh = rows.first; kh < rows.end; ++kh)
      for (int64_t kw = columns.first; kw < columns.end; ++kw) {
        const int64_t id = at[0] + kd * g.dilation[0], ih = at[1] + kh * g.dilation[1], iw = at[2] + kw * g.dilation[2];
        f((kd * g.filter[1] + kh) * g.filter[2] + kw, (id * g.in[1] + ih) * g.in[2] + iw);
      }
}

}  // namespace slipway::ops
