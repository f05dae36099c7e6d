#include "ops/code_cases.h"
#include "ops/shuffled_fully_connected/shuffled_fully_connected.h"

namespace slipway::ops {

std::vector<Case> Cases(const ShuffledFullyConnected*) {
  std::vector<Case> cases = {
#include "ops/shuffled_fully_connected/code_cases.def"
  };
  auto refuse = [&](const char* name, const char* error, CaseInput x, Shape weights, DType bias,
                    ShuffledFullyConnected op = {}) {
    CaseInput b = ConstOf(RandQuant({weights[0]}, 2.6e-4f, 0, bias));
    cases.push_back({.name = name,
                     .op = op,
                     .inputs = {std::move(x), ConstOf(RandQuant(weights, 0.013f, 128, DType::kU8)), std::move(b)},
                     .error = error});
  };
  auto x = [](Shape shape, DType dtype = DType::kU8) { return RandQuant(shape, 0.02f, 100, dtype); };
  refuse("shuffled_fully_connected_c1", "combines i8 with u8 weights", x({1, 16}, DType::kI8), {4, 16}, DType::kI32);
  refuse("shuffled_fully_connected_c1_bias", "and i64 biases", x({1, 16}), {4, 16}, DType::kI64);
  refuse("shuffled_fully_connected_c2", "no blocks of [4, 16]", x({1, 16}), {6, 16}, DType::kI32);
  refuse("shuffled_fully_connected_c2_depth", "no blocks of [4, 16]", x({1, 20}), {4, 20}, DType::kI32);
  refuse("shuffled_fully_connected_c2_rank", "expected [out, in]", x({1, 16}), {4, 16, 1}, DType::kI32);
  refuse("shuffled_fully_connected_c3", "is not 1 or 4 rows of 16", x({2, 16}), {4, 16}, DType::kI32);
  refuse("shuffled_fully_connected_c3_keep", "is not 1 or 4 rows of 16", x({2, 8}), {4, 16}, DType::kI32,
         {.keep_num_dims = true});
  refuse("shuffled_fully_connected_c4", "TANH", x({1, 16}), {4, 16}, DType::kI32, {.activation = Activation::kTanh});
  return cases;
}

}  // namespace slipway::ops
