#include <algorithm>

#include "interpreter/kernel.h"
#include "interpreter/math/fft.h"
#include "interpreter/open_shape.h"
#include "ops/rfft_2d/rfft_2d.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Fft;
using interpreter::Kernel;
using Complex = Fft::Complex;

namespace {

struct Plan {
  Fft rows, columns;  // lengths n1 and n0
  // Elements of scratch per thread: what goes in, what comes out, what a transform needs.
  int64_t elements() const {
    return 2 * std::max(rows.size(), columns.size()) + std::max(rows.scratch(), columns.scratch());
  }
};

struct State {
  std::shared_ptr<const Plan> plan;  // nullptr: fft_length is known when running
  TensorType lengths;
  Shape x;
  bool wide;
};

// Calls f(i, scratch) for i < n; each thread has scratch of its own.
template <class F>
void ForEach(ThreadPool& pool, int64_t n, Complex* scratch, int64_t elements, const F& f) {
  int64_t tasks = std::min<int64_t>(pool.num_threads(), n);
  pool.Run(static_cast<int>(tasks), [&](int task) {
    for (int64_t i = n * task / tasks; i < n * (task + 1) / tasks; ++i) f(i, scratch + task * elements);
  });
}

template <class T>
void Transform(const Plan& p, const Shape& shape, Complex* scratch, EvalContext& c) {
  const T* x = c.In<T>(0);
  auto* y = c.Out<std::complex<T>>(0);
  int64_t rows = shape[shape.rank() - 2], columns = shape.back(), images = shape.Elements(0, shape.rank() - 2);
  int64_t n0 = p.columns.size(), n1 = p.rows.size(), bins = n1 / 2 + 1, most = std::max(n0, n1);
  ForEach(c.pool(), images * n0, scratch, p.elements(), [&](int64_t i, Complex* own) {
    std::complex<T>* to = y + i * bins;
    if (i % n0 >= rows) {
      std::fill(to, to + bins, std::complex<T>());
      return;
    }
    const T* from = x + (i / n0 * rows + i % n0) * columns;
    for (int64_t j = 0; j < n1; ++j) own[j] = j < columns ? static_cast<double>(from[j]) : 0.0;
    p.rows.Run(own, own + most, false, own + 2 * most);
    std::copy_n(own + most, bins, to);
  });
  if (n0 == 1) return;
  ForEach(c.pool(), images * bins, scratch, p.elements(), [&](int64_t i, Complex* own) {
    std::complex<T>* first = y + i / bins * n0 * bins + i % bins;
    for (int64_t k = 0; k < n0; ++k) own[k] = first[k * bins];
    p.columns.Run(own, own + most, false, own + 2 * most);
    for (int64_t k = 0; k < n0; ++k) first[k * bins] = std::complex<T>(own[most + k]);
  });
}

Code Eval(const State& s, EvalContext& c) {
  std::shared_ptr<const Plan> plan = s.plan;
  std::vector<Complex> own;
  Complex* scratch = reinterpret_cast<Complex*>(c.scratch());
  if (!plan) {
    std::vector<int64_t> lengths = interpreter::IntsOfOperand(s.lengths, 1, c);
    Result<Shape> y = RfftShape(s.x, lengths);
    if (!y.ok()) return c.Fail(Code::kBadShape, y.status().message());
    if (Code code = c.Resize(0, *y); code != Code::kOk) return code;
    if (y->Elements() == 0) return Code::kOk;
    plan = std::make_shared<Plan>(Plan{Fft(lengths[1]), Fft(lengths[0])});
    own.resize(static_cast<size_t>(plan->elements() * c.pool().num_threads()));
    scratch = own.data();
  }
  if (s.wide)
    Transform<double>(*plan, s.x, scratch, c);
  else
    Transform<float>(*plan, s.x, scratch, c);
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const Rfft2D&, interpreter::PrepareContext& c) {
  State s{nullptr, c.in(1), c.in_shape(0), c.in(0).dtype == DType::kF64};
  // Tables of any length would be made for no element.
  if (c.out_shape(0).IsStatic() && c.out_shape(0).Elements() == 0)
    return interpreter::MakeKernel(s, [](const State&, EvalContext&) { return Code::kOk; });
  if (const Tensor* lengths = c.constant(1)) {
    std::vector<int64_t> n = lengths->AsInts();
    s.plan = std::make_shared<Plan>(Plan{Fft(n[1]), Fft(n[0])});
  }
  Kernel k = interpreter::MakeKernel(s, [](const State& state, EvalContext& e) { return Eval(state, e); });
  if (s.plan) k.scratch_bytes = sizeof(Complex) * static_cast<size_t>(s.plan->elements() * c.num_threads());
  return k;
}

}  // namespace slipway::ops
