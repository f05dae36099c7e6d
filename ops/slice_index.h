#pragma once
// Tuples of indices, the last axis of an operand, that name slices of a tensor: what GatherNd and ScatterNd share.

#include "base/fixed_text.h"
#include "ops/infer.h"

namespace slipway::ops {

struct SliceIndex {
  Shape of;       // the tensor
  Shape indices;  // [..., depth]

  int depth() const { return static_cast<int>(indices.back()); }
  int64_t tuples() const { return indices.Elements(0, indices.rank() - 1); }
  // Elements per slice.
  int64_t slice() const { return of.Elements(depth(), of.rank()); }

  // Which slice tuple i of `values` (anything with []) names, counted in slices; -1 if it is outside of the tensor.
  template <class Values>
  int64_t At(const Values& values, int64_t i) const {
    int64_t at = 0;
    for (int k = 0; k < depth(); ++k) {
      int64_t index = static_cast<int64_t>(values[static_cast<size_t>(i * depth() + k)]);
      if (index < 0 || index >= of[k]) return -1;
      at = at * of[k] + index;
    }
    return at;
  }

  // "indices[1] = [5,0] is not in [2,3]"
  template <class Values>
  FixedText Outside(const Values& values, int64_t i) const {
    FixedText text;
    text.Append("indices[");
    int64_t rest = i;
    for (int axis = 0; axis + 1 < indices.rank(); ++axis) {
      int64_t inner = indices.Elements(axis + 1, indices.rank() - 1);
      text.Append(axis ? "," : "", rest / inner);
      rest %= inner;
    }
    text.Append("] = [");
    for (int k = 0; k < depth(); ++k)
      text.Append(k ? "," : "", static_cast<int64_t>(values[static_cast<size_t>(i * depth() + k)]));
    text.Append("] is not in ", of);
    return text;
  }
};

// Operand i holds such tuples: integers, of rank 1 at least.
Status CheckSliceIndices(Inputs, int i);
// indices[..., depth] and a tensor `of`: the shape of the slices in the order of their tuples. Unknown rank where it
// is.
Result<Shape> SlicesShape(const Shape& indices, const Shape& of);

}  // namespace slipway::ops
