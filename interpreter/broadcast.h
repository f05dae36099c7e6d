#pragma once
// BroadcastPlan: how N operands with NumPy broadcasting are walked: as rows of the result in which each operand either
// runs along or stays.
//
//   auto plan = BroadcastPlan<2>({a_shape, b_shape}, y_shape);
//   plan.ForRows(pool, grain, [&](int64_t y, const auto& at, int64_t n) {
//     row(a + at[0], b + at[1], out + y, n, plan.step(0), plan.step(1)); });
//
// Neighbouring axes that broadcast alike are merged, so that equal shapes are one row. step(i) is 1 where operand i
// runs along a row, 0 where it stays. Shapes must be static and broadcast to the result's. Immutable.

#include <array>

#include "base/shape.h"
#include "base/thread_pool.h"

namespace slipway::interpreter {

template <int N>
class BroadcastPlan {
 public:
  BroadcastPlan() = default;
  BroadcastPlan(const std::array<Shape, N>& operands, const Shape& result) {
    elements_ = result.Elements();
    std::array<int64_t, N> strides;
    strides.fill(1);
    for (int i = result.rank() - 1; i >= 0; --i) {
      if (result[i] == 1) continue;
      std::array<int64_t, N> step;
      for (int k = 0; k < N; ++k) {
        int axis = i - (result.rank() - operands[k].rank());
        bool runs = axis >= 0 && operands[k][axis] != 1;
        step[k] = runs ? strides[k] : 0;
        if (runs) strides[k] *= operands[k][axis];
      }
      Append(result[i], step);
    }
    if (rank_ == 0) {
      std::array<int64_t, N> one;
      one.fill(1);
      Append(1, one);
    }
  }

  int64_t elements() const { return elements_; }
  int64_t row() const { return axes_[0].size; }
  int64_t step(int operand) const { return axes_[0].stride[operand]; }
  // All operands have the result's elements in their order.
  bool is_one_row() const { return rank_ == 1; }

  // f(offset in the result, offsets in the operands, elements) for pieces of rows, in bands of at least `grain`
  // elements.
  template <class F>
  void ForRows(ThreadPool& pool, int64_t grain, const F& f) const {
    pool.ForRange(elements_, grain, [&](int64_t begin, int64_t end) {
      Place place = PlaceOf(begin);
      while (begin < end) {
        int64_t n = std::min(end - begin, row() - place.index[0]);
        f(begin, place.at, n);
        begin += n;
        Advance(&place, n);
      }
    });
  }

 private:
  struct Axis {
    int64_t size;
    std::array<int64_t, N> stride;
  };

  // From the innermost axis on.
  void Append(int64_t size, const std::array<int64_t, N>& stride) {
    if (rank_ > 0) {
      Axis& inner = axes_[rank_ - 1];
      bool merges = true;
      for (int k = 0; k < N; ++k) merges = merges && stride[k] == inner.stride[k] * inner.size;
      if (merges) {
        inner.size *= size;
        return;
      }
    }
    axes_[rank_++] = {size, stride};
  }

  // An element of the result: its index along each axis, and where it lies in the operands.
  struct Place {
    std::array<int64_t, N> at{};
    int64_t index[kMaxRank] = {};
  };

  Place PlaceOf(int64_t element) const {
    Place p;
    if (element == 0) return p;
    for (int i = 0; i < rank_; ++i) {
      p.index[i] = i + 1 < rank_ ? element % axes_[i].size : element;
      element /= axes_[i].size;
      for (int k = 0; k < N; ++k) p.at[k] += p.index[i] * axes_[i].stride[k];
    }
    return p;
  }

  // By n elements of the innermost axis, at most to its end. Dividing anew for each row would take as long as the row.
  void Advance(Place* p, int64_t n) const {
    p->index[0] += n;
    for (int k = 0; k < N; ++k) p->at[k] += n * axes_[0].stride[k];
    for (int i = 0; i + 1 < rank_ && p->index[i] == axes_[i].size; ++i) {
      p->index[i] = 0;
      ++p->index[i + 1];
      for (int k = 0; k < N; ++k) p->at[k] += axes_[i + 1].stride[k] - axes_[i].size * axes_[i].stride[k];
    }
  }

  int rank_ = 0;
  int64_t elements_ = 0;
  Axis axes_[kMaxRank] = {};  // innermost first
};

}  // namespace slipway::interpreter
