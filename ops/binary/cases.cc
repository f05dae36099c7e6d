#include <climits>
#include <complex>

#include "ops/binary/binary.h"
#include "ops/code_cases.h"

namespace slipway::ops {

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

template <class T>
CaseInput Vector(std::initializer_list<T> values) {
  return Given(Tensor::Of<T>({static_cast<int64_t>(values.size())}, values));
}

bool TakesOnlyIntegers(BinaryKind kind) {
  return kind == BinaryKind::kBitwiseAnd || kind == BinaryKind::kBitwiseOr || kind == BinaryKind::kBitwiseXor ||
         kind == BinaryKind::kLeftShift || kind == BinaryKind::kRightShift;
}

bool IsSigned(DType t) { return t == DType::kI8 || t == DType::kI16 || t == DType::kI32 || t == DType::kI64; }

using C64 = std::complex<float>;

// Values of TensorFlow.
std::vector<Case> ComplexCases() {
  std::vector<Case> cases;
  auto add = [&](BinaryKind kind, std::initializer_list<C64> y) {
    cases.push_back({.name = StrCat("binary_", EnumNames(kind)[static_cast<size_t>(kind)], "_c64"),
                     .op = Binary{.kind = kind},
                     .inputs = {Vector<C64>({{1, 2}, {-3, 0.5f}, {0, 1}}), Vector<C64>({{2, -1}, {4, 4}, {0, -1}})},
                     .expected = {Tensor::Of<C64>({3}, y)}});
  };
  add(BinaryKind::kAdd, {{3, 1}, {1, 4.5f}, {0, 0}});
  add(BinaryKind::kSub, {{-1, 3}, {-7, -3.5f}, {0, 2}});
  add(BinaryKind::kMul, {{4, 3}, {-14, -10}, {1, 0}});
  add(BinaryKind::kDiv, {{0, 1}, {-0.3125f, 0.4375f}, {-1, 0}});
  cases.push_back({.name = "binary_Mul_c64_broadcast",
                   .op = Binary{.kind = BinaryKind::kMul},
                   .inputs = {Rand({3, 1, 5}, -2, 2, DType::kC64), Rand({4, 1}, -2, 2, DType::kC64)}});
  return cases;
}

// Scales of 32-bit integers mean nothing, as in LiteRT.
std::vector<Case> StrayScaleCases() {
  std::vector<Case> cases;
  auto add = [&](BinaryKind kind, std::initializer_list<int32_t> y) {
    cases.push_back({.name = StrCat("binary_", EnumNames(kind)[static_cast<size_t>(kind)], "_i32_stray_scales"),
                     .op = Binary{.kind = kind},
                     .inputs = {Codes({4}, DType::kI32, 0.5f, 0, {3, -4, 100000, 7}),
                                Codes({4}, DType::kI32, 0.25f, 0, {5, 6, 7, -8})},
                     .expected = {CodesOf({4}, DType::kI32, y)},
                     .out_quant = {{{2.0f}, {0}, 0}}});
  };
  add(BinaryKind::kMul, {15, -24, 700000, -56});
  add(BinaryKind::kFloorDiv, {0, -1, 14285, -1});
  return cases;
}

std::vector<Case> RefusedCases() {
  return {
      {.name = "binary_c2_bitwise",
       .op = Binary{.kind = BinaryKind::kBitwiseXor},
       .inputs = {Rand({2}), Rand({2})},
       .error = "BitwiseXor does not take f32"},
      {.name = "binary_c2_complex",
       .op = Binary{.kind = BinaryKind::kMaximum},
       .inputs = {Rand({2}, -1, 1, DType::kC64), Rand({2}, -1, 1, DType::kC64)},
       .error = "Maximum does not take c64"},
      {.name = "binary_c4_complex",
       .op = Binary{.activation = Activation::kRelu},
       .inputs = {Rand({2}, -1, 1, DType::kC64), Rand({2}, -1, 1, DType::kC64)},
       .error = "Add of complex numbers has an activation"},
      {.name = "binary_c1", .op = Binary{}, .inputs = {Rand({2}), ConstInts({1, 2})}, .error = "a is f32 but b is i32"},
      {.name = "binary_c2",
       .op = Binary{.kind = BinaryKind::kLogicalOr},
       .inputs = {Rand({2}), Rand({2})},
       .error = "LogicalOr does not take f32"},
      {.name = "binary_c2_bool",
       .op = Binary{.kind = BinaryKind::kAdd},
       .inputs = {Rand({2}, 0, 1, DType::kBool), Rand({2}, 0, 1, DType::kBool)},
       .error = "Add does not take bool"},
      {.name = "binary_c3", .op = Binary{}, .inputs = {Rand({2, 3}), Rand({4})}, .error = "do not broadcast"},
      {.name = "binary_c4",
       .op = Binary{.kind = BinaryKind::kPow, .activation = Activation::kRelu},
       .inputs = {Rand({2}), Rand({2})},
       .error = "Pow has an activation"},
      {.name = "binary_c4_tanh",
       .op = Binary{.activation = Activation::kTanh},
       .inputs = {Rand({2}), Rand({2})},
       .error = "no clamp"},
  };
}

// Values of TensorFlow.
std::vector<Case> ValueCases() {
  return {
      {.name = "binary_RightShift_values",
       .op = Binary{.kind = BinaryKind::kRightShift},
       .inputs = {Vector<int32_t>({-5, 7, 100, 1, 1, -1, 3}), Vector<int32_t>({1, 2, 40, 33, 31, 7, -1})},
       .expected = {Tensor::Of<int32_t>({7}, {-3, 1, 0, 0, 0, -1, 3})}},
      {.name = "binary_RightShift_u8_values",
       .op = Binary{.kind = BinaryKind::kRightShift},
       .inputs = {Vector<uint8_t>({250, 7, 100, 1, 1, 255, 3}), Vector<uint8_t>({1, 2, 40, 33, 31, 7, 8})},
       .expected = {Tensor::Of<uint8_t>({7}, {125, 1, 0, 0, 0, 1, 0})}},
      {.name = "binary_LeftShift_values",
       .op = Binary{.kind = BinaryKind::kLeftShift},
       .inputs = {Vector<int32_t>({-5, 7, 100, 1, 3}), Vector<int32_t>({1, 2, 40, 40, -1})},
       .expected = {Tensor::Of<int32_t>({5}, {-10, 28, 0, INT_MIN, 3})}},
      {.name = "binary_FloorDiv_values",
       .op = Binary{.kind = BinaryKind::kFloorDiv},
       .inputs = {Vector<float>({7, -7, 7, -7}), Vector<float>({2, 2, -2, -2})},
       .expected = {Tensor::Of<float>({4}, {3, -4, -4, 3})},
       .gradient = false},
      {.name = "binary_FloorMod_values",
       .op = Binary{.kind = BinaryKind::kFloorMod},
       .inputs = {Vector<float>({7, -7, 7, -7, 5, -6}), Vector<float>({2, 2, -2, -2, 8, 3})},
       .expected = {Tensor::Of<float>({6}, {1, 1, -1, -1, 5, -0.0f})},
       .gradient = false},
      {.name = "binary_FloorDiv_by_zero",
       .op = Binary{.kind = BinaryKind::kFloorDiv},
       .inputs = {Given(Tensor::Of<int32_t>({2, 2}, {1, 2, 3, 4})), Given(Tensor::Of<int32_t>({2, 2}, {1, 2, 0, 4}))},
       .run_error = "integer division by zero"},
      {.name = "binary_FloorMod_by_zero",
       .op = Binary{.kind = BinaryKind::kFloorMod},
       .inputs = {Vector<int64_t>({1, 2, 3}), Given(Tensor::Scalar<int64_t>(0))},
       .run_error = "integer division by zero"},
      {.name = "binary_Div_by_zero",
       .op = Binary{.kind = BinaryKind::kDiv},
       .inputs = {Given(Tensor::Scalar<int32_t>(7)), Vector<int32_t>({1, 0, 3})},
       .run_error = "integer division by zero"},
      {.name = "binary_Pow_to_negative",
       .op = Binary{.kind = BinaryKind::kPow},
       .inputs = {Vector<int32_t>({2, 3}), Vector<int32_t>({2, -1})},
       .run_error = "an integer to a negative power"},
      {.name = "binary_FloorDiv_i32_values",
       .op = Binary{.kind = BinaryKind::kFloorDiv},
       .inputs = {Vector<int32_t>({7, -7, 7, -7, INT_MIN}), Vector<int32_t>({2, 2, -2, -2, -1})},
       .expected = {Tensor::Of<int32_t>({5}, {3, -4, -4, 3, INT_MIN})}},
      {.name = "binary_FloorMod_i32_values",
       .op = Binary{.kind = BinaryKind::kFloorMod},
       .inputs = {Vector<int32_t>({7, -7, 7, -7, INT_MIN}), Vector<int32_t>({2, 2, -2, -2, -1})},
       .expected = {Tensor::Of<int32_t>({5}, {1, 1, -1, -1, 0})}},
      {.name = "binary_Div_i32_rounds_to_zero",
       .op = Binary{.kind = BinaryKind::kDiv},
       .inputs = {Vector<int32_t>({7, -7, 7, -7, INT_MIN}), Vector<int32_t>({2, 2, -2, -2, -1})},
       .expected = {Tensor::Of<int32_t>({5}, {3, -3, -3, 3, INT_MIN})}},
      {.name = "binary_Pow_i32_values",
       .op = Binary{.kind = BinaryKind::kPow},
       .inputs = {Vector<int32_t>({2, -3, 0, 5}), Vector<int32_t>({10, 3, 0, 0})},
       .expected = {Tensor::Of<int32_t>({4}, {1024, -27, 1, 1})}},
      {.name = "binary_Maximum_nan",
       .op = Binary{.kind = BinaryKind::kMaximum},
       .inputs = {Vector<float>({kNan, 1, 2}), Vector<float>({0, kNan, 3})},
       .expected = {Tensor::Of<float>({3}, {kNan, kNan, 3})},
       .gradient = false},
      {.name = "binary_DivNoNan_zero",
       .op = Binary{.kind = BinaryKind::kDivNoNan},
       .inputs = {Vector<float>({1, 0, 3}), Vector<float>({0, 0, 2})},
       .expected = {Tensor::Of<float>({3}, {0, 0, 1.5f})},
       .gradient = false},
      {.name = "binary_LogicalAnd_broadcast",
       .op = Binary{.kind = BinaryKind::kLogicalAnd},
       .inputs = {Given(Tensor::Of<bool>({2, 1}, {true, false})), Given(Tensor::Of<bool>({2}, {true, false}))},
       .expected = {Tensor::Of<bool>({2, 2}, {true, false, false, false})}},
      {.name = "binary_LogicalOr_broadcast",
       .op = Binary{.kind = BinaryKind::kLogicalOr},
       .inputs = {Given(Tensor::Of<bool>({2, 1}, {true, false})), Given(Tensor::Of<bool>({2}, {true, false}))},
       .expected = {Tensor::Of<bool>({2, 2}, {true, true, true, false})}},
      {.name = "binary_Add_relu",
       .op = Binary{.activation = Activation::kRelu},
       .inputs = {Vector<float>({1, -2, 3}), Vector<float>({0.5f, 0.5f, 9})},
       .expected = {Tensor::Of<float>({3}, {1.5f, 0, 12})},
       .gradient = false},
      {.name = "binary_Mul_relu6",
       .op = Binary{.kind = BinaryKind::kMul, .activation = Activation::kRelu6},
       .inputs = {Vector<float>({1, -2, 3}), Vector<float>({0.5f, 0.5f, 9})},
       .expected = {Tensor::Of<float>({3}, {0.5f, 0, 6})},
       .gradient = false},
  };
}

}  // namespace

