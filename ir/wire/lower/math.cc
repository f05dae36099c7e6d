// Element-wise functions that are short expressions of others.
#include <limits>

#include "ir/wire/lower/builder.h"
#include "ir/wire/lower/lower.h"
#include "ops/cast/cast.h"
#include "ops/reduce/reduce.h"
#include "ops/select/select.h"

namespace slipway::wire {

namespace {

using B = ops::BinaryKind;
using C = ops::CompareKind;
using U = ops::UnaryKind;
using Values = Result<std::vector<ir::ValueId>>;

template <class F>
Values Lower1(TfImporter& in, F f) {
  RETURN_IF_ERROR(CheckInputs(in, 1));
  LoweringBuilder b(in);
  ir::ValueId y = f(b, in.input(0));
  return b.Done({y});
}

template <class F>
Values Lower2(TfImporter& in, F f) {
  RETURN_IF_ERROR(CheckInputs(in, 2));
  LoweringBuilder b(in);
  ir::ValueId y = f(b, in.input(0), in.input(1));
  return b.Done({y});
}

// y where x is not 0, else 0: what Xlogy and its kin do with NaN and infinity.
ir::ValueId UnlessZero(LoweringBuilder& b, ir::ValueId x, ir::ValueId y) {
  ir::ValueId zero = b.Scalar(x, 0);
  return b.Add(ops::Select{}, {b.Compare(C::kEqual, {x, zero}), zero, y});
}

// sqrt((1 - x)(1 + x)) keeps its digits near |x| = 1.
ir::ValueId Leg(LoweringBuilder& b, ir::ValueId x) {
  ir::ValueId one = b.Scalar(x, 1);
  return b.Unary(U::kSqrt, b.Binary(B::kMul, {b.Binary(B::kSub, {one, x}), b.Binary(B::kAdd, {one, x})}));
}

}  // namespace

Values LowerClipByValue(const TfNode&, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 3));
  LoweringBuilder b(in);
  return b.Done({b.Binary(B::kMaximum, {b.Binary(B::kMinimum, {in.input(0), in.input(2)}), in.input(1)})});
}

// Halves go to even in both.
Values LowerRint(const TfNode&, TfImporter& in) {
  return Lower1(in, [](auto& b, auto x) { return b.Unary(U::kRound, x); });
}

Values LowerInv(const TfNode&, TfImporter& in) {
  return Lower1(in, [](auto& b, auto x) { return b.Unary(U::kReciprocal, x); });
}

Values LowerErfc(const TfNode&, TfImporter& in) {
  return Lower1(in, [](auto& b, auto x) { return b.Binary(B::kSub, {b.Scalar(x, 1), b.Unary(U::kErf, x)}); });
}

Values LowerTan(const TfNode&, TfImporter& in) {
  return Lower1(in, [](auto& b, auto x) { return b.Binary(B::kDiv, {b.Unary(U::kSin, x), b.Unary(U::kCos, x)}); });
}

Values LowerAtan(const TfNode&, TfImporter& in) {
  return Lower1(in, [](auto& b, auto x) {
    // 1 in the shape of x (0 where x is NaN): LiteRT's atan2 does not broadcast.
    ir::ValueId one = b.Add(ops::Cast{.to = b.type(x).dtype}, {b.Compare(C::kEqual, {x, x})});
    return b.Binary(B::kAtan2, {x, one});
  });
}

Values LowerAsin(const TfNode&, TfImporter& in) {
  return Lower1(in, [](auto& b, auto x) { return b.Binary(B::kAtan2, {x, Leg(b, x)}); });
}

Values LowerAcos(const TfNode&, TfImporter& in) {
  return Lower1(in, [](auto& b, auto x) { return b.Binary(B::kAtan2, {Leg(b, x), x}); });
}

// (expm1(x) - expm1(-x)) / 2 keeps its digits near 0.
Values LowerSinh(const TfNode&, TfImporter& in) {
  return Lower1(in, [](auto& b, auto x) {
    ir::ValueId half = b.Scalar(x, 0.5);
    ir::ValueId e = b.Unary(U::kExpm1, x), f = b.Unary(U::kExpm1, b.Unary(U::kNeg, x));
    return b.Binary(B::kMul, {half, b.Binary(B::kSub, {e, f})});
  });
}

Values LowerCosh(const TfNode&, TfImporter& in) {
  return Lower1(in, [](auto& b, auto x) {
    ir::ValueId sum = b.Binary(B::kAdd, {b.Unary(U::kExp, x), b.Unary(U::kExp, b.Unary(U::kNeg, x))});
    return b.Binary(B::kMul, {b.Scalar(x, 0.5), sum});
  });
}

// sign(x) log1p(|x| + x^2 / (1 + sqrt(x^2 + 1)))
Values LowerAsinh(const TfNode&, TfImporter& in) {
  return Lower1(in, [](auto& b, auto x) {
    ir::ValueId one = b.Scalar(x, 1), square = b.Unary(U::kSquare, x);
    ir::ValueId root = b.Unary(U::kSqrt, b.Binary(B::kAdd, {square, one}));
    ir::ValueId rest = b.Binary(B::kDiv, {square, b.Binary(B::kAdd, {one, root})});
    ir::ValueId log = b.Unary(U::kLog1p, b.Binary(B::kAdd, {b.Unary(U::kAbs, x), rest}));
    return b.Binary(B::kMul, {b.Unary(U::kSign, x), log});
  });
}

