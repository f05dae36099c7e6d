// Gradients of functions, as graphs with a gradient in them hold them: operands y (or x) and dy.
#include "ir/wire/lower/builder.h"
#include "ir/wire/lower/lower.h"

namespace slipway::wire {

namespace {

using B = ops::BinaryKind;
using C = ops::CompareKind;
using U = ops::UnaryKind;
using ir::ValueId;
using Values = Result<std::vector<ValueId>>;

template <class F>
Values Grad(TfImporter& in, F f) {
  RETURN_IF_ERROR(CheckInputs(in, 2));
  LoweringBuilder b(in);
  ValueId y = f(b, in.input(0), in.input(1));
  return b.Done({y});
}

// dy where the condition holds, else 0.
ValueId Where(LoweringBuilder& b, ValueId condition, ValueId dy) { return b.Select({condition, dy, b.Scalar(dy, 0)}); }

}  // namespace

Values LowerTanhGrad(const TfNode&, TfImporter& in) {
  return Grad(in, [](auto& b, auto y, auto dy) {
    return b.Binary(B::kMul, {dy, b.Binary(B::kSub, {b.Scalar(y, 1), b.Unary(U::kSquare, y)})});
  });
}

Values LowerSigmoidGrad(const TfNode&, TfImporter& in) {
  return Grad(in, [](auto& b, auto y, auto dy) {
    return b.Binary(B::kMul, {dy, b.Binary(B::kMul, {y, b.Binary(B::kSub, {b.Scalar(y, 1), y})})});
  });
}

Values LowerSqrtGrad(const TfNode&, TfImporter& in) {
  return Grad(in, [](auto& b, auto y, auto dy) {
    return b.Binary(B::kDiv, {b.Binary(B::kMul, {dy, b.Scalar(y, 0.5)}), y});
  });
}

Values LowerRsqrtGrad(const TfNode&, TfImporter& in) {
  return Grad(in, [](auto& b, auto y, auto dy) {
    ValueId cube = b.Binary(B::kMul, {b.Unary(U::kSquare, y), y});
    return b.Binary(B::kMul, {b.Binary(B::kMul, {dy, b.Scalar(y, -0.5)}), cube});
  });
}

Values LowerReciprocalGrad(const TfNode&, TfImporter& in) {
  return Grad(in, [](auto& b, auto y, auto dy) {
    return b.Unary(U::kNeg, b.Binary(B::kMul, {dy, b.Unary(U::kSquare, y)}));
  });
}

// The ops that follow take dy first, then what the function was given or gave.
Values LowerReluGrad(const TfNode&, TfImporter& in) {
  return Grad(in, [](auto& b, auto dy, auto x) { return Where(b, b.Compare(C::kGreater, {x, b.Scalar(x, 0)}), dy); });
}

Values LowerRelu6Grad(const TfNode&, TfImporter& in) {
  return Grad(in, [](auto& b, auto dy, auto x) {
    ValueId inside = b.Binary(B::kLogicalAnd,
                              {b.Compare(C::kGreater, {x, b.Scalar(x, 0)}), b.Compare(C::kLess, {x, b.Scalar(x, 6)})});
    return Where(b, inside, dy);
  });
}

Values LowerLeakyReluGrad(const TfNode& node, TfImporter& in) {
  ASSIGN_OR_RETURN(float alpha, node.Float("alpha", 0.2f));
  return Grad(in, [&](auto& b, auto dy, auto x) {
    ValueId positive = b.Compare(C::kGreater, {x, b.Scalar(x, 0)});
    return b.Select({positive, dy, b.Binary(B::kMul, {dy, b.Scalar(dy, alpha)})});
  });
}

Values LowerEluGrad(const TfNode&, TfImporter& in) {
  return Grad(in, [](auto& b, auto dy, auto y) {
    ValueId slope = b.Binary(B::kAdd, {b.Binary(B::kMinimum, {y, b.Scalar(y, 0)}), b.Scalar(y, 1)});
    return b.Binary(B::kMul, {dy, slope});
  });
}

Values LowerSoftplusGrad(const TfNode&, TfImporter& in) {
  return Grad(in, [](auto& b, auto dy, auto x) { return b.Binary(B::kMul, {dy, b.Unary(U::kSigmoid, x)}); });
}

}  // namespace slipway::wire
