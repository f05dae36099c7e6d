#pragma once
// Shape: up to kMaxRank dimensions, each known (>= 0) or unknown (-1), or of unknown rank altogether.

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>

#include "base/status.h"

namespace slipway {

inline constexpr int kMaxRank = 8;
inline constexpr int64_t kUnknownDim = -1;

class Shape {
 public:
  Shape() = default;  // a scalar
  Shape(std::initializer_list<int64_t> dims) : Shape(std::span<const int64_t>(dims.begin(), dims.size())) {}
  explicit Shape(std::span<const int64_t> dims);  // CHECKs the rank; use FromDims for untrusted input
  static Shape UnknownRank() {
    Shape s;
    s.rank_ = -1;
    return s;
  }
  // Refuses ranks above kMaxRank, dimensions below -1 and element counts that overflow int64.
  static Result<Shape> FromDims(std::span<const int64_t> dims);

  bool has_rank() const { return rank_ >= 0; }
  int rank() const {
    DCHECK(rank_ >= 0);
    return rank_;
  }
  bool IsStatic() const;
  bool IsScalar() const { return rank_ == 0; }
  int64_t operator[](int i) const { return dims_[i]; }
  int64_t& operator[](int i) { return dims_[i]; }
  int64_t back() const { return dims_[rank_ - 1]; }
  std::span<const int64_t> dims() const { return {dims_, static_cast<size_t>(rank_ < 0 ? 0 : rank_)}; }
  const int64_t* begin() const { return dims_; }
  const int64_t* end() const { return dims_ + (rank_ < 0 ? 0 : rank_); }

  // Product of the dimensions; the shape must be static.
  int64_t Elements() const;
  // Product of dims [first, last).
  int64_t Elements(int first, int last) const;
  void push_back(int64_t dim) {
    CHECK(rank_ >= 0 && rank_ < kMaxRank);
    dims_[rank_++] = dim;
  }

  friend bool operator==(const Shape& a, const Shape& b);

 private:
  int rank_ = 0;
  int64_t dims_[kMaxRank] = {};
};

// "[?,8,8,1]", "[]", "[*]" for unknown rank.
std::string ToString(const Shape&);
inline void StrAppendOne(std::string& out, const Shape& s) { out.append(ToString(s)); }
template <>
struct TextPart<Shape> : AddressPart<Shape, 'H'> {};

// Can a tensor of shape `actual` be where `declared` is promised (unknown parts of either fit anything)?
bool Compatible(const Shape& declared, const Shape& actual);
// The more specific of two compatible shapes; nothing if they conflict.
std::optional<Shape> Merge(const Shape& a, const Shape& b);
// NumPy broadcasting; unknown dimensions stay unknown where the result is not certain.
Result<Shape> BroadcastShapes(const Shape& a, const Shape& b);
// axis in [-rank, rank) to [0, rank).
Result<int> NormalizeAxis(int64_t axis, int rank);

}  // namespace slipway
