#pragma once
// References: the meaning of each op as the obvious loop, in `ops/NAME/reference.h`:
//
//   template <class T> void Reference(const Softmax&, RefArgs<T>&);
//
// T is what the op's main operand holds: float, double or Dual for float dtypes, int64_t for integers and bool,
// std::string for strings. An op lists what it compiles for with `using ReferenceTypes = ops::RealTypes;` (floats
// only), NumberTypes (also integers and bool) or AnyTypes (also strings). Integer results are wrapped to the output's
// dtype and f16/bf16 results rounded by the caller. References run on checked graphs: shapes and types are right;
// data-dependent trouble (an index out of range) is reported by Fail. Used by folding, by rewrite checks, as the oracle
// of the kernels, and (with Dual) as the oracle of the gradients. Clarity before speed.

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "base/complex_dtype.h"
#include "base/dual.h"
#include "base/tensor.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

template <class T>
inline constexpr bool kIsReal = std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, Dual>;

// Floats that lie in a tensor's buffer: weights are large, and neither come from constants nor become constants by a
// copy. Copies share the elements; whoever has just called `assign` may write them.
class BufferFloats {
 public:
  BufferFloats() = default;
  BufferFloats(Buffer buffer, size_t size) : buffer_(std::move(buffer)), size_(size) {}
  void assign(size_t size, float value) {
    *this = BufferFloats(Buffer::Allocate(size * sizeof(float)), size);
    if (value != 0) std::fill(begin(), end(), value);
  }

  const Buffer& buffer() const { return buffer_; }
  size_t size() const { return size_; }
  float* data() { return reinterpret_cast<float*>(buffer_.mutable_data()); }
  float* begin() { return data(); }
  float* end() { return data() + size_; }
  float& operator[](size_t i) { return data()[i]; }
  const float* data() const { return reinterpret_cast<const float*>(buffer_.data()); }
  const float* begin() const { return data(); }
  const float* end() const { return data() + size_; }
  const float& operator[](size_t i) const { return data()[i]; }

 private:
  Buffer buffer_;
  size_t size_ = 0;
};

// One tensor in the reference world. R is the real type in use (float, double or Dual). Only the vector that fits the
// dtype is filled: reals for float dtypes, ints for integers and bool, strings for strings. A complex number is two
// reals, the real part first; references that know complex numbers say `static constexpr bool kComplexReference =
// true`.
template <class R>
struct RefValue {
  DType dtype = DType::kInvalid;
  Shape shape;
  std::conditional_t<std::is_same_v<R, float>, BufferFloats, std::vector<R>> reals;
  std::vector<int64_t> ints;
  std::vector<std::string> strings;
};

// A view of one operand or result as a sequence of T.
template <class T>
struct RefView {
  const Shape& shape;
  std::span<T> v;
  T& operator[](int64_t i) const { return v[static_cast<size_t>(i)]; }
  int64_t size() const { return static_cast<int64_t>(v.size()); }
  int64_t dim(int i) const { return shape[i < 0 ? shape.rank() + i : i]; }
  // Row-major offset of an index.
  int64_t At(std::initializer_list<int64_t> index) const {
    int64_t offset = 0;
    int i = 0;
    for (int64_t x : index) offset = offset * shape[i++] + x;
    return offset;
  }
  int64_t At(std::span<const int64_t> index) const {
    int64_t offset = 0;
    for (size_t i = 0; i < index.size(); ++i) offset = offset * shape[static_cast<int>(i)] + index[i];
    return offset;
  }
};

// Calls f(index) for every index of `shape` in row-major order; index is a std::vector<int64_t> of its rank.
template <class F>
void ForEachIndex(const Shape& shape, const F& f) {
  std::vector<int64_t> index(static_cast<size_t>(shape.rank()), 0);
  for (int64_t n = shape.Elements(); n > 0; --n) {
    f(static_cast<const std::vector<int64_t>&>(index));
    for (int i = shape.rank() - 1; i >= 0 && ++index[static_cast<size_t>(i)] == shape[i]; --i)
      index[static_cast<size_t>(i)] = 0;
  }
}

