#include "ops/code_cases.h"
#include "ops/reduce/reduce.h"

namespace slipway::ops {

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInf = std::numeric_limits<float>::infinity();

CaseInput NoAxes() { return Const(Tensor(DType::kI32, Shape{0})); }

// Values of TensorFlow.
std::vector<Case> ValueCases() {
  return {
      {.name = "reduce_Sum_values",
       .op = Reduce{.kind = ReduceKind::kSum},
       .inputs = {Given(Tensor::Of<float>({2, 3}, {1, 2, 3, 4, 5, 6})), ConstInts({-1})},
       .expected = {Tensor::Of<float>({2}, {6, 15})}},
      {.name = "reduce_Sum_of_nothing",
       .op = Reduce{.kind = ReduceKind::kSum},
       .inputs = {Rand({0, 2}), ConstInts({0})},
       .expected = {Tensor::Of<float>({2}, {0, 0})}},
      {.name = "reduce_Mean_of_nothing",
       .op = Reduce{.kind = ReduceKind::kMean},
       .inputs = {Rand({0, 2}), ConstInts({0})},
       .expected = {Tensor::Of<float>({2}, {kNan, kNan})},
       .gradient = false},
      {.name = "reduce_Max_of_nothing",
       .op = Reduce{.kind = ReduceKind::kMax},
       .inputs = {Rand({0, 2}), ConstInts({0})},
       .expected = {Tensor::Of<float>({2}, {-kInf, -kInf})},
       .gradient = false},
      {.name = "reduce_Min_of_nothing_i8",
       .op = Reduce{.kind = ReduceKind::kMin},
       .inputs = {Rand({0, 2}, 0, 1, DType::kI8), ConstInts({0})},
       .expected = {Tensor::Of<int8_t>({2}, {127, 127})}},
      {.name = "reduce_Prod_of_nothing",
       .op = Reduce{.kind = ReduceKind::kProd},
       .inputs = {Rand({0, 2}), ConstInts({0})},
       .expected = {Tensor::Of<float>({2}, {1, 1})},
       .gradient = false},
      {.name = "reduce_Max_nan",
       .op = Reduce{.kind = ReduceKind::kMax},
       .inputs = {Given(Tensor::Of<float>({2, 2}, {1, kNan, 3, 2})), ConstInts({1})},
       .expected = {Tensor::Of<float>({2}, {kNan, 3})},
       .gradient = false},
      {.name = "reduce_Mean_i32_rounds_to_zero",
       .op = Reduce{.kind = ReduceKind::kMean},
       .inputs = {Given(Tensor::Of<int32_t>({2}, {-3, -4})), ConstInts({0})},
       .expected = {Tensor::Of<int32_t>({}, {-3})}},
      {.name = "reduce_Mean_i8",
       .op = Reduce{.kind = ReduceKind::kMean},
       .inputs = {Given(Tensor::Of<int8_t>({2}, {120, 120})), ConstInts({0})},
       .expected = {Tensor::Of<int8_t>({}, {120})}},
      {.name = "reduce_Prod_zeros",
       .op = Reduce{.kind = ReduceKind::kProd},
       .inputs = {Given(Tensor::Of<float>({3, 3}, {1, 3, 0, 2, 0, 0, 1, 2, 3})), ConstInts({1})},
       .expected = {Tensor::Of<float>({3}, {0, 0, 6})}},
      {.name = "reduce_Any_values",
       .op = Reduce{.kind = ReduceKind::kAny},
       .inputs = {Given(Tensor::Of<bool>({2, 2}, {false, true, false, false})), ConstInts({1})},
       .expected = {Tensor::Of<bool>({2}, {true, false})}},
      {.name = "reduce_All_values",
       .op = Reduce{.kind = ReduceKind::kAll, .keep_dims = true},
       .inputs = {Given(Tensor::Of<bool>({2, 2}, {false, true, true, true})), ConstInts({1})},
       .expected = {Tensor::Of<bool>({2, 1}, {false, true})}},
  };
}

}  // namespace

