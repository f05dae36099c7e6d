#pragma once
// ParseExample: serialized tf.Examples taken apart into one tensor per feature.
//   operands: serialized (strings: a batch [n], or one scalar), a default for each dense feature
//   results, in TensorFlow's order: indices [k, 1 + batch], values [k], dense shape [1 + batch] of the sparse features
//   (all indices first), then the dense features, then values and row splits of the ragged ones (all values first);
//   batch = rank(serialized). Row splits [n + 1], empty for a scalar.
// Dense features of a fixed shape are [batch..., shape...]. Where the first dimension of the shape is unknown, examples
// may differ in length: shorter ones are filled up with the default's one element. An example without a dense feature
// gets the default; an empty default means that the feature is required.
// Of several entries with one key the last one counts; one without any list counts as missing, and where the feature is
// dense or serialized a scalar, an earlier one with a list counts instead. example.h says what bytes are well formed.
//
// C1 serialized are strings of rank 0 or 1
// C2 each list of keys has as many types (and shapes) as keys, and no key is there twice; types are f32, i64 or string,
//    of row splits i32 or i64
// C3 dimensions of dense shapes are known but for the first
// C4 defaults have their feature's type, and its shape, one element (where the length varies), or none (required)
// C5 bytes are well formed, features have their type and a number of values that fits, required ones are there: checked
//    when running
// C6 results are as above

#include <optional>

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

enum class FeatureRole { kSparse, kDense, kRagged };
// Feature `index` of its role.
struct FeaturePlace {
  FeatureRole role = FeatureRole::kDense;
  size_t index = 0;
};

struct ParseExample {
  std::vector<std::string> sparse_keys;
  std::vector<DType> sparse_types;
  std::vector<std::string> dense_keys;
  std::vector<DType> dense_types;
  std::vector<Shape> dense_shapes;
  std::vector<std::string> ragged_keys;
  std::vector<DType> ragged_types, ragged_split_types;

  static void Fields(auto& op, auto&& f) {
    f("sparse_keys", op.sparse_keys);
    f("sparse_types", op.sparse_types);
    f("dense_keys", op.dense_keys);
    f("dense_types", op.dense_types);
    f("dense_shapes", op.dense_shapes);
    f("ragged_keys", op.ragged_keys);
    f("ragged_types", op.ragged_types);
    f("ragged_split_types", op.ragged_split_types);
  }
  using ReferenceTypes = AnyTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);

  const std::vector<std::string>& KeysOf(FeatureRole role) const {
    return role == FeatureRole::kSparse ? sparse_keys : role == FeatureRole::kDense ? dense_keys : ragged_keys;
  }
  DType TypeAt(const FeaturePlace& p) const {
    return (p.role == FeatureRole::kSparse  ? sparse_types
            : p.role == FeatureRole::kDense ? dense_types
                                            : ragged_types)[p.index];
  }
  std::optional<FeaturePlace> Find(std::string_view key) const;
  // Is an entry without any list passed over, so that an earlier one counts?
  static bool SkipsEmpty(FeatureRole role, bool batch) { return role == FeatureRole::kDense || !batch; }

  // Where the results of a feature are.
  int SparseIndices(size_t i) const { return static_cast<int>(i); }
  int SparseValues(size_t i) const { return static_cast<int>(sparse_keys.size() + i); }
  int SparseShape(size_t i) const { return static_cast<int>(2 * sparse_keys.size() + i); }
  int Dense(size_t i) const { return static_cast<int>(3 * sparse_keys.size() + i); }
  int RaggedValues(size_t i) const { return static_cast<int>(3 * sparse_keys.size() + dense_keys.size() + i); }
  int RaggedSplits(size_t i) const { return RaggedValues(ragged_keys.size() + i); }
  // Does the length of dense feature i vary?
  bool Varies(size_t i) const { return dense_shapes[i].rank() > 0 && dense_shapes[i][0] < 0; }
  // Elements of one step of dense feature i: of the whole, or of one index of a varying first dimension.
  int64_t Stride(size_t i) const {
    const Shape& s = dense_shapes[i];
    return s.Elements(Varies(i) ? 1 : 0, s.rank());
  }
};

Result<TensorTypes> Infer(const ParseExample&, Inputs);
Status ToTf(const ParseExample&, wire::TfExporter&);
Result<interpreter::Kernel> Prepare(const ParseExample&, interpreter::PrepareContext&);

}  // namespace slipway::ops
