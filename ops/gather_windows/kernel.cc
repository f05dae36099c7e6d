#include <algorithm>

#include "interpreter/kernel.h"
#include "interpreter/movement/strided_copy.h"
#include "ops/gather_windows/gather_windows.h"
#include "ops/window_indices.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;
using interpreter::StridedCopy;
using interpreter::Strides;

namespace {

struct Start {
  int64_t most, stride;  // of the position along its axis; bytes
};

struct State {
  IndexVectors vectors;
  std::vector<Start> starts;          // per entry of a vector
  std::vector<int64_t> batch_stride;  // bytes of y
  StridedCopy box;
  bool wide;
};

Code Eval(const State& s, EvalContext& c) {
  const char* x = c.In<char>(0);
  char* y = c.Out<char>(0);
  int64_t count = 1;
  for (int64_t n : s.vectors.batch) count *= n;
  std::vector<int64_t> at(s.vectors.batch.size(), 0);
  for (; count > 0; --count) {
    int64_t first = s.vectors.First(at), from = 0, to = 0;
    for (size_t k = 0; k < s.starts.size(); ++k) {
      int64_t i = first + static_cast<int64_t>(k) * s.vectors.stride;
      int64_t start = s.wide ? c.In<int64_t>(1)[i] : c.In<int32_t>(1)[i];
      from += std::clamp<int64_t>(start, 0, s.starts[k].most) * s.starts[k].stride;
    }
    for (size_t i = 0; i < at.size(); ++i) to += at[i] * s.batch_stride[i];
    interpreter::RunCopy(s.box, x + from, y + to, c.pool());
    for (size_t i = at.size(); i-- > 0 && ++at[i] == s.vectors.batch[i];) at[i] = 0;
  }
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const GatherWindows& op, interpreter::PrepareContext& c) {
  const Shape &x = c.in_shape(0), &y = c.out_shape(0);
  DType index = c.in(1).dtype;
  int element = interpreter::MovableBytes(c.in(0).dtype);
  if (element <= 0 || (index != DType::kI32 && index != DType::kI64))
    return interpreter::NoKernelFor("GatherWindows", c);
  State s{.vectors = VectorsOf(c.in_shape(1), op.index_vector_dim),
          .starts = {},
          .batch_stride = {},
          .box = {},
          .wide = index == DType::kI64};
  Strides from(x), to(y);
  for (int64_t axis : op.start_index_map) {
    int i = static_cast<int>(axis);
    s.starts.push_back({x[i] - op.slice_sizes[static_cast<size_t>(i)], from[i] * element});
  }
  for (int64_t axis : OtherAxes(op.offset_dims, y.rank()))
    s.batch_stride.push_back(to[static_cast<int>(axis)] * element);
  s.box.element = element;
  std::vector<int64_t> kept = OtherAxes(op.collapsed_slice_dims, x.rank());
  for (size_t i = 0; i < kept.size(); ++i) {
    int axis = static_cast<int>(kept[i]);
    s.box.Add(op.slice_sizes[static_cast<size_t>(axis)], from[axis], to[static_cast<int>(op.offset_dims[i])]);
  }
  s.box = interpreter::Simplify(s.box);
  return interpreter::MakeKernel(std::move(s), [](const State& state, EvalContext& e) { return Eval(state, e); });
}

}  // namespace slipway::ops
