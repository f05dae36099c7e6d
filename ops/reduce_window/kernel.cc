#include <algorithm>

#include "interpreter/kernel.h"
#include "interpreter/movement/strided_copy.h"
#include "interpreter/open_shape.h"
#include "ops/reduce_window/combine.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct Sweep {
  std::vector<SweptAxis> axes;  // at least one
  Shape x, y, window;
};

struct State {
  ReduceWindow op;
  TensorType x, lists[3];
  bool open;
  Sweep sweep;
  void (*run)(const State&, const Sweep&, EvalContext&);
};

Sweep MakeSweep(std::vector<SweptAxis> axes, const Shape& x) {
  Sweep s{std::move(axes), x, x, x};
  for (size_t i = 0; i < s.axes.size(); ++i) {
    s.y[static_cast<int>(i)] = s.axes[i].out;
    s.window[static_cast<int>(i)] = s.axes[i].window;
  }
  if (s.axes.empty()) {
    s.axes = {SweptAxis{.n = 1, .out = 1}};
    s.x = s.y = s.window = Shape{1};
  }
  return s;
}

void Advance(int64_t* index, const Shape& shape) {
  for (int i = shape.rank() - 1; i >= 0 && ++index[i] == shape[i]; --i) index[i] = 0;
}

// One row of y along the last axis: the window's elements pass over the whole row, one after another.
template <class T, class F>
void SweepRow(const Sweep& s, const T* x, T init, const int64_t* o, T* y, const F& f) {
  const SweptAxis& last = s.axes.back();
  int outer = s.y.rank() - 1;
  std::fill(y, y + last.out, init);
  int64_t w[kMaxRank] = {};
  for (int64_t k = s.window.Elements(); k > 0; --k, Advance(w, s.window)) {
    int64_t row = 0;
    for (int i = 0; i < outer && row >= 0; ++i) {
      int64_t at = s.axes[static_cast<size_t>(i)].At(o[i], w[i]);
      row = at < 0 ? -1 : row * s.x[i] + at;
    }
    const T* from = x + std::max<int64_t>(row, 0) * last.n;
    for (int64_t j = 0; j < last.out; ++j) {
      int64_t at = row < 0 ? -1 : last.At(j, w[outer]);
      y[j] = FromNumber<T>(f(ToNumber(y[j]), ToNumber(at < 0 ? init : from[at])));
    }
  }
}

template <class T>
void RunSweep(const State& state, const Sweep& s, EvalContext& c) {
  const T* x = c.In<T>(0);
  T init = *c.In<T>(1);
  T* y = c.Out<T>(0);
  int64_t row = s.axes.back().out, rows = row ? s.y.Elements() / row : 0;
  VisitWindowFunction<NumberOf<T>>(state.op.function, [&](auto f) {
    c.pool().ForRange(rows, 1 + 4096 / (row * s.window.Elements() + 1), [&](int64_t begin, int64_t end) {
      for (int64_t r = begin; r < end; ++r) {
        int64_t o[kMaxRank] = {}, rest = r;
        for (int i = s.y.rank() - 2; i >= 0; rest /= s.y[i--]) o[i] = rest % s.y[i];
        SweepRow(s, x, init, o, y + r * row, f);
      }
    });
  });
}

Code Eval(const State& s, EvalContext& c) {
  if (!s.open) {
    s.run(s, s.sweep, c);
    return Code::kOk;
  }
  std::vector<std::vector<int64_t>> lists;
  for (int i = 0; i < 3; ++i) lists.push_back(interpreter::IntsOfOperand(s.lists[i], i + 2, c));
  Result<std::vector<SweptAxis>> axes = SweepOf(s.op, s.x.shape, lists);
  if (!axes.ok()) return c.Fail(Code::kBadValue, axes.status().message());
  Sweep sweep = MakeSweep(*std::move(axes), s.x.shape);
  if (Code code = c.Resize(0, s.x.shape.rank() ? sweep.y : Shape{}); code != Code::kOk) return code;
  s.run(s, sweep, c);
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const ReduceWindow& op, interpreter::PrepareContext& c) {
  State s{.op = op, .x = c.in(0), .lists = {}, .open = false, .sweep = {}, .run = nullptr};
  std::vector<std::vector<int64_t>> lists;
  for (int i = 2; i < c.num_inputs(); ++i) {
    s.lists[i - 2] = c.in(i);
    if (const Tensor* list = c.constant(i))
      lists.push_back(list->AsInts());
    else
      s.open = true;
  }
  VisitFixedDType(c.in(0).dtype, [&](auto tag) { s.run = RunSweep<decltype(tag)>; });
  if (!s.run) return interpreter::NoKernelFor("ReduceWindow", c);
  if (!s.open) {
    ASSIGN_OR_RETURN(auto axes, SweepOf(op, c.in_shape(0), lists));
    s.sweep = MakeSweep(std::move(axes), c.in_shape(0));
  }
  return interpreter::MakeKernel(std::move(s), [](const State& state, EvalContext& e) { return Eval(state, e); });
}

}  // namespace slipway::ops
