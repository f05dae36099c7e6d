#include "interpreter/movement/strided_copy.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <type_traits>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace slipway::interpreter {

namespace {

// An element of any type: no alignment, no type to violate; compilers move it in one register.
template <int kBytes>
struct Raw {
  unsigned char bytes[kBytes];
};

constexpr int64_t kGrainBytes = 1 << 16;  // a task moves at least this much
constexpr int64_t kTile = 32;             // side of a transposed tile: both sides stay in the first-level cache

// Walks the outer loops [0, loops) as one sequence of offsets.
class Walker {
 public:
  Walker(const StridedCopy& s, int loops, int64_t start) : s_(s), loops_(loops) {
    from_ = s.from_offset;
    to_ = s.to_offset;
    for (int i = loops - 1; i >= 0; --i) {
      index_[i] = start % s.size[i];
      start /= s.size[i];
      from_ += index_[i] * s.from[i];
      to_ += index_[i] * s.to[i];
    }
  }
  int64_t from() const { return from_; }
  int64_t to() const { return to_; }
  void Next() {
    for (int i = loops_ - 1; i >= 0; --i) {
      from_ += s_.from[i];
      to_ += s_.to[i];
      if (++index_[i] < s_.size[i]) return;
      from_ -= index_[i] * s_.from[i];
      to_ -= index_[i] * s_.to[i];
      index_[i] = 0;
    }
  }

 private:
  const StridedCopy& s_;
  int loops_;
  int64_t index_[kMaxLoops] = {}, from_, to_;
};

template <class E>
void CopyRow(const E* from, E* to, int64_t n, int64_t from_stride, int64_t to_stride) {
  if (to_stride == 1 && from_stride == 1) {
    std::copy_n(from, n, to);
  } else if (to_stride == 1 && from_stride == 0) {
    std::fill_n(to, n, *from);
  } else {
    for (int64_t i = 0; i < n; ++i) to[i * to_stride] = from[i * from_stride];
  }
}

// to[r * to_stride + c] = from[r + c * from_stride] for a tile of rows x columns.
template <class E>
void TransposeTile(const E* from, E* to, int64_t rows, int64_t columns, int64_t from_stride, int64_t to_stride) {
  int64_t r = 0;
#if defined(__SSE2__)
  if constexpr (std::is_same_v<E, Raw<4>>) {
    for (; r + 4 <= rows; r += 4) {
      int64_t c = 0;
      for (; c + 4 <= columns; c += 4) {
        const E* x = from + r + c * from_stride;
        E* y = to + r * to_stride + c;
        auto load = [&](int k) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(x + k * from_stride)); };
        auto store = [&](int k, __m128i v) { _mm_storeu_si128(reinterpret_cast<__m128i*>(y + k * to_stride), v); };
        __m128i a = load(0), b = load(1), d = load(2), e = load(3);
        __m128i ab_low = _mm_unpacklo_epi32(a, b), ab_high = _mm_unpackhi_epi32(a, b);
        __m128i de_low = _mm_unpacklo_epi32(d, e), de_high = _mm_unpackhi_epi32(d, e);
        store(0, _mm_unpacklo_epi64(ab_low, de_low));
        store(1, _mm_unpackhi_epi64(ab_low, de_low));
        store(2, _mm_unpacklo_epi64(ab_high, de_high));
        store(3, _mm_unpackhi_epi64(ab_high, de_high));
      }
      for (int64_t k = r; k < r + 4; ++k)
        for (int64_t d = c; d < columns; ++d) to[k * to_stride + d] = from[k + d * from_stride];
    }
  }
#endif
  for (; r < rows; ++r)
    for (int64_t c = 0; c < columns; ++c) to[r * to_stride + c] = from[r + c * from_stride];
}

// The last two loops in tiles: the last one runs through `to`, the one before through `from`.
template <class E>
void TransposePlane(const StridedCopy& s, const E* from, E* to, int64_t first_row, int64_t last_row) {
  int rows = s.loops - 2, columns = s.loops - 1;
  for (int64_t r = first_row; r < last_row; r += kTile)
    for (int64_t c = 0; c < s.size[columns]; c += kTile)
      TransposeTile(from + r + c * s.from[columns], to + r * s.to[rows] + c, std::min(kTile, last_row - r),
                    std::min(kTile, s.size[columns] - c), s.from[columns], s.to[rows]);
}

// Brings a loop that runs through `from` next to the last one, if the last one runs through `to` in steps.
bool MakeTransposed(StridedCopy& s) {
  int last = s.loops - 1;
  if (s.loops < 2 || s.to[last] != 1 || s.from[last] == 0 || s.from[last] == 1) return false;
  for (int i = 0; i < last; ++i) {
    if (s.from[i] != 1) continue;
    for (auto* list : {s.size, s.from, s.to}) std::rotate(list + i, list + i + 1, list + last);
    return true;
  }
  return false;
}

