#include <array>
#include <climits>

#include "ops/code_cases.h"
#include "ops/unary/unary.h"

namespace slipway::ops {

namespace {

struct Values {
  UnaryKind kind;
  std::array<float, 8> y;
};

constexpr std::array<float, 8> kX = {-4.5f, -2.5f, -1, -0.25f, 0.5f, 1.5f, 2.75f, 7};
constexpr std::array<float, 8> kPositive = {0.0625f, 0.3f, 1, 1.5f, 2.75f, 7, 40, 1000};

bool NeedsPositive(UnaryKind kind) {
  return kind == UnaryKind::kLog || kind == UnaryKind::kLog1p || kind == UnaryKind::kRsqrt || kind == UnaryKind::kSqrt;
}

// TensorFlow's results for kX, or for kPositive where NeedsPositive.
const Values kValues[] = {
    {UnaryKind::kAbs, {{4.5f, 2.5f, 1, 0.25f, 0.5f, 1.5f, 2.75f, 7}}},
    {UnaryKind::kCeil, {{-4, -2, -1, -0, 1, 2, 3, 7}}},
    {UnaryKind::kCos,
     {{-0.21079579f, -0.8011436f, 0.5403023f, 0.9689124f, 0.87758255f, 0.0707372f, -0.9243024f, 0.75390226f}}},
    {UnaryKind::kElu, {{-0.988891f, -0.917915f, -0.63212055f, -0.22119921f, 0.5f, 1.5f, 2.75f, 7}}},
    {UnaryKind::kErf, {{-1, -0.99959296f, -0.84270084f, -0.27632642f, 0.5204999f, 0.9661051f, 0.9998994f, 1}}},
    {UnaryKind::kExp,
     {{0.011108996f, 0.082085f, 0.36787945f, 0.7788008f, 1.6487212f, 4.481689f, 15.642632f, 1096.6332f}}},
    {UnaryKind::kExpm1,
     {{-0.988891f, -0.917915f, -0.63212055f, -0.22119921f, 0.6487213f, 3.481689f, 14.642632f, 1095.6332f}}},
    {UnaryKind::kFloor, {{-5, -3, -1, -1, 0, 1, 2, 7}}},
    {UnaryKind::kGelu,
     {{-1.5289546e-05f, -0.015524164f, -0.15865526f, -0.10032342f, 0.34573123f, 1.3997892f, 2.7418056f, 7}}},
    {UnaryKind::kGeluTanh,
     {{-4.9620867e-06f, -0.015084222f, -0.158808f, -0.100324646f, 0.345714f, 1.3995715f, 2.7422767f, 7}}},
    {UnaryKind::kHardSwish, {{-0, -0.20833333f, -0.33333334f, -0.114583336f, 0.29166666f, 1.125f, 2.6354167f, 7}}},
    {UnaryKind::kLog, {{-2.7725887f, -1.2039728f, 0, 0.4054651f, 1.011601f, 1.9459102f, 3.6888795f, 6.9077554f}}},
    {UnaryKind::kLog1p,
     {{0.06062462f, 0.26236427f, 0.6931472f, 0.91629076f, 1.3217559f, 2.0794415f, 3.713572f, 6.908755f}}},
    {UnaryKind::kNeg, {{4.5f, 2.5f, 1, 0.25f, -0.5f, -1.5f, -2.75f, -7}}},
    {UnaryKind::kReciprocal,
     {{-0.22222221f, -0.39999998f, -0.99999994f, -3.9999998f, 1.9999999f, 0.6666666f, 0.36363634f, 0.14285713f}}},
    {UnaryKind::kRelu, {{0, 0, 0, 0, 0.5f, 1.5f, 2.75f, 7}}},
    {UnaryKind::kRelu0To1, {{0, 0, 0, 0, 0.5f, 1, 1, 1}}},
    {UnaryKind::kRelu6, {{0, 0, 0, 0, 0.5f, 1.5f, 2.75f, 6}}},
    {UnaryKind::kReluN1To1, {{-1, -1, -1, -0.25f, 0.5f, 1, 1, 1}}},
    {UnaryKind::kRound, {{-4, -2, -1, -0, 0, 2, 3, 7}}},
    {UnaryKind::kRsqrt,
     {{3.9999995f, 1.8257418f, 0.9999999f, 0.81649655f, 0.60302263f, 0.37796447f, 0.15811387f, 0.031622775f}}},
    {UnaryKind::kSelu,
     {{-1.7385685f, -1.6137857f, -1.1113307f, -0.38889018f, 0.5253505f, 1.5760515f, 2.889428f, 7.354907f}}},
    {UnaryKind::kSigmoid,
     {{0.010986941f, 0.07585817f, 0.2689414f, 0.43782344f, 0.62245935f, 0.81757444f, 0.93991333f, 0.99908894f}}},
    {UnaryKind::kSign, {{-1, -1, -1, -1, 1, 1, 1, 1}}},
    {UnaryKind::kSin,
     {{0.9775301f, -0.5984722f, -0.84147096f, -0.24740396f, 0.47942555f, 0.997495f, 0.381661f, 0.6569866f}}},
    {UnaryKind::kSoftplus,
     {{0.011047745f, 0.07888974f, 0.3132617f, 0.5759395f, 0.9740769f, 1.7014133f, 2.8119676f, 7.0009117f}}},
    {UnaryKind::kSoftsign, {{-0.8181818f, -0.71428573f, -0.5f, -0.2f, 0.33333334f, 0.6f, 0.73333335f, 0.875f}}},
    {UnaryKind::kSqrt, {{0.25f, 0.5477226f, 1, 1.2247449f, 1.6583124f, 2.6457512f, 6.3245554f, 31.622776f}}},
    {UnaryKind::kSquare, {{20.25f, 6.25f, 1, 0.0625f, 0.25f, 2.25f, 7.5625f, 49}}},
    {UnaryKind::kSwish,
     {{-0.049441233f, -0.18964542f, -0.2689414f, -0.10945586f, 0.31122968f, 1.2263616f, 2.5847616f, 6.993623f}}},
    {UnaryKind::kTanh,
     {{-0.9997532f, -0.98661435f, -0.7615942f, -0.24491866f, 0.46211714f, 0.9051483f, 0.99185973f, 0.99999833f}}},
};

std::string NameOf(UnaryKind kind, const char* what) {
  return StrCat("unary_", EnumNames(kind)[static_cast<size_t>(kind)], "_", what);
}

CaseInput Of(const std::array<float, 8>& values) {
  return Given(Tensor::Of<float>({2, 4}, std::span<const float>(values)));
}

}  // namespace

std::vector<Case> Cases(const Unary*) {
  std::vector<Case> cases = {
      {.name = "unary_LogicalNot_values",
       .op = Unary{.kind = UnaryKind::kLogicalNot},
       .inputs = {Given(Tensor::Of<bool>({3}, {true, false, true}))},
       .expected = {Tensor::Of<bool>({3}, {false, true, false})}},
      {.name = "unary_Round_i32",
       .op = Unary{.kind = UnaryKind::kRound},
       .inputs = {Given(Tensor::Of<int32_t>({2}, {-3, 4}))},
       .expected = {Tensor::Of<int32_t>({2}, {-3, 4})}},
      {.name = "unary_Neg_i64_wraps",
       .op = Unary{.kind = UnaryKind::kNeg},
       .inputs = {Given(Tensor::Of<int64_t>({2}, {INT64_MIN, 4}))},
       .expected = {Tensor::Of<int64_t>({2}, {INT64_MIN, -4})}},
      {.name = "unary_Square_i32_wraps",
       .op = Unary{.kind = UnaryKind::kSquare},
       .inputs = {Given(Tensor::Of<int32_t>({2}, {65537, -9}))},
       .expected = {Tensor::Of<int32_t>({2}, {131073, 81})}},
      {.name = "unary_Sign_i32", .op = Unary{.kind = UnaryKind::kSign}, .inputs = {Rand({5, 3}, -3, 3, DType::kI32)}},
      {.name = "unary_Relu6_i32", .op = Unary{.kind = UnaryKind::kRelu6}, .inputs = {Rand({33}, -9, 12, DType::kI32)}},
      {.name = "unary_Tanh_no_elements", .op = Unary{.kind = UnaryKind::kTanh}, .inputs = {Rand({3, 0, 2})}},
      {.name = "unary_Tanh_scalar", .op = Unary{.kind = UnaryKind::kTanh}, .inputs = {Rand({})}},
      {.name = "unary_c1_real", .op = Unary{.kind = UnaryKind::kExp}, .inputs = {ConstInts({1})}, .error = "floats"},
      {.name = "unary_c1_number",
       .op = Unary{.kind = UnaryKind::kAbs},
       .inputs = {Rand({2}, 0, 1, DType::kBool)},
       .error = "numbers"},
      {.name = "unary_c1_bool", .op = Unary{.kind = UnaryKind::kLogicalNot}, .inputs = {Rand({2})}, .error = "bool"},
      {.name = "unary_c2",
       .op = Unary{.kind = UnaryKind::kTanh},
       .inputs = {Rand({2}, -9, 9, DType::kI8)},
       .error = "without a scale"},
  };
  for (const Values& v : kValues) {
    bool positive = NeedsPositive(v.kind);
    cases.push_back({.name = NameOf(v.kind, "values"),
                     .op = Unary{.kind = v.kind},
                     .inputs = {Of(positive ? kPositive : kX)},
                     .expected = {Tensor::Of<float>({2, 4}, std::span<const float>(v.y))},
                     .gradient = false});
    cases.push_back({.name = NameOf(v.kind, "odd"),
                     .op = Unary{.kind = v.kind},
                     .inputs = {Rand({3, 5, 7}, positive ? 0.1 : -3.9, 3.9)}});
    cases.push_back({.name = NameOf(v.kind, "f16"),
                     .op = Unary{.kind = v.kind},
                     .inputs = {Rand({37}, positive ? 0.1 : -3.9, 3.9, DType::kF16)},
                     .tolerance = 1e-3});
  }
  const std::vector<Case> codes = {
#include "ops/unary/code_cases.def"
  };
  cases.insert(cases.end(), codes.begin(), codes.end());
  return cases;
}

}  // namespace slipway::ops
