#pragma once

#include "ops/multinomial/draw.h"
#include "ops/multinomial/multinomial.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const Multinomial& op, RefArgs<T>& a) {
  RefView<T> logits = a.In(0);
  int64_t classes = logits.dim(1), samples = a.out_shape(0)[1];
  SeedPair seeds = ChosenSeeds(op.seed, op.seed2);
  std::vector<double> sums(static_cast<size_t>(classes)), row(sums.size());
  std::vector<int64_t>& y = a.OutInts(0);
  if (classes == 0 && !y.empty()) return a.Fail("there is no class to draw");
  for (size_t i = 0; i < y.size(); ++i) {
    int64_t b = static_cast<int64_t>(i) / samples;
    for (size_t c = 0; c < row.size(); ++c) row[c] = static_cast<double>(logits[b * classes + static_cast<int64_t>(c)]);
    CumulateClasses(row.data(), &sums);
    y[i] = DrawClass(sums, SeededDouble(seeds, 0, i));
  }
}

}  // namespace slipway::ops
