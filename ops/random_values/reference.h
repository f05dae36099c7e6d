#pragma once

#include "base/seeded_random.h"
#include "ops/random_values/random_values.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const RandomValues& op, RefArgs<T>& a) {
  SeedPair seeds = ChosenSeeds(op.seed, op.seed2);
  for (int64_t i = 0, n = a.out_shape(0).Elements(); i < n; ++i) {
    uint64_t block = static_cast<uint64_t>(i) / 4;
    std::array<float, 4> four =
        op.kind == RandomKind::kUniform ? SeededUniform(seeds, block) : SeededNormal(seeds, block);
    a.SetReal(0, i, static_cast<double>(four[static_cast<size_t>(i) % 4]));
  }
}

}  // namespace slipway::ops
