#pragma once
// EmbeddingLookupSparse: rows of a table, weighted and added up by where a sparse tensor of ids says; rows of zeros
// where it says nothing. kMean divides by the sum of the weights, kSqrtN by the root of the sum of their squares.
//   y[i..., j...] = combined over n with indices[n, :-1] = i...: params[ids[n], j...] weights[n]
//   operands: ids, indices, shape (of the sparse tensor), weights, params
//
// Neighbours with one place are combined; a place that comes again later adds to what is there and divides again, as
// TFLite does: indices should be in order.
//
// C1 ids [n], indices [n, m] and shape [m] hold integers, m >= 1
// C2 weights is f32 [n], params is f32 of rank 2 at least
// C3 ids are in [0, rows of params), indices[:, :-1] in the shape: checked when running
// C4 y is f32 of shape shape[:-1] + shape(params)[1:]

#include <cmath>
#include <vector>

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

enum class Combiner { kSum, kMean, kSqrtN };
std::span<const char* const> EnumNames(Combiner);

struct EmbeddingLookupSparse {
  Combiner combiner = Combiner::kSum;

  static void Fields(auto& op, auto&& f) { f("combiner", op.combiner); }
  using ReferenceTypes = RealTypes;
  static constexpr int kValueOperand = 4;
  static Status FromTflite(const TfliteOperator&, EmbeddingLookupSparse*);
};

Result<TensorTypes> Infer(const EmbeddingLookupSparse&, Inputs);
Result<TfliteForm> ToTflite(const EmbeddingLookupSparse&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const EmbeddingLookupSparse&, interpreter::PrepareContext&);

// C4 for a shape that is known.
Result<Shape> CombinedShape(std::span<const int64_t> shape, const Shape& params);

// The places of ids in y, counted in rows.
struct CombinedPlaces {
  std::vector<int64_t> dims;  // shape[:-1]
  // -1: outside. Indices are anything with [].
  template <class Indices>
  int64_t At(const Indices& indices, int64_t n) const {
    size_t m = dims.size() + 1;
    int64_t at = 0;
    for (size_t k = 0; k + 1 < m; ++k) {
      int64_t index = indices[static_cast<size_t>(n) * m + k];
      if (index < 0 || index >= dims[k]) return -1;
      at = at * dims[k] + index;
    }
    return at;
  }
};

// The weights of neighbours with one place.
template <class T>
struct CombinedWeights {
  T sum = T(0), squares = T(0);
  void Add(const T& w) {
    sum = sum + w;
    squares = squares + w * w;
  }
  T Divisor(Combiner combiner) const {
    using std::sqrt;
    return combiner == Combiner::kMean ? sum : sqrt(squares);
  }
};

}  // namespace slipway::ops
