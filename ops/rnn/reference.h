#pragma once

#include "ops/recurrent_reference.h"
#include "ops/rnn/rnn.h"

namespace slipway::ops {

template <class T>
void Reference(const Rnn& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0);
  SequenceSizes n = op.one_step ? SequenceSizes{x.dim(0), 1, x.dim(1)} : SizesOfSequence(x.shape, op.time_major);
  RnnReference<T> r{.operands = kRnnOperands, .activation = op.activation};
  r.Run(a, 0, n, op.time_major || op.one_step, false, 0, a.Out(0).dim(-1), 0);
}

}  // namespace slipway::ops
