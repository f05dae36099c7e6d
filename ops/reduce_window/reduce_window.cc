#include "ops/reduce_window/reduce_window.h"

#include <algorithm>

namespace slipway::ops {

namespace {

// `list` or, where it is empty, `n` times `fallback`; refuses another count and entries below `least`.
Result<std::vector<int64_t>> Entries(std::vector<int64_t> list, size_t n, int64_t fallback, int64_t least,
                                     const char* name) {
  if (list.empty()) list.assign(n, fallback);
  if (list.size() != n) return BadInput(name, " has ", list.size(), " entries, expected ", n);
  for (int64_t v : list)
    if (v < least || v > INT32_MAX) return BadInput(name, " holds ", v, ", expected at least ", least);
  return list;
}

}  // namespace

std::span<const char* const> EnumNames(WindowFunction) {
  static constexpr const char* names[] = {"add", "mul", "minimum", "maximum", "all", "any"};
  return names;
}

Result<std::vector<SweptAxis>> SweepOf(const ReduceWindow& op, const Shape& x,
                                       std::span<const std::vector<int64_t>> operands) {
  size_t rank = static_cast<size_t>(x.rank());
  bool fields = operands.empty();
  ASSIGN_OR_RETURN(auto window, Entries(fields ? op.window : operands[0], rank, 1, 1, "the window"));
  ASSIGN_OR_RETURN(auto strides, Entries(fields ? op.strides : operands[1], rank, 1, 1, "strides"));
  ASSIGN_OR_RETURN(auto dilations, Entries(fields ? op.dilations : operands[2], rank, 1, 1, "dilations"));
  ASSIGN_OR_RETURN(auto base, Entries(op.base_dilations, rank, 1, 1, "base_dilations"));
  ASSIGN_OR_RETURN(auto padding, Entries(op.padding, 2 * rank, 0, 0, "padding"));
  std::vector<SweptAxis> axes;
  for (size_t i = 0; i < rank; ++i) {
    SweptAxis a{x[static_cast<int>(i)], window[i],         strides[i], dilations[i], base[i],
                padding[2 * i],         padding[2 * i + 1]};
    if (a.n > INT32_MAX) return BadInput("dimension ", i, " of x is ", a.n, ", expected less than 2^31");
    int64_t inside = std::max<int64_t>(a.n - 1, 0) * a.base + (a.n > 0) + a.before + a.after;
    int64_t span = (a.window - 1) * a.dilation + 1;
    a.out = a.n < 0 ? kUnknownDim : inside < span ? 0 : (inside - span) / a.stride + 1;
    axes.push_back(a);
  }
  return axes;
}

Result<TensorTypes> Infer(const ReduceWindow& op, Inputs in) {
  bool fields = !op.window.empty();
  RETURN_IF_ERROR(in.Count(fields ? 2 : 5));
  DType t = in.dtype(0);
  if ((!IsNumber(t) && t != DType::kBool) || t == DType::kI4)
    return BadInput("x is ", t, ", expected numbers or bool");                   // reduce_window_c1
  if (in.dtype(1) != t) return BadInput("init is ", in.dtype(1), ", x is ", t);  // reduce_window_c1
  if (in.shape(1).IsStatic() && in.shape(1).Elements() != 1)
    return BadInput("init has shape ", in.shape(1), ", expected one element");  // reduce_window_c1
  std::vector<std::vector<int64_t>> operands;
  bool known = true;
  for (int i = 2; i < in.size(); ++i) {
    RETURN_IF_ERROR(CheckIntegers(in, i, "a list of the window", 1));  // reduce_window_c2
    if (auto values = in.Ints(i))
      operands.push_back(*values);
    else
      known = false;
  }
  Shape y = in.shape(0);
  if (!y.has_rank()) return TensorTypes{{t, y}};
  if (known) {
    ASSIGN_OR_RETURN(auto axes, SweepOf(op, in.shape(0), operands));  // reduce_window_c2
    for (int i = 0; i < y.rank(); ++i) y[i] = axes[static_cast<size_t>(i)].out;
  } else {
    ASSIGN_OR_RETURN(y, UnknownDims(y.rank()));
  }
  ASSIGN_OR_RETURN(y, Shape::FromDims(y.dims()));
  return TensorTypes{{t, y}};  // reduce_window_c3
}

}  // namespace slipway::ops
