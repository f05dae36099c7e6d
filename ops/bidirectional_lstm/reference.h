#pragma once

#include "ops/bidirectional_lstm/bidirectional_lstm.h"
#include "ops/recurrent_reference.h"

namespace slipway::ops {

template <class T>
void Reference(const BidirectionalLstm& op, RefArgs<T>& a) {
  auto layer = [&](const LstmOperands& o) {
    return LstmReference<T>{.operands = PresentOperands(o, [&](int i) { return a.Has(i); }),
                            .activation = op.activation,
                            .cell_clip = op.cell_clip,
                            .proj_clip = op.proj_clip};
  };
  SequenceSizes n = SizesOfSequence(a.in_shape(0), op.time_major);
  int64_t step = a.Out(0).dim(-1);
  layer(kForwardLstmOperands).Run(a, 0, n, op.time_major, false, 0, step, 0);
  int second = a.Has(39) && !a.Has(41) ? 39 : 0;
  LstmReference<T> backward = layer(kBackwardLstmOperands);
  if (op.merge_outputs)
    backward.Run(a, second, n, op.time_major, true, 0, step, a.in_shape(8).back());
  else
    backward.Run(a, second, n, op.time_major, true, 1, a.Out(1).dim(-1), 0);
}

}  // namespace slipway::ops
