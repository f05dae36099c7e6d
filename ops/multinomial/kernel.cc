#include "interpreter/kernel.h"
#include "interpreter/open_shape.h"
#include "interpreter/random_stream.h"
#include "ops/multinomial/draw.h"
#include "ops/multinomial/multinomial.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  interpreter::SeededStream stream;
  int64_t batch, classes, samples;  // samples: -1 where open
  TensorType num_samples;
  bool wide;
};

template <class Y>
void Draw(const State& s, const interpreter::SeededStream::Place& at, int64_t samples, EvalContext& c) {
  const float* logits = c.In<float>(0);
  Y* y = c.Out<Y>(0);
  c.pool().ForRange(s.batch, 1, [&](int64_t begin, int64_t end) {
    std::vector<double> sums(static_cast<size_t>(s.classes));
    for (int64_t b = begin; b < end; ++b) {
      CumulateClasses(logits + b * s.classes, &sums);
      for (int64_t i = b * samples; i < (b + 1) * samples; ++i)
        y[i] = static_cast<Y>(DrawClass(sums, SeededDouble(at.seeds, at.block, static_cast<uint64_t>(i))));
    }
  });
}

Code Eval(const State& s, EvalContext& c) {
  int64_t samples = s.samples;
  if (samples < 0) {
    samples = interpreter::IntsOfOperand(s.num_samples, 1, c)[0];
    if (samples < 0) return c.Fail(Code::kBadValue, "num_samples is ", samples, ", which is negative");
    int64_t dims[] = {s.batch, samples};
    Result<Shape> y = Shape::FromDims(dims);
    if (!y.ok()) return c.Fail(Code::kBadShape, y.status().message());
    if (Code code = c.Resize(0, *y); code != Code::kOk) return code;
  }
  if (s.batch * samples == 0) return Code::kOk;
  if (s.classes == 0) return c.Fail(Code::kBadValue, "there is no class to draw");
  interpreter::SeededStream::Place at = s.stream.Take(c, MultinomialBlocks(s.batch, samples));
  if (s.wide)
    Draw<int64_t>(s, at, samples, c);
  else
    Draw<int32_t>(s, at, samples, c);
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const Multinomial& op, interpreter::PrepareContext& c) {
  if (c.in(0).dtype != DType::kF32) return interpreter::NoKernelFor("Multinomial", c);
  State s{{op.seed, op.seed2, op.variable}, c.in_shape(0)[0], c.in_shape(0)[1], c.out_shape(0)[1], c.in(1),
          op.out_type == DType::kI64};
  return interpreter::MakeKernel(std::move(s), [](const State& state, EvalContext& e) { return Eval(state, e); });
}

}  // namespace slipway::ops