// Calls f(k, offset) for each element k of `shape` in row-major order; offset: the sum of its indices times `strides`.
template <class F>
void ForEachOffset(const Shape& shape, const int64_t* strides, const F& f) {
  const int rank = shape.rank();
  const int64_t row = rank ? shape[rank - 1] : 1, step = rank ? strides[rank - 1] : 0;
  int64_t index[kMaxRank] = {}, offset = 0;
  for (int64_t k = 0, n = shape.Elements(); k < n;) {
    for (int64_t j = 0; j < row; ++j) f(k++, offset + j * step);
    for (int i = rank - 2; i >= 0; --i) {
      offset += strides[i];
      if (++index[i] < shape[i]) break;
      offset -= shape[i] * strides[i];
      index[i] = 0;
    }
  }
}

// Operands and results of one call. R is the real type of the surrounding evaluation when T is not real itself.
template <class T>
class RefArgs {
 public:
  virtual int num_inputs() const = 0;
  virtual bool Has(int i) const = 0;
  virtual DType in_dtype(int i) const = 0;
  virtual const Shape& in_shape(int i) const = 0;
  virtual DType out_dtype(int i) const = 0;
  virtual const Shape& out_shape(int i) const = 0;
  // Operand i, whose elements must be T.
  virtual RefView<T> In(int i) = 0;
  // An integer or bool operand, whatever T is.
  virtual const std::vector<int64_t>& Ints(int i) = 0;
  virtual const std::vector<std::string>& Strings(int i) = 0;
  // An element of a float operand of an op whose T is not real.
  virtual double InReal(int i, int64_t element) = 0;
  // Result i, sized for out_shape(i); Resize first where the shape depends on data.
  virtual RefView<T> Out(int i) = 0;
  virtual std::vector<int64_t>& OutInts(int i) = 0;
  virtual std::vector<std::string>& OutStrings(int i) = 0;
  // A float result of an op whose T is not real (Cast from integers, DecodeRaw, ParseExample).
  virtual void SetReal(int i, int64_t element, double v) = 0;
  // False: nobody grants room for that; give up.
  [[nodiscard]] virtual bool Resize(int i, const Shape& shape) = 0;
  // Data-dependent failure; the first one counts.
  virtual void Fail(std::string message) = 0;

 protected:
  ~RefArgs() = default;
};

// The facet as a table entry; null where the op has none for that T.
struct ReferenceFacet {
  void (*f32)(const void*, RefArgs<float>&) = nullptr;
  void (*f64)(const void*, RefArgs<double>&) = nullptr;
  void (*dual)(const void*, RefArgs<Dual>&) = nullptr;
  void (*ints)(const void*, RefArgs<int64_t>&) = nullptr;
  void (*strings)(const void*, RefArgs<std::string>&) = nullptr;
  bool complex = false;   // the reals may be parts of complex numbers
  int value_operand = 0;  // the operand whose dtype decides T; -1: always ints (no value operand)
};

// Row `OpInfo::index`; defined in tables/reference.cc. An op may set `static constexpr int kValueOperand`.
const ReferenceFacet& ReferenceOf(const Op&);

// The value of an integer after a cast to an integer dtype (two's complement wrap; bool: != 0).
int64_t WrapInt(int64_t v, DType dtype);

// Calls f(offset_in_x) in row-major order of `out` for an operand of shape x broadcast to `out`.
std::vector<int64_t> BroadcastOffsets(const Shape& x, const Shape& out);
// The same by rows along the last axis: where each begins, and by how much element after element moves on in it (0, 1).
struct BroadcastRows {
  std::vector<int64_t> begins;
  int64_t step = 1;
};
BroadcastRows BroadcastRowsOf(const Shape& x, const Shape& out);

// Asked before a result of open shape is made, whose size elements decide: may it have this shape?
using GrantShape = std::function<bool(int result, const Shape&)>;

// Runs one op on reference values. Shapes of results are from Infer; those that were open because an integer operand
// (a shape, an axis) was not constant are inferred again here, so references need Resize only where Infer cannot know.
// kMachine where `grant` refuses.
template <class R>
Status RunReference(const Op&, std::span<const RefValue<R>* const> inputs, std::span<RefValue<R>> outputs,
                    const GrantShape& grant = nullptr);

template <class R>
RefValue<R> ToRefValue(const Tensor&);
template <class R>
Tensor FromRefValue(const RefValue<R>&);

}  // namespace slipway::ops
