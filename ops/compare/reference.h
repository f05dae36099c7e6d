#pragma once

#include "ops/compare/relations.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const Compare& op, RefArgs<T>& args) {
  RefView<T> a = args.In(0), b = args.In(1);
  std::vector<int64_t>& y = args.OutInts(0);
  std::vector<int64_t> from_a = BroadcastOffsets(a.shape, args.out_shape(0));
  std::vector<int64_t> from_b = BroadcastOffsets(b.shape, args.out_shape(0));
  VisitCompare(op.kind, [&](auto relation) {
    for (size_t i = 0; i < y.size(); ++i) y[i] = relation(a[from_a[i]], b[from_b[i]]);
  });
}

}  // namespace slipway::ops
