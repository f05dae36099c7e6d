#include "ops/cases.h"
#include "ops/scatter_windows/scatter_windows.h"

namespace slipway::ops {

std::vector<Case> Cases(const ScatterWindows*) {
  using Op = ScatterWindows;
  using enum ScatterFunction;
  std::vector<int64_t> counted;
  for (int64_t i = 1; i <= 24; ++i) counted.push_back(i);
  CaseInput x = Given(Tensor::Vector(counted, DType::kI64).Reshaped({3, 4, 2}));
  CaseInput indices = Given(Tensor::Of<int64_t>({2, 3, 2}, {0, 2, 1, 0, 2, 1, 0, 1, 1, 0, 0, 9}));
  CaseInput ones = Given(Tensor::Vector(std::vector<int64_t>(24, 1), DType::kI64).Reshaped({2, 3, 2, 2}));
  auto op = [](ScatterFunction f) { return Op{f, {2, 3}, {0}, {1, 0}, 2}; };
  auto boxes = [&](const char* name, ScatterFunction f, std::initializer_list<int64_t> y) {
    return Case{.name = name,
                .op = op(f),
                .inputs = {x, indices, ones},
                .expected = {Tensor::Vector(std::vector<int64_t>(y), DType::kI64).Reshaped({3, 4, 2})}};
  };
  CaseInput three = Given(Tensor::Of<int32_t>({3, 1}, {1, 2, 1}));
  std::vector<Case> cases = {
      // TFLite's STABLEHLO_SCATTER.
      boxes("scatter_windows_add", kAdd,
            {1, 2, 5, 6, 7, 8, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 21, 22, 23, 24}),
      boxes("scatter_windows_minimum", kMinimum,
            {1, 2, 1, 1, 1, 1, 7, 8, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 21, 22, 23, 24}),
      boxes("scatter_windows_maximum", kMaximum,
            {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24}),
      boxes("scatter_windows_replace", kReplace,
            {1, 2, 1, 1, 1, 1, 7, 8, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 21, 22, 23, 24}),
      {.name = "scatter_windows_boxes_partly_outside",
       .op = op(kAdd),
       .inputs = {Rand({3, 4, 2}), Given(Tensor::Of<int32_t>({1, 2, 2}, {3, 0, -1, 2})), Rand({1, 2, 2, 2})}},
      {.name = "scatter_windows_scalars_one_index",
       .op = Op{kMul, {}, {0}, {0}, 1},
       .inputs = {Rand({5}), Given(Tensor::Of<int32_t>({3}, {4, 0, 4})), Rand({3})}},
      {.name = "scatter_windows_no_updates",
       .op = Op{kAdd, {}, {0}, {0}, 1},
       .inputs = {Rand({5}), Given(Tensor(DType::kI32, {0, 1})), Rand({0})}},
      {.name = "scatter_windows_c1",
       .op = Op{kAdd, {}, {0}, {0}, 1},
       .inputs = {Rand({5}), Rand({3, 1}), Rand({3})},
       .error = "expected integers"},
      {.name = "scatter_windows_c2",
       .op = Op{kAdd, {}, {}, {0}, 1},
       .inputs = {Rand({5}), three, Rand({3})},
       .error = "do not make up x's rank 1"},
      {.name = "scatter_windows_c3",
       .op = Op{kAdd, {}, {0}, {0, 1}, 1},
       .inputs = {Rand({5}), three, Rand({3})},
       .error = "has 2 entries, an index vector 1"},
      {.name = "scatter_windows_c4",
       .op = Op{kAdd, {}, {0}, {0}, 1},
       .inputs = {Rand({5}), three, Rand({4})},
       .error = "do not fit indices"},
  };
  for (DType t : {DType::kF32, DType::kI8, DType::kI16, DType::kI32, DType::kU8, DType::kBool})
    cases.push_back({.name = StrCat("scatter_windows_repeated_", DTypeName(t)),
                     .op = Op{kAdd, {}, {0}, {0}, 1},
                     .inputs = {Rand({6}, 0, 9, t), three, Rand({3}, 0, 9, t)}});
  return cases;
}

}  // namespace slipway::ops
