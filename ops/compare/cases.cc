#include "ops/code_cases.h"
#include "ops/compare/compare.h"

namespace slipway::ops {

std::vector<Case> Cases(const Compare*) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  std::vector<Case> cases = {
      {.name = "compare_Equal_nan",
       .op = Compare{.kind = CompareKind::kEqual},
       .inputs = {Given(Tensor::Of<float>({3}, {nan, 1, 2})), Given(Tensor::Of<float>({3}, {nan, 1, 3}))},
       .expected = {Tensor::Of<bool>({3}, {false, true, false})}},
      {.name = "compare_NotEqual_nan",
       .op = Compare{.kind = CompareKind::kNotEqual},
       .inputs = {Given(Tensor::Of<float>({2}, {nan, 1})), Given(Tensor::Of<float>({2}, {nan, 1}))},
       .expected = {Tensor::Of<bool>({2}, {true, false})}},
      {.name = "compare_Equal_strings",
       .op = Compare{.kind = CompareKind::kEqual},
       .inputs = {Given(Tensor::Of<std::string>({2, 1}, {"a", ""})), Given(Tensor::Of<std::string>({2}, {"a", "b"}))},
       .expected = {Tensor::Of<bool>({2, 2}, {true, false, false, false})}},
      {.name = "compare_NotEqual_bool",
       .op = Compare{.kind = CompareKind::kNotEqual},
       .inputs = {Given(Tensor::Of<bool>({2}, {true, false})), Given(Tensor::Of<bool>({1}, {true}))},
       .expected = {Tensor::Of<bool>({2}, {false, true})}},
      {.name = "compare_c1",
       .op = Compare{},
       .inputs = {Rand({2}), ConstInts({1, 2})},
       .error = "a is f32 but b is i32"},
      {.name = "compare_c2",
       .op = Compare{.kind = CompareKind::kLess},
       .inputs = {Rand({2}, 0, 1, DType::kString), Rand({2}, 0, 1, DType::kString)},
       .error = "Less does not take string"},
      {.name = "compare_c3", .op = Compare{}, .inputs = {Rand({2}), Rand({3})}, .error = "do not broadcast"},
  };
  std::span<const char* const> names = EnumNames(CompareKind{});
  for (size_t i = 0; i < names.size(); ++i) {
    Compare op{.kind = static_cast<CompareKind>(i)};
    auto add = [&](const char* what, Shape a, Shape b, DType t) {
      cases.push_back({.name = StrCat("compare_", names[i], "_", what),
                       .op = op,
                       .inputs = {Rand(a, -4, 4, t), Rand(b, -4, 4, t)},
                       .gradient = false});
    };
    add("f32", {3, 1, 9}, {2, 9}, DType::kF32);
    add("i32", {33}, {}, DType::kI32);
    add("i64", {4, 4}, {4, 4}, DType::kI64);
    add("i8", {19}, {19}, DType::kI8);
    add("empty", {2, 0}, {1, 1}, DType::kF32);
  }
  const std::vector<Case> codes = {
#include "ops/compare/code_cases.def"
  };
  cases.insert(cases.end(), codes.begin(), codes.end());
  return cases;
}

}  // namespace slipway::ops