std::vector<Case> Cases(const Reduce*) {
  std::vector<Case> cases = ValueCases();
  std::vector<Case> refused = {
      {.name = "reduce_c1",
       .op = Reduce{.kind = ReduceKind::kAny},
       .inputs = {Rand({2}), ConstInts({0})},
       .error = "Any does not take f32"},
      {.name = "reduce_c2",
       .op = Reduce{},
       .inputs = {Rand({2}), Rand({1})},
       .error = "expected a vector of i32 or i64"},
      {.name = "reduce_c3", .op = Reduce{}, .inputs = {Rand({2, 3}), ConstInts({2})}, .error = "outside of rank 2"},
  };
  for (Case& c : refused) cases.push_back(std::move(c));
  for (ReduceKind kind : {ReduceKind::kSum, ReduceKind::kMean, ReduceKind::kMax, ReduceKind::kMin, ReduceKind::kProd}) {
    const char* name = EnumNames(kind)[static_cast<size_t>(kind)];
    auto add = [&](const char* what, Reduce op, Shape x, CaseInput axes, DType t = DType::kF32) {
      cases.push_back({.name = StrCat("reduce_", name, "_", what),
                       .op = op,
                       .inputs = {Rand(x, 0.5, IsInteger(t) ? 9 : 1.5, t), std::move(axes)},
                       .gradient = x.Elements() < 1000});
    };
    add("last", {.kind = kind}, {5, 37}, ConstInts({1}));
    add("first", {.kind = kind}, {37, 5}, ConstInts({0}));
    add("middle", {.kind = kind, .keep_dims = true}, {3, 7, 5}, ConstInts({-2}));
    add("spatial", {.kind = kind}, {2, 3, 4, 5}, ConstInts({1, 2}));
    add("outer", {.kind = kind}, {2, 3, 4, 5}, ConstInts({0, 2}, DType::kI64));
    add("all", {.kind = kind}, {2, 3, 4, 3}, ConstInts({0, 1, 2, 3}));
    add("scalar_axis", {.kind = kind}, {4, 3}, Const(Tensor::Scalar<int32_t>(0)));
    add("no_axes", {.kind = kind}, {4, 3}, NoAxes());
    add("of_scalar", {.kind = kind}, {}, NoAxes());
    add("of_scalar_any_axis", {.kind = kind}, {}, ConstInts({5, -1}));
    add("axes_from_data", {.kind = kind}, {4, 3}, Given(Tensor::Of<int32_t>({1}, {1})));
    cases.back().gradient = false;
    add("odd_axes", {.kind = kind}, {2, 3, 1, 4, 2, 3, 2}, ConstInts({1, 3, 5}));
    add("even_axes", {.kind = kind}, {2, 3, 1, 4, 2, 3, 2}, ConstInts({0, 4, 6}));
    add("f16", {.kind = kind}, {3, 4, 5}, ConstInts({1}), DType::kF16);
    cases.back().tolerance = 2e-3;
    if (kind != ReduceKind::kProd) {
      add("long_row", {.kind = kind}, {2, 100003}, ConstInts({1}));
      add("long_column", {.kind = kind}, {20011, 9}, ConstInts({0}));
      add("two_long", {.kind = kind}, {300, 3, 400}, ConstInts({0, 2}));
    }
    add("i32", {.kind = kind}, {4, 3}, ConstInts({0}), DType::kI32);
    add("i64", {.kind = kind}, {4, 3}, ConstInts({1}), DType::kI64);
  }
  // LiteRT
  Tensor x = Tensor::Of<int8_t>({2, 3}, {1, -20, 30, 40, 50, -60}), y = Tensor::Of<int8_t>({3}, {5, -48, -97});
  x.mutable_type().quant = {{0.05f}, {-3}, 0};
  cases.push_back({.name = "reduce_Prod_i8_axes_from_data",
                   .op = Reduce{.kind = ReduceKind::kProd},
                   .inputs = {Given(x), Given(Tensor::Of<int32_t>({1}, {0}))},
                   .expected = {y},
                   .gradient = false,
                   .out_quant = {x.type().quant}});
  const std::vector<Case> codes = {
#include "ops/reduce/code_cases.def"
  };
  cases.insert(cases.end(), codes.begin(), codes.end());
  return cases;
}

}  // namespace slipway::ops