Values LowerAcosh(const TfNode&, TfImporter& in) {
  return Lower1(in, [](auto& b, auto x) {
    ir::ValueId one = b.Scalar(x, 1);
    ir::ValueId product = b.Binary(B::kMul, {b.Binary(B::kSub, {x, one}), b.Binary(B::kAdd, {x, one})});
    return b.Unary(U::kLog, b.Binary(B::kAdd, {x, b.Unary(U::kSqrt, product)}));
  });
}

Values LowerAtanh(const TfNode&, TfImporter& in) {
  return Lower1(in, [](auto& b, auto x) {
    ir::ValueId difference = b.Binary(B::kSub, {b.Unary(U::kLog1p, x), b.Unary(U::kLog1p, b.Unary(U::kNeg, x))});
    return b.Binary(B::kMul, {b.Scalar(x, 0.5), difference});
  });
}

Values LowerIsNan(const TfNode&, TfImporter& in) {
  return Lower1(in, [](auto& b, auto x) { return b.Compare(C::kNotEqual, {x, x}); });
}

Values LowerIsInf(const TfNode&, TfImporter& in) {
  return Lower1(in, [](auto& b, auto x) {
    return b.Compare(C::kEqual, {b.Unary(U::kAbs, x), b.Scalar(x, std::numeric_limits<double>::infinity())});
  });
}

Values LowerIsFinite(const TfNode&, TfImporter& in) {
  return Lower1(in, [](auto& b, auto x) {
    return b.Compare(C::kLess, {b.Unary(U::kAbs, x), b.Scalar(x, std::numeric_limits<double>::infinity())});
  });
}

Values LowerLogicalXor(const TfNode&, TfImporter& in) {
  return Lower2(in, [](auto& b, auto x, auto y) { return b.Compare(C::kNotEqual, {x, y}); });
}

Values LowerApproximateEqual(const TfNode& node, TfImporter& in) {
  ASSIGN_OR_RETURN(float tolerance, node.Float("tolerance", 1e-5f));
  return Lower2(in, [&](auto& b, auto x, auto y) {
    ir::ValueId distance = b.Unary(U::kAbs, b.Binary(B::kSub, {x, y}));
    return b.Compare(C::kLess, {distance, b.Scalar(x, tolerance)});
  });
}

// Div of integers rounds to zero.
Values LowerTruncateDiv(const TfNode&, TfImporter& in) {
  return Lower2(in, [](auto& b, auto x, auto y) {
    if (!IsInteger(b.type(x).dtype)) b.Fail(Unsupported("operands of ", b.type(x).dtype, ", only integers"));
    return b.Binary(B::kDiv, {x, y});
  });
}

Values LowerTruncateMod(const TfNode&, TfImporter& in) {
  return Lower2(in, [](auto& b, auto x, auto y) {
    if (!IsInteger(b.type(x).dtype)) b.Fail(Unsupported("operands of ", b.type(x).dtype, ", only integers"));
    return b.Binary(B::kSub, {x, b.Binary(B::kMul, {b.Binary(B::kDiv, {x, y}), y})});
  });
}

Values LowerMulNoNan(const TfNode&, TfImporter& in) {
  return Lower2(in, [](auto& b, auto x, auto y) { return UnlessZero(b, y, b.Binary(B::kMul, {x, y})); });
}

Values LowerXdivy(const TfNode&, TfImporter& in) {
  return Lower2(in, [](auto& b, auto x, auto y) { return UnlessZero(b, x, b.Binary(B::kDiv, {x, y})); });
}

Values LowerXlogy(const TfNode&, TfImporter& in) {
  return Lower2(in, [](auto& b, auto x, auto y) {
    return UnlessZero(b, x, b.Binary(B::kMul, {x, b.Unary(U::kLog, y)}));
  });
}

Values LowerXlog1py(const TfNode&, TfImporter& in) {
  return Lower2(in, [](auto& b, auto x, auto y) {
    return UnlessZero(b, x, b.Binary(B::kMul, {x, b.Unary(U::kLog1p, y)}));
  });
}

Values LowerEuclideanNorm(const TfNode& node, TfImporter& in) {
  ASSIGN_OR_RETURN(bool keep_dims, node.Bool("keep_dims", false));
  return Lower2(in, [&](auto& b, auto x, auto axes) {
    ir::ValueId sum =
        b.Add(ops::Reduce{.kind = ops::ReduceKind::kSum, .keep_dims = keep_dims}, {b.Unary(U::kSquare, x), axes});
    return b.Unary(U::kSqrt, sum);
  });
}

Values LowerL2Loss(const TfNode&, TfImporter& in) {
  return Lower1(in, [](auto& b, auto x) {
    const Shape& shape = b.type(x).shape;
    if (!shape.has_rank()) {
      b.Fail(Unsupported("x of unknown rank"));
      return x;
    }
    std::vector<int64_t> axes;
    for (int i = 0; i < shape.rank(); ++i) axes.push_back(i);
    ir::ValueId sum = b.Add(ops::Reduce{.kind = ops::ReduceKind::kSum}, {b.Unary(U::kSquare, x), b.Ints(axes)});
    return b.Binary(B::kMul, {sum, b.Scalar(x, 0.5)});
  });
}

}  // namespace slipway::wire
