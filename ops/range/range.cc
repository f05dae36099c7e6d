#include "ops/range/range.h"

#include <cmath>
#include <limits>

namespace slipway::ops {

namespace {

constexpr int64_t kMaxLength = std::numeric_limits<int32_t>::max();

template <class T>
Status CheckDirection(T start, T limit, T delta) {
  bool finite = start - start == 0 && limit - limit == 0 && delta - delta == 0;
  if (!finite || delta == 0 || (delta > 0 ? start > limit : start < limit))
    return BadInput("delta ", delta, " does not lead from ", start, " to ", limit);  // range_c2
  return OkStatus();
}

Result<int64_t> ConstantLength(Inputs in) {
  if (IsInteger(in.dtype(0))) {
    auto start = in.Ints(0), limit = in.Ints(1), delta = in.Ints(2);
    if (!start || !limit || !delta) return kUnknownDim;
    return RangeLength((*start)[0], (*limit)[0], (*delta)[0]);
  }
  for (int i = 0; i < 3; ++i)
    if (!in.constant(i)) return kUnknownDim;
  auto at = [&](int i) { return in.constant(i)->AsDoubles()[0]; };
  return RangeLength(at(0), at(1), at(2), in.dtype(0));
}

}  // namespace

Result<int64_t> RangeLength(int64_t start, int64_t limit, int64_t delta) {
  if (delta == 0 || (delta > 0 ? start > limit : start < limit))
    return BadInput("delta ", delta, " does not lead from ", start, " to ", limit);  // range_c2
  uint64_t span = delta > 0 ? static_cast<uint64_t>(limit) - static_cast<uint64_t>(start)
                            : static_cast<uint64_t>(start) - static_cast<uint64_t>(limit);
  uint64_t step = delta > 0 ? static_cast<uint64_t>(delta) : 0 - static_cast<uint64_t>(delta);
  uint64_t n = span / step + (span % step != 0);
  if (n > static_cast<uint64_t>(kMaxLength)) return BadInput("it would have ", n, " elements");  // range_c3
  return static_cast<int64_t>(n);
}

Result<int64_t> RangeLength(double start, double limit, double delta, DType dtype) {
  RETURN_IF_ERROR(CheckDirection(start, limit, delta));
  double n =
      dtype == DType::kF64
          ? std::ceil(std::abs((limit - start) / delta))
          : std::ceil(std::abs((static_cast<float>(limit) - static_cast<float>(start)) / static_cast<float>(delta)));
  if (!(n <= static_cast<double>(kMaxLength))) return BadInput("it would have ", n, " elements");  // range_c3
  return static_cast<int64_t>(n);
}

Result<TensorTypes> Infer(const Range&, Inputs in) {
  RETURN_IF_ERROR(in.Count(3));
  for (int i = 0; i < 3; ++i) {
    const Shape& s = in.shape(i);
    if (!IsNumber(in.dtype(i)) || in.dtype(i) != in.dtype(0) || (s.IsStatic() && s.Elements() != 1))
      return BadInput("operand ", i, " is ", in[i], ", expected one ", in.dtype(0));  // range_c1
  }
  ASSIGN_OR_RETURN(int64_t n, ConstantLength(in));
  return TensorTypes{{in.dtype(0), Shape{n}}};  // range_c4
}

}  // namespace slipway::ops
