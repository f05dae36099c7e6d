#pragma once

#include "ops/reference.h"
#include "ops/reverse_sequence/reverse_sequence.h"

namespace slipway::ops {

template <class T>
void Reference(const ReverseSequence& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  const std::vector<int64_t>& lengths = a.Ints(1);
  int64_t n = x.shape[op.seq_axis];
  for (size_t b = 0; b < lengths.size(); ++b)
    if (lengths[b] < 0 || lengths[b] > n)
      return a.Fail(StrCat("lengths[", b, "] = ", lengths[b], " is not in [0, ", n + 1, ")"));  // reverse_sequence_c3
  ForEachIndex(x.shape, [&](std::vector<int64_t> index) {
    int64_t to = y.At(index);
    int64_t& s = index[static_cast<size_t>(op.seq_axis)];
    int64_t length = lengths[static_cast<size_t>(index[static_cast<size_t>(op.batch_axis)])];
    if (s < length) s = length - 1 - s;
    y[to] = x[x.At(index)];
  });
}

}  // namespace slipway::ops
