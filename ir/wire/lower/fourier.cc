// Complex numbers by their parts, and Fourier transforms along the last axis as products with matrices of sines and
// cosines: TFLite has the real one in two dimensions only.
#include <cmath>

#include "ir/wire/lower/builder.h"
#include "ir/wire/lower/lower.h"
#include "ops/complex_part/complex_part.h"
#include "ops/make_complex/make_complex.h"
#include "ops/mat_mul/mat_mul.h"

namespace slipway::wire {

namespace {

using B = ops::BinaryKind;
using U = ops::UnaryKind;
using ir::ValueId;
using ops::ComplexPartKind;
using Values = Result<std::vector<ValueId>>;

constexpr int64_t kMaxLength = 2048;  // matrices of 16 MB

struct Parts {
  ValueId re, im;
};

Parts PartsOf(LoweringBuilder& b, ValueId x) {
  return {b.Add(ops::ComplexPart{ComplexPartKind::kReal}, {x}), b.Add(ops::ComplexPart{ComplexPartKind::kImag}, {x})};
}

ValueId Join(LoweringBuilder& b, Parts x) { return b.Add(ops::MakeComplex{}, {x.re, x.im}); }

// scale(k) cos and scale(k) sin of 2 pi k t / n for k < rows, t < n.
template <class Scale>
Parts Waves(LoweringBuilder& b, int64_t rows, int64_t n, Scale scale) {
  std::vector<double> cosines, sines;
  for (int64_t k = 0; k < rows; ++k)
    for (int64_t t = 0; t < n; ++t) {
      double angle = 2 * 3.14159265358979323846 * static_cast<double>(k * t % n) / static_cast<double>(n);
      cosines.push_back(scale(k) * std::cos(angle));
      sines.push_back(scale(k) * std::sin(angle));
    }
  return {b.Floats(cosines, {rows, n}), b.Floats(sines, {rows, n})};
}

// Complex x of c64 along a last axis of known length, as rows; and their number of columns.
Result<int64_t> RowsOf(LoweringBuilder& b, ValueId& x) {
  const TensorType type = b.type(x);
  if (type.dtype != DType::kC64) return Unsupported("operands of ", type.dtype, ", only complex64");
  if (!type.shape.has_rank() || type.shape.rank() < 1 || type.shape.back() < 1)
    return Unsupported("x of shape ", type.shape, ", whose last dimension must be known; fix it by --input_shapes");
  if (type.shape.back() > kMaxLength)
    return Unsupported("a transform of length ", type.shape.back(), "; the longest is ", kMaxLength);
  return type.shape.back();
}

ValueId Product(LoweringBuilder& b, ValueId x, ValueId matrix) {
  if (!b.ok()) return x;
  const Shape shape = b.type(x).shape;
  if (shape.rank() > 1) return b.Add(ops::MatMul{}, {x, matrix});
  ValueId y = b.Add(ops::MatMul{}, {b.Reshape(x, {1, shape[0]}), matrix});
  return b.Reshape(y, {-1});
}

}  // namespace

Values LowerConj(const TfNode& node, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 1));
  LoweringBuilder b(in);
  if (!IsComplex(in.type(in.input(0)).dtype)) return Unsupported(node.op, " of ", in.type(in.input(0)).dtype);
  Parts x = PartsOf(b, in.input(0));
  return b.Done({Join(b, {x.re, b.Unary(U::kNeg, x.im)})});
}

Values LowerAngle(const TfNode&, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 1));
  LoweringBuilder b(in);
  Parts x = PartsOf(b, in.input(0));
  return b.Done({b.Binary(B::kAtan2, {x.im, x.re})});
}

// Exp of complex numbers; of others it is an op of ours.
Values LowerExp(const TfNode& node, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 1));
  if (!IsComplex(in.type(in.input(0)).dtype)) return OpFromTf(node, in);
  LoweringBuilder b(in);
  Parts x = PartsOf(b, in.input(0));
  ValueId size = b.Unary(U::kExp, x.re);
  return b.Done({Join(
      b, {b.Binary(B::kMul, {size, b.Unary(U::kCos, x.im)}), b.Binary(B::kMul, {size, b.Unary(U::kSin, x.im)})})});
}

// FFT and IFFT: y[k] = sum over t of x[t] (cos - i sin)(2 pi k t / n); the inverse turns the other way and divides by
// n.
Values LowerFft(const TfNode& node, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 1));
  LoweringBuilder b(in);
  ValueId x = in.input(0);
  ASSIGN_OR_RETURN(int64_t n, RowsOf(b, x));
  bool inverse = node.op == "IFFT";
  Parts w = Waves(b, n, n, [&](int64_t) { return inverse ? 1.0 / static_cast<double>(n) : 1.0; });
  Parts p = PartsOf(b, x);
  ValueId re_cos = Product(b, p.re, w.re), re_sin = Product(b, p.re, w.im);
  ValueId im_cos = Product(b, p.im, w.re), im_sin = Product(b, p.im, w.im);
  B to_re = inverse ? B::kSub : B::kAdd, to_im = inverse ? B::kAdd : B::kSub;
  return b.Done({Join(b, {b.Binary(to_re, {re_cos, im_sin}), b.Binary(to_im, {im_cos, re_sin})})});
}

// IRFFT: real x from the half of its spectrum, cut or continued with zeros for n numbers.
Values LowerIrfft(const TfNode&, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 2));
  ASSIGN_OR_RETURN(int64_t n, in.ConstantInt(1, "fft_length"));
  LoweringBuilder b(in);
  ValueId x = in.input(0);
  ASSIGN_OR_RETURN(int64_t given, RowsOf(b, x));
  if (n < 1 || n > kMaxLength) return Unsupported("a transform of length ", n, "; the longest is ", kMaxLength);
  Parts w = Waves(b, given, n, [&](int64_t k) {
    double times = k == 0 || 2 * k == n ? 1 : 2 * k < n ? 2 : 0;
    return times / static_cast<double>(n);
  });
  Parts p = PartsOf(b, x);
  return b.Done({b.Binary(B::kSub, {Product(b, p.re, w.re), Product(b, p.im, w.im)})});
}

}  // namespace slipway::wire
