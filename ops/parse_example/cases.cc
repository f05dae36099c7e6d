#include "ops/cases.h"
#include "base/wire.h"
#include "ops/parse_example/parse_example.h"

namespace slipway::ops {

namespace {

std::string Field(uint32_t field, std::string_view bytes) {
  std::string out;
  AppendBytesField(out, field, bytes);
  return out;
}

// Serialized features.
std::string Floats(std::initializer_list<float> values) {
  std::string packed;
  for (float v : values) AppendLittleEndian(packed, v);
  return Field(2, Field(1, packed));
}
std::string LooseFloats(std::initializer_list<float> values) {
  std::string list;
  for (float v : values) {
    AppendVarint(list, 1 << 3 | 5);
    AppendLittleEndian(list, v);
  }
  return Field(2, list);
}
std::string Ints(std::initializer_list<int64_t> values) {
  std::string packed;
  for (int64_t v : values) AppendVarint(packed, static_cast<uint64_t>(v));
  return Field(3, Field(1, packed));
}
std::string LooseInts(std::initializer_list<int64_t> values) {
  std::string list;
  for (int64_t v : values) AppendVarintField(list, 1, static_cast<uint64_t>(v));
  return Field(3, list);
}
std::string Bytes(std::initializer_list<std::string> values) {
  std::string list;
  for (const std::string& v : values) AppendBytesField(list, 1, v);
  return Field(1, list);
}

std::string Entry(std::string_view key, std::string_view feature) {
  return Field(1, Field(1, key) + Field(2, feature));
}
std::string Example(std::initializer_list<std::string> entries) {
  std::string features;
  for (const std::string& e : entries) features += e;
  return Field(1, features);
}

CaseInput Batch(std::initializer_list<std::string> examples) {
  return Given(Tensor::Of<std::string>({static_cast<int64_t>(examples.size())}, examples));
}
template <class T>
CaseInput Required() {
  return Const(Tensor(DTypeOf<T>(), {0}));
}

ParseExample Dense(DType type, Shape shape) {
  return {.dense_keys = {"k"}, .dense_types = {type}, .dense_shapes = {shape}};
}
ParseExample Sparse(DType type) { return {.sparse_keys = {"k"}, .sparse_types = {type}}; }
ParseExample Ragged(DType type, DType splits) {
  return {.ragged_keys = {"k"}, .ragged_types = {type}, .ragged_split_types = {splits}};
}

// Examples that a run must refuse.
Case Refused(const char* name, ParseExample op, CaseInput serialized, std::string error) {
  Case c = {
      .name = name, .op = op, .inputs = {std::move(serialized)}, .gradient = false, .run_error = std::move(error)};
  for (size_t i = 0; i < op.dense_keys.size(); ++i) {
    bool varies = op.Varies(i);
    c.inputs.push_back(Const(varies ? Tensor(op.dense_types[i], {1}) : Tensor(op.dense_types[i], {0})));
  }
  return c;
}
CaseInput One(std::string example) { return Given(Tensor::Scalar<std::string>(std::move(example))); }

Case DenseFloats(const char* name, std::string example, std::initializer_list<float> expected) {
  return {.name = name,
          .op = Dense(DType::kF32, {2}),
          .inputs = {Batch({std::move(example)}), Const(Tensor::Of<float>({2}, {7, 8}))},
          .expected = {Tensor::Of<float>({1, 2}, expected)},
          .gradient = false};
}

}  // namespace

std::vector<Case> Cases(const ParseExample*) {
  const DType f32 = DType::kF32, i64 = DType::kI64, text = DType::kString;
  std::vector<Case> cases = {
      // tf.raw_ops.ParseExampleV2
      DenseFloats("parse_example_packed", Example({Entry("k", Floats({1, 2}))}), {1, 2}),
      DenseFloats("parse_example_loose", Example({Entry("k", LooseFloats({1, 2}))}), {1, 2}),
      DenseFloats("parse_example_last_entry", Example({Entry("k", Ints({1})), Entry("k", Floats({3, 4}))}), {3, 4}),
      DenseFloats("parse_example_two_features",
                  Example({Entry("k", Floats({1, 2}))}) + Example({Entry("k", Floats({3, 4}))}), {3, 4}),
      DenseFloats("parse_example_last_with_values", Example({Entry("k", Floats({3, 4})), Entry("k", "")}), {3, 4}),
      DenseFloats("parse_example_first_list", Example({Entry("k", Floats({3, 4}) + Ints({1, 2}))}), {3, 4}),
      DenseFloats("parse_example_value_before_key", Example({Field(1, Field(2, Floats({1, 2})) + Field(1, "k"))}),
                  {1, 2}),
      DenseFloats("parse_example_key_twice", Example({Field(1, Field(1, "j") + Field(1, "k"))}), {7, 8}),
      DenseFloats("parse_example_damage_unasked", Example({Entry("j", "?"), Entry("k", Floats({1, 2}))}), {1, 2}),
      DenseFloats("parse_example_earlier_type", Example({Entry("k", Ints({1, 2})), Entry("k", Floats({3, 4}))}),
                  {3, 4}),
      DenseFloats("parse_example_unknown_fields", Field(9, "x") + Example({Entry("k", Floats({1, 2}))}) + "\x30\x07",
                  {1, 2}),
      DenseFloats("parse_example_length_too_large", "\x0a\x7f" + Entry("k", Floats({1, 2})), {1, 2}),
      DenseFloats("parse_example_odd_packed", Example({Entry("k", "\x12\x0b\x0a\x09" + std::string(9, '\0'))}), {0, 0}),
      DenseFloats("parse_example_behind_packed",
                  Example({Entry("k", "\x12\x0d\x0a\x08" + std::string(8, '\0') + "xyz")}), {0, 0}),
      DenseFloats("parse_example_missing", Example({Entry("j", Floats({1, 2}))}), {7, 8}),
      DenseFloats("parse_example_no_kind", Example({Entry("k", "")}), {7, 8}),
      DenseFloats("parse_example_no_bytes", "", {7, 8}),
      {.name = "parse_example_ints",
       .op = Dense(i64, {2}),
       .inputs = {Batch({Example({Entry("k", Ints({1, -2}))}), Example({Entry("k", LooseInts({3, 4}))})}),
                  Required<int64_t>()},
       .expected = {Tensor::Of<int64_t>({2, 2}, {1, -2, 3, 4})}},
      {.name = "parse_example_strings",
       .op = Dense(text, {2}),
       .inputs = {Batch({Example({Entry("k", Bytes({"ab", ""}))})}), Required<std::string>()},
       .expected = {Tensor::Of<std::string>({1, 2}, {"ab", ""})}},
      {.name = "parse_example_scalar",
       .op = Dense(f32, {2}),
       .inputs = {Given(Tensor::Scalar<std::string>(Example({Entry("k", Floats({1, 2}))}))), Required<float>()},
       .expected = {Tensor::Of<float>({2}, {1, 2})},
       .gradient = false},
      {.name = "parse_example_scalar_features",
       .op = Dense(f32, {}),
       .inputs = {Batch({Example({Entry("k", Floats({5}))}), Example({Entry("k", Floats({6}))})}), Required<float>()},
       .expected = {Tensor::Of<float>({2}, {5, 6})},
       .gradient = false},
      {.name = "parse_example_matrix",
       .op = Dense(f32, {2, 2}),
       .inputs = {Batch({Example({Entry("k", Floats({1, 2, 3, 4}))})}), Required<float>()},
       .expected = {Tensor::Of<float>({1, 2, 2}, {1, 2, 3, 4})},
       .gradient = false},
      {.name = "parse_example_two_dense",
       .op = ParseExample{.dense_keys = {"image", "label"}, .dense_types = {f32, i64}, .dense_shapes = {{3}, {1}}},
       .inputs = {Batch({Example({Entry("label", Ints({4})), Entry("image", Floats({1, 2, 3}))}),
                         Example({Entry("image", Floats({4, 5, 6}))})}),
                  Required<float>(), Const(Tensor::Of<int64_t>({1}, {-1}))},
       .expected = {Tensor::Of<float>({2, 3}, {1, 2, 3, 4, 5, 6}), Tensor::Of<int64_t>({2, 1}, {4, -1})},
       .gradient = false},
      {.name = "parse_example_no_examples",
       .op = Dense(f32, {2}),
       .inputs = {Given(Tensor(text, {0})), Required<float>()},
       .expected = {Tensor(f32, {0, 2})},
       .gradient = false},
      {.name = "parse_example_varying",
       .op = Dense(f32, {kUnknownDim}),
       .inputs = {Batch({Example({Entry("k", Floats({1, 2, 3}))}), Example({Entry("k", Floats({4}))}), Example({})}),
                  Const(Tensor::Scalar<float>(-1))},
       .expected = {Tensor::Of<float>({3, 3}, {1, 2, 3, 4, -1, -1, -1, -1, -1})},
       .gradient = false},
      {.name = "parse_example_varying_rows",
       .op = Dense(f32, {kUnknownDim, 2}),
       .inputs = {Batch({Example({Entry("k", Floats({1, 2, 3, 4}))}), Example({Entry("k", Floats({5, 6}))})}),
                  Const(Tensor::Of<float>({1}, {-1}))},
       .expected = {Tensor::Of<float>({2, 2, 2}, {1, 2, 3, 4, 5, 6, -1, -1})},
       .gradient = false},
      {.name = "parse_example_varying_scalar",
       .op = Dense(f32, {kUnknownDim}),
       .inputs = {Given(Tensor::Scalar<std::string>(Example({Entry("k", Floats({1, 2, 3}))}))),
                  Const(Tensor::Scalar<float>(-1))},
       .expected = {Tensor::Of<float>({3}, {1, 2, 3})},
       .gradient = false},
      {.name = "parse_example_sparse",
       .op = Sparse(f32),
       .inputs = {Batch({Example({Entry("k", Floats({1, 2}))}), Example({}), Example({Entry("k", Floats({3}))})})},
       .expected = {Tensor::Of<int64_t>({3, 2}, {0, 0, 0, 1, 2, 0}), Tensor::Of<float>({3}, {1, 2, 3}),
                    Tensor::Of<int64_t>({2}, {3, 2})},
       .gradient = false},
      {.name = "parse_example_sparse_strings",
       .op = Sparse(text),
       .inputs = {Batch({Example({Entry("k", Bytes({"a"}))}), Example({Entry("k", "")})})},
       .expected = {Tensor::Of<int64_t>({1, 2}, {0, 0}), Tensor::Of<std::string>({1}, {"a"}),
                    Tensor::Of<int64_t>({2}, {2, 1})}},
      {.name = "parse_example_sparse_scalar",
       .op = Sparse(f32),
       .inputs = {Given(Tensor::Scalar<std::string>(Example({Entry("k", Floats({1, 2}))})))},
       .expected = {Tensor::Of<int64_t>({2, 1}, {0, 1}), Tensor::Of<float>({2}, {1, 2}), Tensor::Of<int64_t>({1}, {2})},
       .gradient = false},
      {.name = "parse_example_sparse_last_without_values",
       .op = Sparse(i64),
       .inputs = {Batch({Example({Entry("k", Ints({1, 2})), Entry("k", "")})})},
       .expected = {Tensor(i64, {0, 2}), Tensor(i64, {0}), Tensor::Of<int64_t>({2}, {1, 0})}},
      {.name = "parse_example_sparse_scalar_last_without_values",
       .op = Sparse(i64),
       .inputs = {One(Example({Entry("k", Ints({1, 2})), Entry("k", "")}))},
       .expected = {Tensor::Of<int64_t>({2, 1}, {0, 1}), Tensor::Of<int64_t>({2}, {1, 2}),
                    Tensor::Of<int64_t>({1}, {2})}},
      {.name = "parse_example_sparse_nothing",
       .op = Sparse(i64),
       .inputs = {Batch({Example({}), Example({})})},
       .expected = {Tensor(i64, {0, 2}), Tensor(i64, {0}), Tensor::Of<int64_t>({2}, {2, 0})}},
      {.name = "parse_example_ragged",
       .op = Ragged(f32, DType::kI32),
       .inputs = {Batch({Example({Entry("k", Floats({1, 2}))}), Example({}), Example({Entry("k", Floats({3}))})})},
       .expected = {Tensor::Of<float>({3}, {1, 2, 3}), Tensor::Of<int32_t>({4}, {0, 2, 2, 3})},
       .gradient = false},
      {.name = "parse_example_ragged_scalar",
       .op = Ragged(text, i64),
       .inputs = {Given(Tensor::Scalar<std::string>(Example({Entry("k", Bytes({"a", "b"}))})))},
       .expected = {Tensor::Of<std::string>({2}, {"a", "b"}), Tensor(i64, {0})}},
      Refused("parse_example_c5_bytes", Sparse(f32), Batch({Example({}), "x"}),
              "Could not parse example input, Index: 1"),
      Refused("parse_example_c5_first_wins", Dense(f32, {2}), Batch({Example({}), "x"}),
              "Name: <unknown>, Feature: k (data type: float) is required but could not be found. Index: 0"),
      Refused("parse_example_c5_group", Sparse(f32), Batch({"\x13\x14"}), "Could not parse example input, Index: 0"),
      Refused("parse_example_c5_entry_of_three", Sparse(f32),
              One(Example({Field(1, Field(1, "k") + Field(2, "") + "\x18\x01")})), "Could not parse example input"),
      Refused("parse_example_c5_first_byte", Ragged(f32, i64), Batch({Example({Entry("k", "?")})}),
              "Name: <unknown>, Key: k, Index: 0.  Unsupported datatype."),
      Refused("parse_example_c5_list", Sparse(i64), Batch({Example({Entry("k", "\x1a\x03\x08\x80\x80")})}),
              "Key: k, Index: 0.  Can't parse serialized Example"),
      Refused("parse_example_c5_unpacked_then_packed", Sparse(f32),
              Batch({Example({Entry("k", Field(2, std::string("\x0d\0\0\0\0\x0a\0", 7)))})}),
              "Key: k, Index: 0.  Can't parse serialized Example"),
      Refused("parse_example_c5_type", Dense(f32, {2}), Batch({Example({Entry("k", Ints({1, 2}))})}),
              "Name: <unknown>, Key: k, Index: 0.  Data types don't match. Data type: int64 but expected type: float"),
      Refused("parse_example_c5_sparse_type", Sparse(text), Batch({Example({}), Example({Entry("k", Ints({1}))})}),
              "Name: <unknown>, Key: k, Index: 1.  Data types don't match. Expected type: string, Actual type: int64"),
      Refused("parse_example_c5_scalar_type", Dense(i64, {1}), One(Example({Entry("k", Bytes({"a"}))})),
              "Key: k.  Data types don't match. Data type: string but expected type: int64"),
      Refused("parse_example_c5_count", Dense(text, {2}), Batch({Example({Entry("k", Bytes({"a"}))})}),
              "Key: k, Index: 0.  Number of bytes values != expected.  Values size: 1 but output shape: [2]"),
      Refused("parse_example_c5_stride", Dense(i64, {kUnknownDim, 2}), Batch({Example({Entry("k", Ints({1, 2, 3}))})}),
              "Number of int64 values is not a multiple of stride length. Saw 3 values but output shape is: [?,2]"),
      Refused("parse_example_c5_required", Dense(f32, {2}), Batch({Example({Entry("k", Floats({1, 2}))}), Example({})}),
              "Name: <unknown>, Feature: k (data type: float) is required but could not be found. Index: 1"),
      Refused("parse_example_c5_required_scalar", Dense(f32, {0}), One(""),
              "Feature: k (data type: float) is required but could not be found."),
      {.name = "parse_example_c1", .op = Sparse(f32), .inputs = {Rand({2})}, .error = "expected strings"},
      {.name = "parse_example_c2_types",
       .op = ParseExample{.sparse_keys = {"k"}},
       .inputs = {Batch({""})},
       .error = "1 sparse keys and 0 types"},
      {.name = "parse_example_c2_type",
       .op = Sparse(DType::kI32),
       .inputs = {Batch({""})},
       .error = "feature 'k' is i32"},
      {.name = "parse_example_c2_twice",
       .op = ParseExample{.sparse_keys = {"k"},
                          .sparse_types = {i64},
                          .dense_keys = {"k"},
                          .dense_types = {f32},
                          .dense_shapes = {{2}}},
       .inputs = {Batch({""}), Required<float>()},
       .error = "feature 'k' is asked for twice"},
      {.name = "parse_example_c3",
       .op = Dense(f32, {2, kUnknownDim}),
       .inputs = {Batch({""}), Required<float>()},
       .error = "all dimensions but the first"},
      {.name = "parse_example_c4_type",
       .op = Dense(f32, {2}),
       .inputs = {Batch({""}), Required<int64_t>()},
       .error = "default of feature 'k' is i64"},
      {.name = "parse_example_c4_shape",
       .op = Dense(f32, {2}),
       .inputs = {Batch({""}), Const(Tensor::Of<float>({1}, {7}))},
       .error = "has shape [1], the feature [2]"},
      {.name = "parse_example_c4_varying",
       .op = Dense(f32, {kUnknownDim}),
       .inputs = {Batch({""}), Required<float>()},
       .error = "has shape [0], the feature [?]"},
  };
  return cases;
}

}  // namespace slipway::ops
