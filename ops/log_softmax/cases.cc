#include "ops/code_cases.h"
#include "ops/log_softmax/log_softmax.h"

namespace slipway::ops {

std::vector<Case> Cases(const LogSoftmax*) {
  return {
      // tf.nn.log_softmax
      {.name = "log_softmax_values",
       .op = LogSoftmax{},
       .inputs = {Given(Tensor::Of<float>({2, 3}, {1, 2, 3, -1, 0, 100}))},
       .expected = {Tensor::Of<float>({2, 3}, {-2.407606f, -1.4076059f, -0.40760595f, -101, -100, 0})}},
      {.name = "log_softmax_rank_1", .op = LogSoftmax{}, .inputs = {Rand({17}, -5, 5)}},
      {.name = "log_softmax_rank_4", .op = LogSoftmax{}, .inputs = {Rand({2, 3, 4, 33}, -8, 8)}},
      {.name = "log_softmax_no_rows", .op = LogSoftmax{}, .inputs = {Rand({0, 4})}},
      {.name = "log_softmax_c1", .op = LogSoftmax{}, .inputs = {Rand({})}, .error = "scalar"},
      {.name = "log_softmax_c2", .op = LogSoftmax{}, .inputs = {ConstInts({1, 2})}, .error = "expected a float type"},
#include "ops/log_softmax/code_cases.def"
  };
}

}  // namespace slipway::ops
