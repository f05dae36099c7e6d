#include "ops/cases.h"
#include "ops/reverse_sequence/reverse_sequence.h"

namespace slipway::ops {

std::vector<Case> Cases(const ReverseSequence*) {
  CaseInput x = Given(Tensor::Of<float>({2, 3, 2}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
  auto lengths = [](std::initializer_list<int32_t> v) {
    return Given(Tensor::Of<int32_t>({static_cast<int64_t>(v.size())}, v));
  };
  ReverseSequence rows{.seq_axis = 1, .batch_axis = 0}, columns{.seq_axis = 0, .batch_axis = 1};
  auto numbers = [&](const char* name, DType t) {
    return Case{.name = name, .op = rows, .inputs = {Rand({3, 4, 2}, 0, 100, t), lengths({4, 0, 3})}};
  };
  return {
      // tf.reverse_sequence
      {.name = "reverse_sequence_rows",
       .op = rows,
       .inputs = {x, lengths({2, 3})},
       .expected = {Tensor::Of<float>({2, 3, 2}, {2, 3, 0, 1, 4, 5, 10, 11, 8, 9, 6, 7})}},
      {.name = "reverse_sequence_columns",
       .op = columns,
       .inputs = {x, lengths({0, 1, 2})},
       .expected = {Tensor::Of<float>({2, 3, 2}, {0, 1, 2, 3, 10, 11, 6, 7, 8, 9, 4, 5})}},
      {.name = "reverse_sequence_apart",
       .op = ReverseSequence{.seq_axis = 3, .batch_axis = 1},
       .inputs = {Rand({2, 3, 4, 5}), lengths({5, 2, 3})}},
      {.name = "reverse_sequence_constant_lengths", .op = rows, .inputs = {Rand({2, 3}), ConstInts({2, 3})}},
      {.name = "reverse_sequence_i64_lengths", .op = rows, .inputs = {Rand({2, 3}), ConstInts({2, 3}, DType::kI64)}},
      numbers("reverse_sequence_u8", DType::kU8),
      numbers("reverse_sequence_i16", DType::kI16),
      numbers("reverse_sequence_i32", DType::kI32),
      numbers("reverse_sequence_i64", DType::kI64),
      numbers("reverse_sequence_f16", DType::kF16),
      {.name = "reverse_sequence_strings",
       .op = rows,
       .inputs = {Given(Tensor::Of<std::string>({1, 3}, {"a", "b", "c"})), lengths({2})},
       .expected = {Tensor::Of<std::string>({1, 3}, {"b", "a", "c"})}},
      {.name = "reverse_sequence_no_elements", .op = rows, .inputs = {Rand({2, 3, 0}), lengths({2, 3})}},
      {.name = "reverse_sequence_no_steps", .op = rows, .inputs = {Rand({2, 0}), lengths({0, 0})}},
      {.name = "reverse_sequence_c1", .op = rows, .inputs = {Rand({2, 3}), Rand({2})}, .error = "expected integers"},
      {.name = "reverse_sequence_c1_length",
       .op = rows,
       .inputs = {Rand({2, 3}), lengths({1, 2, 3})},
       .error = "3 lengths for 2 sequences"},
      {.name = "reverse_sequence_c2",
       .op = ReverseSequence{.seq_axis = 2},
       .inputs = {Rand({2, 3}), lengths({1, 2})},
       .error = "outside of rank 2"},
      {.name = "reverse_sequence_c2_same",
       .op = ReverseSequence{},
       .inputs = {Rand({2, 3}), lengths({1, 2})},
       .error = "axis 0 is that of"},
      {.name = "reverse_sequence_c3",
       .op = rows,
       .inputs = {Rand({2, 3}), lengths({2, 4})},
       .run_error = "lengths[1] = 4 is not in [0, 4)"},
      {.name = "reverse_sequence_c3_negative",
       .op = rows,
       .inputs = {Rand({2, 3}), lengths({-1, 3})},
       .run_error = "lengths[0] = -1 is not in [0, 4)"},
  };
}

}  // namespace slipway::ops
