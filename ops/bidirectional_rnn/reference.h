#pragma once

#include "ops/bidirectional_rnn/bidirectional_rnn.h"
#include "ops/recurrent_reference.h"

namespace slipway::ops {

template <class T>
void Reference(const BidirectionalRnn& op, RefArgs<T>& a) {
  auto has = [&](int i) { return a.Has(i); };
  RnnReference<T> forward{.operands = PresentOperands(kForwardRnnOperands, has), .activation = op.activation};
  RnnReference<T> backward{.operands = PresentOperands(kBackwardRnnOperands, has), .activation = op.activation};
  SequenceSizes n = SizesOfSequence(a.in_shape(0), op.time_major);
  int64_t step = a.Out(0).dim(-1);
  forward.Run(a, 0, n, op.time_major, false, 0, step, 0);
  int second = a.Has(9) && !a.Has(10) ? 9 : 0;
  if (op.merge_outputs)
    backward.Run(a, second, n, op.time_major, true, 0, step, a.in_shape(1)[0]);
  else
    backward.Run(a, second, n, op.time_major, true, 1, a.Out(1).dim(-1), 0);
}

}  // namespace slipway::ops
