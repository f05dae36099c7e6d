#include <cmath>
#include <limits>

#include "interpreter/kernel.h"
#include "interpreter/refuse.h"
#include "ops/numeric_verify/numeric_verify.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  Shape shape;
  float scale;
  int32_t zero_point;
  float limit;  // of differences; infinite: they are not checked
};

template <class T>
float Real(const State& s, T code) {
  if constexpr (std::is_same_v<T, Half>)
    return static_cast<float>(code);
  else
    return s.scale * static_cast<float>(static_cast<int32_t>(code) - s.zero_point);
}

template <class T>
Code Eval(const State& s, EvalContext& c) {
  const T* x = c.In<T>(0);
  const float* reference = c.In<float>(1);
  float* y = c.Out<float>(0);
  for (int64_t i = 0, n = s.shape.Elements(); i < n; ++i) {
    y[i] = Real(s, x[i]) - reference[i];
    if (!(std::abs(y[i]) > s.limit)) continue;
    FixedText where;
    interpreter::AppendIndex(s.shape, i, &where);
    return c.Fail(Code::kBadValue, "the codes differ from the reference by ", static_cast<double>(std::abs(y[i])),
                  " at ", where.view(), ", more than ", static_cast<double>(s.limit));
  }
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const NumericVerify& op, interpreter::PrepareContext& c) {
  const TensorType& x = c.in(0);
  const bool codes = x.dtype != DType::kF16;
  if (codes && (x.quant.scale.size() != 1 || x.quant.zero_point.size() != 1))
    return Unsupported("NumericVerify of ", x, ": it needs one scale");  // numeric_verify_c1
  State s{x.shape, codes ? x.quant.scale[0] : 0, codes ? static_cast<int32_t>(x.quant.zero_point[0]) : 0,
          std::numeric_limits<float>::infinity()};
  if (op.log_if_failed && op.tolerance >= 0.1)
    s.limit = static_cast<float>(op.tolerance) * s.scale;  // numeric_verify_c2
  Kernel k;
  auto make = [&](auto tag) {
    k = interpreter::MakeKernel(s, [](const State& state, EvalContext& e) { return Eval<decltype(tag)>(state, e); });
  };
  switch (x.dtype) {
    case DType::kI8:
      make(int8_t{});
      return k;
    case DType::kU8:
      make(uint8_t{});
      return k;
    case DType::kI16:
      make(int16_t{});
      return k;
    case DType::kF16:
      make(Half{});
      return k;
    default:
      return interpreter::NoKernelFor("NumericVerify", c);
  }
}

}  // namespace slipway::ops
