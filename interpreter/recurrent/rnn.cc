#include "interpreter/recurrent/rnn.h"

#include <algorithm>

#include "interpreter/recurrent/cell_f32.h"

namespace slipway::interpreter {

Result<Rnn> Rnn::Make(const RnnSpec& spec, const PrepareContext& c) {
  Rnn r;
  r.s_ = spec;
  auto make = [&](int operand, int64_t depth) {
    int one[] = {operand};
    return GateProducts::Make(c, one, spec.units, depth, spec.asymmetric);
  };
  ASSIGN_OR_RETURN(r.input_, make(spec.weights, spec.input));
  ASSIGN_OR_RETURN(r.recurrent_, make(spec.recurrent, spec.units));
  if (spec.aux_weights != kNoOperand) {
    ASSIGN_OR_RETURN(r.aux_, make(spec.aux_weights, spec.aux_depth));
  }
  const GateProducts* products[] = {&r.input_, &r.aux_, &r.recurrent_};
  size_t at = 0, rows = 0;
  for (int i = 0; i < 3; ++i) {
    r.packed_[i] = at;
    at += AlignedBytes(products[i]->packed_bytes());
    rows = std::max(rows, products[i]->scratch_bytes());
  }
  r.rows_ = at;
  r.scratch_bytes_ = at + rows;
  return r;
}

// The sums with x of all steps go where the results will be; each step then adds its part.
void Rnn::Run(EvalContext& c, std::byte* scratch, ThreadPool* pool) const {
  input_.Bind(c, scratch + packed_[0]);
  aux_.Bind(c, scratch + packed_[1]);
  recurrent_.Bind(c, scratch + packed_[2]);
  std::byte* rows = scratch + rows_;
  float* y = c.Out<float>(s_.result) + s_.result_offset;
  float* h = const_cast<float*>(c.In<float>(s_.state));
  const int64_t all = s_.batch * s_.time;
  input_.Run({c.In<float>(s_.x), s_.input, y, s_.result_step, all, c.In<float>(s_.bias)}, scratch + packed_[0], rows,
             pool);
  if (aux_.columns())
    aux_.Run({c.In<float>(s_.aux), s_.aux_depth, y, s_.result_step, all, nullptr, true}, scratch + packed_[1], rows,
             pool);
  const int64_t step = s_.time_major ? s_.result_step : s_.time * s_.result_step;
  for (int64_t i = 0; i < s_.time; ++i) {
    int64_t t = s_.backwards ? s_.time - 1 - i : i;
    float* now = y + (s_.time_major ? t * s_.batch : t) * s_.result_step;
    recurrent_.Run({h, s_.units, now, step, s_.batch, nullptr, true}, scratch + packed_[2], rows, pool);
    for (int64_t b = 0; b < s_.batch; ++b) {
      BestCellLoopsF32().activate(s_.activation, now + b * step, s_.units);
      std::copy_n(now + b * step, s_.units, h + b * s_.units);
    }
  }
}

}  // namespace slipway::interpreter