std::vector<Case> Cases(const Binary*) {
  std::vector<Case> cases = RefusedCases();
  for (Case& c : StrayScaleCases()) cases.push_back(std::move(c));
  for (Case& c : ValueCases()) cases.push_back(std::move(c));
  for (Case& c : ComplexCases()) cases.push_back(std::move(c));
  const std::span<const char* const> names = EnumNames(BinaryKind{});
  for (size_t i = 0; i < names.size(); ++i) {
    Binary op{.kind = static_cast<BinaryKind>(i)};
    if (op.kind == BinaryKind::kLogicalAnd || op.kind == BinaryKind::kLogicalOr) continue;
    auto add = [&](const char* what, Shape a, Shape b, double lo, double hi, DType t) {
      double tolerance = t == DType::kF16 ? 2e-3 : 1e-5;
      cases.push_back({.name = StrCat("binary_", names[i], "_", what),
                       .op = op,
                       .inputs = {Rand(a, lo, hi, t), Rand(b, lo + 0.01, hi, t)},
                       .tolerance = tolerance});
    };
    if (TakesOnlyIntegers(op.kind)) {
      for (DType t :
           {DType::kI8, DType::kI16, DType::kI32, DType::kI64, DType::kU8, DType::kU16, DType::kU32, DType::kU64})
        add(DTypeName(t), {3, 1, 5}, {4, 5}, IsSigned(t) ? -100 : 0, 100, t);
      add("i32_scalar", {5, 9}, {}, 0, 9, DType::kI32);
      add("i32_empty", {0, 3}, {1, 3}, 0, 9, DType::kI32);
      continue;
    }
    add("same", {3, 7, 5}, {3, 7, 5}, 0.5, 3, DType::kF32);
    add("scalar", {5, 9}, {}, 0.5, 3, DType::kF32);
    add("row", {4, 1, 9}, {3, 9}, 0.5, 3, DType::kF32);
    add("rank_6", {2, 1, 3, 1, 2, 1}, {1, 2, 1, 3, 1, 4}, 0.5, 3, DType::kF32);
    add("empty", {0, 3}, {1, 3}, 0.5, 3, DType::kF32);
    add("f16", {17}, {17}, 0.5, 3, DType::kF16);
    if (op.kind == BinaryKind::kAtan2 || op.kind == BinaryKind::kDivNoNan) continue;
    add("i32", {3, 5}, {3, 1}, 1, 9, DType::kI32);
    add("i64", {3, 5}, {1}, 1, 9, DType::kI64);
    add("i8", {16}, {16}, 1, 12, DType::kI8);
  }
  // Floats may carry the scale of a quantization that was undone.
  CaseInput scaled = Rand({2, 3});
  scaled.type.quant = Quantization{{1}, {0}, 0};
  cases.push_back(
      {.name = "binary_Sub_floats_with_a_scale", .op = Binary{.kind = BinaryKind::kSub}, .inputs = {scaled, scaled}});
  const std::vector<Case> codes = {
#include "ops/binary/code_cases.def"
  };
  cases.insert(cases.end(), codes.begin(), codes.end());
  return cases;
}

}  // namespace slipway::ops
