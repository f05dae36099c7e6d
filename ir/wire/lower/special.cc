// Special functions by approximations that hold in all of float32: Lanczos' for the gamma function (g = 7, nine terms),
// Giles' polynomials for the inverse error function, Chebyshev series for the Bessel function.
#include <cmath>
#include <limits>

#include "ir/wire/lower/builder.h"
#include "ir/wire/lower/lower.h"
#include "ops/bitcast/bitcast.h"

namespace slipway::wire {

namespace {

using B = ops::BinaryKind;
using C = ops::CompareKind;
using U = ops::UnaryKind;
using ir::ValueId;
using Values = Result<std::vector<ValueId>>;

constexpr double kPi = 3.14159265358979323846;

// Expressions over f32 that read like formulas.
class Formula {
 public:
  explicit Formula(LoweringBuilder& b) : b_(b) {}
  struct Term {
    Formula* f;
    ValueId v;
    friend Term operator+(Term a, Term c) { return a.f->Apply(B::kAdd, a, c); }
    friend Term operator-(Term a, Term c) { return a.f->Apply(B::kSub, a, c); }
    friend Term operator*(Term a, Term c) { return a.f->Apply(B::kMul, a, c); }
    friend Term operator/(Term a, Term c) { return a.f->Apply(B::kDiv, a, c); }
    friend Term operator+(Term a, double c) { return a + a.f->Number(a, c); }
    friend Term operator-(Term a, double c) { return a - a.f->Number(a, c); }
    friend Term operator*(Term a, double c) { return a * a.f->Number(a, c); }
    friend Term operator/(Term a, double c) { return a / a.f->Number(a, c); }
    friend Term operator-(double c, Term a) { return a.f->Number(a, c) - a; }
    friend Term operator/(double c, Term a) { return a.f->Number(a, c) / a; }
    friend ValueId operator<(Term a, double c) { return a.f->Compare(C::kLess, a, c); }
    friend ValueId operator<=(Term a, double c) { return a.f->Compare(C::kLessEqual, a, c); }
    friend ValueId operator==(Term a, double c) { return a.f->Compare(C::kEqual, a, c); }
  };
  Term Of(ValueId v) { return {this, v}; }
  Term Number(Term like, double v) { return {this, b_.Scalar(like.v, v)}; }
  Term Apply(B kind, Term a, Term c) { return {this, b_.Binary(kind, {a.v, c.v})}; }
  Term Apply(U kind, Term a) { return {this, b_.Unary(kind, a.v)}; }
  ValueId Compare(C kind, Term a, double c) { return b_.Compare(kind, {a.v, b_.Scalar(a.v, c)}); }
  Term Where(ValueId condition, Term a, Term c) { return {this, b_.Select({condition, a.v, c.v})}; }
  Term Maximum(Term a, double c) { return Apply(B::kMaximum, a, Number(a, c)); }