template <class E>
void RunTransposed(const StridedCopy& s, const E* from, E* to, ThreadPool& pool) {
  int64_t planes = 1, rows = s.size[s.loops - 2];
  for (int i = 0; i < s.loops - 2; ++i) planes *= s.size[i];
  int64_t strips = (rows + kTile - 1) / kTile;
  int64_t strip_bytes = kTile * s.size[s.loops - 1] * static_cast<int64_t>(sizeof(E));
  pool.ForRange(planes * strips, kGrainBytes / strip_bytes + 1, [&](int64_t begin, int64_t end) {
    Walker at(s, s.loops - 2, begin / strips);
    for (int64_t k = begin; k < end;) {
      int64_t first = k % strips, last = std::min(strips, first + end - k);
      TransposePlane(s, from + at.from(), to + at.to(), first * kTile, std::min(rows, last * kTile));
      k += last - first;
      at.Next();
    }
  });
}

template <class E>
void RunTyped(StridedCopy s, const E* from, E* to, ThreadPool& pool) {
  if (MakeTransposed(s)) return RunTransposed(s, from, to, pool);
  int last = s.loops - 1;
  int64_t rows = 1, n = s.size[last];
  for (int i = 0; i < last; ++i) rows *= s.size[i];
  int64_t row_bytes = n * static_cast<int64_t>(sizeof(E));
  if (rows == 1 && row_bytes > 2 * kGrainBytes) {
    pool.ForRange(n, kGrainBytes / static_cast<int64_t>(sizeof(E)), [&](int64_t begin, int64_t end) {
      CopyRow(from + s.from_offset + begin * s.from[last], to + s.to_offset + begin * s.to[last], end - begin,
              s.from[last], s.to[last]);
    });
    return;
  }
  pool.ForRange(rows, kGrainBytes / row_bytes + 1, [&](int64_t begin, int64_t end) {
    Walker at(s, last, begin);
    for (int64_t k = begin; k < end; ++k, at.Next())
      CopyRow(from + at.from(), to + at.to(), n, s.from[last], s.to[last]);
  });
}

template <class E>
void RunAs(const StridedCopy& s, const void* from, void* to, ThreadPool& pool) {
  RunTyped(s, static_cast<const E*>(from), static_cast<E*>(to), pool);
}

// Turns a last loop of contiguous elements into one wider element, where everything else is aligned to it.
bool Widen(StridedCopy& s) {
  int last = s.loops - 1;
  if (s.element == 0 || s.loops < 2 || s.from[last] != 1 || s.to[last] != 1) return false;
  int64_t n = s.size[last];
  if ((n & (n - 1)) != 0 || n * s.element > 128) return false;
  auto divides = [n](int64_t v) { return v % n == 0; };
  if (!divides(s.from_offset) || !divides(s.to_offset)) return false;
  if (!std::all_of(s.from, s.from + last, divides) || !std::all_of(s.to, s.to + last, divides)) return false;
  s.element *= static_cast<int>(n);
  s.from_offset /= n;
  s.to_offset /= n;
  for (int i = 0; i < last; ++i) {
    s.from[i] /= n;
    s.to[i] /= n;
  }
  --s.loops;
  return true;
}

}  // namespace

int64_t StridedCopy::Elements() const {
  int64_t n = 1;
  for (int i = 0; i < loops; ++i) n *= size[i];
  return n;
}

Strides::Strides(const Shape& shape) {
  int64_t product = 1;
  for (int i = shape.rank() - 1; i >= 0; --i) {
    stride[i] = product;
    product *= shape[i];
  }
}

int MovableBytes(DType t) {
  if (t == DType::kString) return 0;
  int size = DTypeSize(t);
  return size == 0 ? -1 : size;
}

StridedCopy Simplify(const StridedCopy& s) {
  StridedCopy out;
  out.element = s.element;
  out.from_offset = s.from_offset;
  out.to_offset = s.to_offset;
  for (int i = 0; i < s.loops; ++i) {
    if (s.size[i] == 1) continue;
    int k = out.loops - 1;
    if (k >= 0 && out.from[k] == s.from[i] * s.size[i] && out.to[k] == s.to[i] * s.size[i]) {
      out.size[k] *= s.size[i];
      out.from[k] = s.from[i];
      out.to[k] = s.to[i];
    } else {
      out.Add(s.size[i], s.from[i], s.to[i]);
    }
  }
  Widen(out);
  if (out.loops == 0) out.Add(1, 1, 1);
  return out;
}

void RunCopy(const StridedCopy& s, const void* from, void* to, ThreadPool& pool) {
  CHECK(s.loops > 0);
  if (s.Elements() == 0) return;
  switch (s.element) {
    case 0:
      return RunAs<std::string>(s, from, to, pool);
    case 1:
      return RunAs<Raw<1>>(s, from, to, pool);
    case 2:
      return RunAs<Raw<2>>(s, from, to, pool);
    case 4:
      return RunAs<Raw<4>>(s, from, to, pool);
    case 8:
      return RunAs<Raw<8>>(s, from, to, pool);
    case 16:
      return RunAs<Raw<16>>(s, from, to, pool);
    case 32:
      return RunAs<Raw<32>>(s, from, to, pool);
    case 64:
      return RunAs<Raw<64>>(s, from, to, pool);
    case 128:
      return RunAs<Raw<128>>(s, from, to, pool);
    default:
      CHECK(false);
  }
}

}  // namespace slipway::interpreter
