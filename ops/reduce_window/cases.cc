#include "ops/cases.h"
#include "ops/reduce_window/reduce_window.h"

namespace slipway::ops {

namespace {

CaseInput Longs(std::initializer_list<int64_t> values) { return ConstInts(values, DType::kI64); }

// Every function on every type, padded and dilated.
void AddTypes(std::vector<Case>* cases) {
  const std::span<const char* const> names = EnumNames(WindowFunction{});
  for (size_t i = 0; i < names.size(); ++i)
    for (DType t : {DType::kF32, DType::kI8, DType::kI16, DType::kI32, DType::kI64, DType::kU8, DType::kBool}) {
      ReduceWindow op{.function = static_cast<WindowFunction>(i),
                      .window = {2, 3, 2},
                      .strides = {1, 2, 1},
                      .dilations = {1, 2, 1},
                      .base_dilations = {2, 1, 1},
                      .padding = {1, 0, 0, 2, 0, 0}};
      bool is_float = IsFloat(t);
      cases->push_back({.name = StrCat("reduce_window_", names[i], "_", DTypeName(t)),
                        .op = op,
                        .inputs = {Rand({3, 7, 5}, is_float ? -2 : 0, is_float ? 2 : 4, t), Rand({}, 0, 2, t)}});
    }
}

}  // namespace

std::vector<Case> Cases(const ReduceWindow*) {
  using Op = ReduceWindow;
  using enum WindowFunction;
  CaseInput x = Given(Tensor::Of<float>({3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
  std::vector<Case> cases = {
      // TFLite's REDUCE_WINDOW.
      {.name = "reduce_window_sum",
       .op = Op{},
       .inputs = {x, Const(Tensor::Scalar(100.0f)), Longs({2, 2}), Longs({1, 2}), Longs({1, 1})},
       .expected = {Tensor::Of<float>({2, 2}, {110, 118, 126, 134})}},
      {.name = "reduce_window_i8_wraps",
       .op = Op{},
       .inputs = {Given(Tensor::Of<int8_t>({4}, {100, 100, 127, 1})), Const(Tensor::Scalar<int8_t>(0)), Longs({2}),
                  Longs({2}), Longs({1})},
       .expected = {Tensor::Of<int8_t>({2}, {-56, -128})}},
      {.name = "reduce_window_all_values",
       .op = Op{.function = kAll},
       .inputs = {Given(Tensor::Of<int32_t>({6}, {1, 0, 3, -1, 0, 0})), Const(Tensor::Scalar<int32_t>(1)), Longs({2}),
                  Longs({2}), Longs({1})},
       .expected = {Tensor::Of<int32_t>({3}, {0, 1, 0})}},
      {.name = "reduce_window_any_values",
       .op = Op{.function = kAny},
       .inputs = {Given(Tensor::Of<int32_t>({6}, {1, 0, 3, -1, 0, 0})), Const(Tensor::Scalar<int32_t>(0)), Longs({2}),
                  Longs({2}), Longs({1})},
       .expected = {Tensor::Of<int32_t>({3}, {1, 1, 0})}},
      {.name = "reduce_window_max_dilated",
       .op = Op{.function = kMaximum},
       .inputs = {Rand({2, 9, 8, 3}), Const(Tensor::Scalar(-9.0f)), Longs({1, 3, 2, 1}), Longs({1, 2, 1, 1}),
                  Longs({1, 2, 3, 1})}},
      {.name = "reduce_window_at_run_time",
       .op = Op{.function = kMinimum},
       .inputs = {Rand({4, 5}), Given(Tensor::Scalar(1.0f)), Given(Tensor::Of<int64_t>({2}, {2, 3})), Longs({1, 1}),
                  Given(Tensor::Of<int64_t>({2}, {1, 2}))}},
      {.name = "reduce_window_too_wide",
       .op = Op{},
       .inputs = {Rand({2, 3}), Rand({}), Longs({1, 5}), Longs({1, 1}), Longs({1, 1})}},
      {.name = "reduce_window_nothing",
       .op = Op{},
       .inputs = {Rand({0, 3}), Rand({}), Longs({1, 2}), Longs({1, 1}), Longs({1, 1})}},
      {.name = "reduce_window_c1",
       .op = Op{.window = {2}},
       .inputs = {Rand({2}), ConstInts({1})},
       .error = "init is i32, x is f32"},
      {.name = "reduce_window_c2",
       .op = Op{},
       .inputs = {Rand({2}), Rand({}), Longs({0}), Longs({1}), Longs({1})},
       .error = "the window holds 0"},
      {.name = "reduce_window_c2_count",
       .op = Op{.window = {2, 2}},
       .inputs = {Rand({2}), Rand({})},
       .error = "the window has 2 entries, expected 1"},
      {.name = "reduce_window_c2_padding",
       .op = Op{.window = {2}, .padding = {-1, 0}},
       .inputs = {Rand({2}), Rand({})},
       .error = "padding holds -1"},
  };
  AddTypes(&cases);
  return cases;
}

}  // namespace slipway::ops
