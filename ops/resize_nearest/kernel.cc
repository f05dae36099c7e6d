#include <cstring>
#include <vector>

#include "interpreter/kernel.h"
#include "interpreter/movement/strided_copy.h"
#include "ops/resize_nearest/resize_nearest.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  ResizeNearest op;
  Shape x;
  size_t pixel;  // bytes
  DType size_type;
  std::vector<int64_t> rows, columns;  // which pixel of x; empty: the size is known when running
};

std::vector<int64_t> Pixels(const ResizeNearest& op, int64_t in, int64_t out) {
  std::vector<int64_t> pixels(static_cast<size_t>(out));
  for (int64_t i = 0; i < out; ++i) pixels[static_cast<size_t>(i)] = NearestPixel(op, i, in, out);
  return pixels;
}

void CopyRow(const char* from, char* to, const std::vector<int64_t>& columns, size_t pixel) {
  if (pixel == 4)
    for (size_t i = 0; i < columns.size(); ++i) std::memcpy(to + 4 * i, from + 4 * columns[i], 4);
  else
    for (size_t i = 0; i < columns.size(); ++i)
      std::memcpy(to + pixel * i, from + pixel * static_cast<size_t>(columns[i]), pixel);
}

Code Run(const State& s, EvalContext& c) {
  size_t width = s.columns.size() * s.pixel;
  int64_t height = static_cast<int64_t>(s.rows.size());
  size_t from_row = static_cast<size_t>(s.x[2]) * s.pixel;
  const char* x = c.In<char>(0);
  char* y = c.Out<char>(0);
  if (s.pixel == 0) return Code::kOk;
  c.pool().ForRange(s.x[0] * height, 65536 / static_cast<int64_t>(width + 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; ++k) {
      int64_t image = k / height, row = k % height, source = s.rows[static_cast<size_t>(row)];
      char* to = y + static_cast<size_t>(k) * width;
      if (k > begin && row > 0 && s.rows[static_cast<size_t>(row - 1)] == source)
        std::memcpy(to, to - width, width);
      else
        CopyRow(x + static_cast<size_t>(image * s.x[1] + source) * from_row, to, s.columns, s.pixel);
    }
  });
  return Code::kOk;
}

Code RunOpen(State s, EvalContext& c) {
  auto at = [&](int i) { return s.size_type == DType::kI64 ? c.In<int64_t>(1)[i] : c.In<int32_t>(1)[i]; };
  int64_t height = at(0), width = at(1);
  Result<Shape> y = Shape::FromDims(std::vector<int64_t>{s.x[0], height, width, s.x[3]});
  if (height < 1 || width < 1)
    return c.Fail(Code::kBadValue, "size [", height, ",", width, "] is not positive");  // resize_nearest_c2
  if (!y.ok()) return c.Fail(Code::kBadShape, "size [", height, ",", width, "]: ", y.status().message());
  if (Code code = c.Resize(0, *y); code != Code::kOk || y->Elements() == 0) return code;
  s.rows = Pixels(s.op, s.x[1], height);
  s.columns = Pixels(s.op, s.x[2], width);
  return Run(s, c);
}

}  // namespace

Result<Kernel> Prepare(const ResizeNearest& op, interpreter::PrepareContext& c) {
  const Shape& x = c.in_shape(0);
  DType size_type = c.in(1).dtype;
  if (interpreter::MovableBytes(c.in(0).dtype) <= 0 || (size_type != DType::kI32 && size_type != DType::kI64))
    return interpreter::NoKernelFor("ResizeNearest", c);
  State s{.op = op,
          .x = x,
          .pixel = static_cast<size_t>(x[3]) * static_cast<size_t>(DTypeSize(c.in(0).dtype)),
          .size_type = size_type};
  if (!c.constant(1))
    return interpreter::MakeKernel(std::move(s),
                                   [](const State& state, EvalContext& ctx) { return RunOpen(state, ctx); });
  if (c.out_shape(0).Elements() > 0) {
    s.rows = Pixels(op, x[1], c.out_shape(0)[1]);
    s.columns = Pixels(op, x[2], c.out_shape(0)[2]);
  }
  return interpreter::MakeKernel(std::move(s), [](const State& state, EvalContext& ctx) { return Run(state, ctx); });
}

}  // namespace slipway::ops
