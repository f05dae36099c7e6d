#include <utility>

#include "interpreter/index_operand.h"
#include "ops/scalar.h"
#include "ops/top_k/top_k.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::IndexOperand;
using interpreter::Kernel;

namespace {

struct State {
  Shape x;
  DType k_type, index_type;
  bool open = false;
  void (*rows)(const State&, int64_t k, int32_t* indices, EvalContext&) = nullptr;
};

// The k best positions of a row, kept in a heap whose root is the worst of them.
template <class T>
class Best {
 public:
  Best(const T* row, int32_t* heap) : row_(row), heap_(heap) {}

  // Positions come in rising order, so that one that equals the root comes after it.
  void Offer(int32_t position, int64_t k) {
    if (size_ < k) {
      heap_[size_++] = position;
      for (int64_t i = size_ - 1; i > 0 && Before(heap_[(i - 1) / 2], heap_[i]); i = (i - 1) / 2)
        std::swap(heap_[i], heap_[(i - 1) / 2]);
    } else if (Above(Number(position), Number(heap_[0]))) {
      heap_[0] = position;
      Sink();
    }
  }
  // Empties the heap into the same memory, the best first.
  void Sort() {
    while (size_ > 1) {
      std::swap(heap_[0], heap_[--size_]);
      Sink();
    }
  }

 private:
  NumberOf<T> Number(int32_t i) const { return ToNumber(row_[i]); }
  bool Before(int32_t i, int32_t j) const {
    return Above(Number(i), Number(j)) || (i < j && !Above(Number(j), Number(i)));
  }
  void Sink() {
    for (int64_t i = 0, child; (child = 2 * i + 1) < size_; i = child) {
      if (child + 1 < size_ && Before(heap_[child], heap_[child + 1])) ++child;
      if (!Before(heap_[i], heap_[child])) return;
      std::swap(heap_[i], heap_[child]);
    }
  }

  const T* row_;
  int32_t* heap_;
  int64_t size_ = 0;
};

template <class T>
void Rows(const State& s, int64_t k, int32_t* indices, EvalContext& c) {
  const T* x = c.In<T>(0);
  T* values = c.Out<T>(0);
  int64_t n = s.x.back();
  c.pool().ForRange(s.x.Elements(0, s.x.rank() - 1), 8192 / (n + 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      Best<T> best(x + row * n, indices + row * k);
      for (int64_t i = 0; i < n; ++i) best.Offer(static_cast<int32_t>(i), k);
      best.Sort();
      for (int64_t i = row * k; i < (row + 1) * k; ++i) values[i] = x[row * n + indices[i]];
    }
  });
}

template <class Index>
void Widen(const int32_t* from, int64_t n, Index* to) {
  for (int64_t i = 0; i < n; ++i) to[i] = static_cast<Index>(from[i]);
}

Code Eval(const State& s, EvalContext& c) {
  int64_t k = IndexOperand(c.In<void>(1), s.k_type)[0];
  Result<Shape> y = TopKShape(s.x, k);
  if (!y.ok()) return c.Fail(Code::kBadValue, y.status().message());  // top_k_c2
  for (int i = 0; i < 2 && s.open; ++i)
    if (Code code = c.Resize(i, *y); code != Code::kOk) return code;
  if (k == 0) return Code::kOk;
  bool direct = s.index_type == DType::kI32;
  int32_t* indices = direct ? c.Out<int32_t>(1) : reinterpret_cast<int32_t*>(c.scratch());
  s.rows(s, k, indices, c);
  if (s.index_type == DType::kI64) Widen(indices, y->Elements(), c.Out<int64_t>(1));
  if (s.index_type == DType::kI16) Widen(indices, y->Elements(), c.Out<int16_t>(1));
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const TopK& op, interpreter::PrepareContext& c) {
  State s{c.in_shape(0), c.in(1).dtype, op.index_type, !c.out_shape(0).IsStatic()};
  VisitFixedDType(c.in(0).dtype, [&](auto tag) {
    if constexpr (!std::is_same_v<decltype(tag), bool>) s.rows = Rows<decltype(tag)>;
  });
  if (!s.rows || !IndexOperand::Takes(s.k_type) || s.x.back() > INT32_MAX) return interpreter::NoKernelFor("TopK", c);
  size_t positions = op.index_type == DType::kI32 ? 0 : static_cast<size_t>(s.x.Elements());
  Kernel k = interpreter::MakeKernel(std::move(s), [](const State& state, EvalContext& e) { return Eval(state, e); });
  k.scratch_bytes = positions * sizeof(int32_t);
  return k;
}

}  // namespace slipway::ops
