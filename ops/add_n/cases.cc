#include "ops/cases.h"
#include "ops/add_n/add_n.h"

namespace slipway::ops {

std::vector<Case> Cases(const AddN*) {
  return {
      // tf.add_n
      {.name = "add_n_i32",
       .op = AddN{},
       .inputs = {Given(Tensor::Of<int32_t>({2}, {1, 2})), Given(Tensor::Of<int32_t>({2}, {3, 4})),
                  Given(Tensor::Of<int32_t>({2}, {5, 6}))},
       .expected = {Tensor::Of<int32_t>({2}, {9, 12})}},
      {.name = "add_n_one", .op = AddN{}, .inputs = {Rand({3, 5})}},
      {.name = "add_n_five",
       .op = AddN{},
       .inputs = {Rand({3, 7}), Rand({3, 7}), Rand({3, 7}), Rand({3, 7}), Rand({3, 7})}},
      {.name = "add_n_no_elements", .op = AddN{}, .inputs = {Rand({0}), Rand({0})}},
      {.name = "add_n_c1", .op = AddN{}, .inputs = {Rand({2}), ConstInts({1, 2})}, .error = "operand 1 is i32"},
      {.name = "add_n_c1_none", .op = AddN{}, .inputs = {}, .error = "operand"},
      {.name = "add_n_c2", .op = AddN{}, .inputs = {Rand({2}), Rand({3})}, .error = "operand 1 has shape [3]"},
  };
}

}  // namespace slipway::ops