 private:
  LoweringBuilder& b_;
};
using Term = Formula::Term;

template <class F>
Values OfFloats(TfImporter& in, F f) {
  RETURN_IF_ERROR(CheckInputs(in, 1));
  if (in.type(in.input(0)).dtype != DType::kF32)
    return Unsupported("operands of ", in.type(in.input(0)).dtype, ", only float32");
  LoweringBuilder b(in);
  Formula formula(b);
  Term y = f(formula, formula.Of(in.input(0)));
  return b.Done({y.v});
}

constexpr double kLanczos[] = {676.520368121885098567,    -1259.13921672240287048,  771.323428777653078849,
                               -176.615029162140599066,   12.5073432786869048145,   -0.138571095265720116896,
                               9.98436957801957085956e-6, 1.50563273514931155834e-7};
constexpr double kLanczosBase = 0.999999999999809932277, kLanczosG = 7;

// The terms at 1 - x left of 1/2, at x elsewhere: z, the sum and its derivative.
struct LanczosSum {
  Term z, sum, slope;
};
LanczosSum SumAt(Formula& f, Term x, ValueId left) {
  Term mirrored = 0.0 - x, shifted = x - 1;
  Term z = f.Where(left, mirrored, shifted), sum = f.Number(x, kLanczosBase), slope = f.Number(x, 0);
  for (int i = 0; i < 8; ++i) {
    Term denominator = z + (i + 1), part = f.Number(x, kLanczos[i]) / denominator;
    sum = sum + part;
    slope = slope - part / denominator;
  }
  return {z, sum, slope};
}

// sin(pi x) with the distance to the next integer.
Term SinPi(Formula& f, Term x) {
  Term away = f.Apply(U::kAbs, x - f.Apply(U::kRound, x));
  return f.Apply(U::kSin, away * kPi);
}

Term ErfInv(Formula& f, Term x) {
  constexpr double kCentre[] = {2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087,
                                -0.00125372503, -0.00417768164, 0.246640727,    1.50140941};
  constexpr double kTail[] = {-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773,
                              -0.0076224613,   0.00943887047,  1.00167406,    2.83297682};
  Term below = 1.0 - x, above = f.Number(x, 1) + x;
  Term w = 0.0 - f.Apply(U::kLog, below * above);
  auto polynomial = [&](const double* c, Term at) {
    Term y = f.Number(x, c[0]);
    for (int i = 1; i < 9; ++i) y = y * at + c[i];
    return y;
  };
  Term tail = polynomial(kTail, f.Apply(U::kSqrt, w) - 3);
  Term centre = polynomial(kCentre, w - 2.5);
  Term y = f.Where(w < 5, centre, tail) * x;
  Term infinite = x * std::numeric_limits<double>::infinity();
  return f.Where(f.Apply(U::kAbs, x) == 1, infinite, y);
}

template <size_t N>
Term Chebyshev(Formula& f, const double (&c)[N], Term x) {
  Term b0 = f.Number(x, c[0]), b1 = f.Number(x, 0), b2 = b1;
  for (size_t i = 1; i < N; ++i) {
    b2 = b1;
    b1 = b0;
    b0 = x * b1 - b2 + c[i];
  }
  return (b0 - b2) * 0.5;
}

}  // namespace

Values LowerLgamma(const TfNode&, TfImporter& in) {
  return OfFloats(in, [&](Formula& f, Term x) {
    ValueId left = x < 0.5;
    LanczosSum l = SumAt(f, x, left);
    Term t = l.z + (kLanczosG + 0.5), log_t = f.Apply(U::kLog, t);
    Term ratio = t / log_t, log_sum = f.Apply(U::kLog, l.sum);
    Term y = (l.z + 0.5 - ratio) * log_t + log_sum + 0.5 * std::log(2 * kPi);
    Term reflected = std::log(kPi) - f.Apply(U::kLog, SinPi(f, x)) - y;
    Term result = f.Where(left, reflected, y);
    // Both infinities give infinity.
    Term magnitude = f.Apply(U::kAbs, x);
    ValueId finite = (magnitude - std::numeric_limits<float>::max()) <= 0;
    return f.Where(finite, result, magnitude);
  });
}

Values LowerDigamma(const TfNode&, TfImporter& in) {
  return OfFloats(in, [&](Formula& f, Term x) {
    ValueId left = x < 0.5;
    LanczosSum l = SumAt(f, x, left);
    Term t = l.z + (kLanczosG + 0.5);
    Term log_t = f.Apply(U::kLog, t), slope = l.slope / l.sum, rest = f.Number(x, kLanczosG) / t;
    Term y = log_t + slope - rest;
    Term away = (x - f.Apply(U::kRound, x)) * kPi;
    Term cosine = f.Apply(U::kCos, away), cotangent = cosine / f.Apply(U::kSin, away);
    Term reflected = y - cotangent * kPi;
    // Poles at the integers that are not positive.
    Term pole = f.Apply(U::kAbs, x - f.Apply(U::kRound, x));
    Term nan = f.Number(x, std::numeric_limits<double>::quiet_NaN());
    reflected = f.Where(pole == 0, nan, reflected);
    return f.Where(left, reflected, y);
  });
}

Values LowerErfinv(const TfNode&, TfImporter& in) {
  return OfFloats(in, [](Formula& f, Term x) { return ErfInv(f, x); });
}

// The quantile of the normal distribution.
Values LowerNdtri(const TfNode&, TfImporter& in) {
  return OfFloats(in, [](Formula& f, Term x) { return ErfInv(f, x * 2 - 1) * std::sqrt(2.0); });
}

Values LowerBesselI0e(const TfNode&, TfImporter& in) {
  constexpr double kNear[] = {-1.30002500998624804e-8, 6.04699502254191895e-8,  -2.67079385394061173e-7,
                              1.11738753912010372e-6,  -4.41673835845875056e-6, 1.64484480707288971e-5,
                              -5.75419501008210370e-5, 1.88502885095841656e-4,  -5.76375574538582366e-4,
                              1.63947561694133580e-3,  -4.32430999505057594e-3, 1.05464603945949983e-2,
                              -2.37374148058994688e-2, 4.93052842396707085e-2,  -9.49010970480476444e-2,
                              1.71620901522208775e-1,  -3.04682672343198398e-1, 6.76795274409476085e-1};
  constexpr double kFar[] = {3.39623202570838635e-9, 2.26666899049817806e-8, 2.04891858946906374e-7,
                             2.89137052083475648e-6, 6.88975834691682398e-5, 3.36911647825569409e-3,
                             8.04490411014108832e-1};
  return OfFloats(in, [&](Formula& f, Term x) {
    Term size = f.Apply(U::kAbs, x), away = f.Maximum(size, 8);
    Term near = Chebyshev(f, kNear, size * 0.5 - 2);
    Term far = Chebyshev(f, kFar, 32.0 / away - 2);
    far = far / f.Apply(U::kSqrt, away);
    return f.Where(size <= 8, near, far);
  });
}

// All bits turned: -1 - x, of unsigned numbers the largest less x.
Values LowerInvert(const TfNode&, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 1));
  LoweringBuilder b(in);
  ValueId x = in.input(0);
  const DType t = in.type(x).dtype;
  if (!IsInteger(t)) return Unsupported("operands of ", t, ", only integers");
  const bool has_sign = t == DType::kI8 || t == DType::kI16 || t == DType::kI32 || t == DType::kI64;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return b.Done({b.Binary(B::kSub, {b.Scalar(x, has_sign ? -1 : infinity), x})});
}

