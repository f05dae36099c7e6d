#pragma once

#include "ops/lstm/lstm.h"
#include "ops/recurrent_reference.h"

namespace slipway::ops {

template <class T>
void Reference(const Lstm& op, RefArgs<T>& a) {
  LstmReference<T> r{.operands = PresentOperands(kLstmOperands, [&](int i) { return a.Has(i); }),
                     .activation = op.activation,
                     .cell_clip = op.cell_clip,
                     .proj_clip = op.proj_clip};
  RefView<T> x = a.In(0);
  SequenceSizes sizes = op.one_step ? SequenceSizes{x.dim(0), 1, x.dim(1)} : SizesOfSequence(x.shape, op.time_major);
  r.Run(a, 0, sizes, op.time_major || op.one_step, false, 0, a.Out(0).dim(-1), 0, op.returns_cell ? 1 : kNoResult);
}

}  // namespace slipway::ops
