#include "ops/cases.h"
#include "ops/dropout/dropout.h"

namespace slipway::ops {

namespace {

CaseInput Step(int64_t step) { return Const(Tensor::Scalar<int64_t>(step)); }

}  // namespace

std::vector<Case> Cases(const Dropout*) {
  return {

      // The words of key 0, step 0, block 0 are Philox' published 6627e8d5 e169c58d bc57ac4c 9b00dbd8.
      {.name = "dropout_known_stream",
       .op = Dropout{.rate = 0.35f},
       .inputs = {Given(Tensor::Of<float>({4}, {1, 1, 1, 1})), Step(0)},
       .expected = {Tensor::Of<float>({4}, {0, 1.5384616f, 1.5384616f, 0})}},
      {.name = "dropout_half", .op = Dropout{.rate = 0.5f, .key = -123456789}, .inputs = {Rand({5, 7}), Step(3)}},
      {.name = "dropout_none", .op = Dropout{.rate = 0}, .inputs = {Rand({9}), Step(1)}},
      {.name = "dropout_computed_step",
       .op = Dropout{.rate = 0.9f, .key = 5},
       .inputs = {Rand({2, 3, 4, 5}), Given(Tensor::Scalar<int64_t>(int64_t{1} << 40))}},
      {.name = "dropout_no_elements", .op = Dropout{}, .inputs = {Rand({0}), Step(1)}},
      {.name = "dropout_c1", .op = Dropout{}, .inputs = {ConstInts({1}), Step(1)}, .error = "expected a float type"},
      {.name = "dropout_c2", .op = Dropout{.rate = 1}, .inputs = {Rand({2}), Step(1)}, .error = "rate is 1"},
      {.name = "dropout_c3", .op = Dropout{}, .inputs = {Rand({2}), ConstInts({1})}, .error = "expected i64"},

  };
}

}  // namespace slipway::ops
