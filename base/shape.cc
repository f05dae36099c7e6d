#include "base/shape.h"

#include <algorithm>

namespace slipway {

Shape::Shape(std::span<const int64_t> dims) {
  CHECK(dims.size() <= kMaxRank);
  rank_ = static_cast<int>(dims.size());
  std::copy(dims.begin(), dims.end(), dims_);
}

Result<Shape> Shape::FromDims(std::span<const int64_t> dims) {
  if (dims.size() > kMaxRank) return Unsupported("rank ", dims.size(), " is above the limit of ", kMaxRank);
  int64_t product = 1;
  for (int64_t d : dims) {
    if (d < kUnknownDim) return BadInput("dimension ", d, " is negative");
    if (d > 0 && __builtin_mul_overflow(product, d, &product)) return BadInput("the number of elements overflows");
  }
  return Shape(dims);
}

bool Shape::IsStatic() const {
  if (rank_ < 0) return false;
  return std::all_of(begin(), end(), [](int64_t d) { return d >= 0; });
}

int64_t Shape::Elements() const {
  DCHECK(IsStatic());
  return Elements(0, rank_);
}

int64_t Shape::Elements(int first, int last) const {
  int64_t product = 1;
  // Wraps beside a dimension of 0: the other ones may be absurd.
  for (int i = first; i < last; ++i)
    product = static_cast<int64_t>(static_cast<uint64_t>(product) * static_cast<uint64_t>(dims_[i]));
  return product;
}

bool operator==(const Shape& a, const Shape& b) {
  return a.rank_ == b.rank_ && std::equal(a.begin(), a.end(), b.begin());
}

std::string ToString(const Shape& s) {
  if (!s.has_rank()) return "[*]";
  std::string out = "[";
  for (int i = 0; i < s.rank(); ++i) {
    if (i) out += ',';
    if (s[i] < 0)
      out += '?';
    else
      StrAppend(out, s[i]);
  }
  return out + "]";
}

bool Compatible(const Shape& declared, const Shape& actual) { return Merge(declared, actual).has_value(); }

std::optional<Shape> Merge(const Shape& a, const Shape& b) {
  if (!a.has_rank()) return b;
  if (!b.has_rank()) return a;
  if (a.rank() != b.rank()) return std::nullopt;
  Shape out = a;
  for (int i = 0; i < a.rank(); ++i) {
    if (a[i] < 0)
      out[i] = b[i];
    else if (b[i] >= 0 && a[i] != b[i])
      return std::nullopt;
  }
  return out;
}

Result<Shape> BroadcastShapes(const Shape& a, const Shape& b) {
  if (!a.has_rank() || !b.has_rank()) return Shape::UnknownRank();
  Shape out;
  int rank = std::max(a.rank(), b.rank());
  for (int i = 0; i < rank; ++i) {
    int ia = i - (rank - a.rank()), ib = i - (rank - b.rank());
    int64_t da = ia < 0 ? 1 : a[ia], db = ib < 0 ? 1 : b[ib];
    int64_t d;
    if (da == db)
      d = da;
    else if (da == 1)
      d = db;
    else if (db == 1)
      d = da;
    else if (da < 0)
      d = db;  // the unknown one must be 1 or equal
    else if (db < 0)
      d = da;
    else
      return BadInput("shapes ", a, " and ", b, " do not broadcast: dimension ", i, " is ", da, " and ", db);
    out.push_back(d);
  }
  return out;
}

Result<int> NormalizeAxis(int64_t axis, int rank) {
  if (axis < -rank || axis >= rank) return BadInput("axis ", axis, " is outside of rank ", rank);
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

}  // namespace slipway