// The bits of a float, as an integer, count up away from zero.
Values LowerNextAfter(const TfNode&, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 2));
  LoweringBuilder b(in);
  ValueId x = in.input(0), y = in.input(1);
  if (in.type(x).dtype != DType::kF32) return Unsupported("operands of ", in.type(x).dtype, ", only float32");
  ValueId zero = b.Scalar(x, 0), bits = b.Add(ops::Bitcast{DType::kI32}, {x});
  ValueId away = b.Compare(C::kEqual, {b.Compare(C::kLess, {x, y}), b.Compare(C::kGreater, {x, zero})});
  ValueId moved = b.Binary(B::kAdd, {bits, b.Select({away, b.Int(1), b.Int(-1)})});
  ValueId next = b.Add(ops::Bitcast{DType::kF32}, {moved});
  ValueId tiny = b.Binary(B::kMul, {b.Unary(U::kSign, y), b.Scalar(x, std::numeric_limits<float>::denorm_min())});
  next = b.Select({b.Compare(C::kEqual, {x, zero}), tiny, next});
  next = b.Select({b.Compare(C::kEqual, {x, y}), y, next});
  ValueId unordered = b.Binary(B::kLogicalOr, {b.Compare(C::kNotEqual, {x, x}), b.Compare(C::kNotEqual, {y, y})});
  return b.Done({b.Select({unordered, b.Binary(B::kAdd, {x, y}), next})});
}

}  // namespace slipway::wire
