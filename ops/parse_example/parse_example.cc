#include "ops/parse_example/parse_example.h"

#include <algorithm>
#include <set>

namespace slipway::ops {

namespace {

bool IsFeatureType(DType t) { return t == DType::kF32 || t == DType::kI64 || t == DType::kString; }

Status CheckFeatures(const char* kind, const std::vector<std::string>& keys, const std::vector<DType>& types) {
  if (keys.size() != types.size())
    return BadInput(keys.size(), " ", kind, " keys and ", types.size(), " types");  // parse_example_c2
  for (size_t i = 0; i < keys.size(); ++i)
    if (!IsFeatureType(types[i]))
      return BadInput("feature '", keys[i], "' is ", types[i], ", expected f32, i64 or string");  // parse_example_c2
  return OkStatus();
}

Status CheckKeys(const ParseExample& op) {
  std::set<std::string_view> seen;
  for (FeatureRole role : {FeatureRole::kSparse, FeatureRole::kDense, FeatureRole::kRagged})
    for (const std::string& key : op.KeysOf(role))
      if (!seen.insert(key).second) return BadInput("feature '", key, "' is asked for twice");  // parse_example_c2
  return OkStatus();
}

Status CheckLists(const ParseExample& op) {
  RETURN_IF_ERROR(CheckFeatures("sparse", op.sparse_keys, op.sparse_types));
  RETURN_IF_ERROR(CheckFeatures("dense", op.dense_keys, op.dense_types));
  RETURN_IF_ERROR(CheckFeatures("ragged", op.ragged_keys, op.ragged_types));
  if (op.dense_shapes.size() != op.dense_keys.size() || op.ragged_split_types.size() != op.ragged_keys.size())
    return BadInput(op.dense_keys.size(), " dense keys and ", op.dense_shapes.size(), " shapes, ",
                    op.ragged_keys.size(), " ragged keys and ", op.ragged_split_types.size(),
                    " types of row splits");  // parse_example_c2
  RETURN_IF_ERROR(CheckKeys(op));
  for (DType t : op.ragged_split_types)
    if (t != DType::kI32 && t != DType::kI64) return BadInput("row splits are ", t, ", expected i32 or i64");  // c2
  for (size_t i = 0; i < op.dense_keys.size(); ++i) {
    const Shape& s = op.dense_shapes[i];
    bool known =
        s.has_rank() && std::all_of(s.begin() + std::min(s.rank(), 1), s.end(), [](int64_t d) { return d >= 0; });
    if (!known)
      return BadInput("feature '", op.dense_keys[i], "' has shape ", s,
                      ", expected all dimensions but the first to be known");  // parse_example_c3
  }
  return OkStatus();
}

Status CheckDefault(const ParseExample& op, size_t i, const TensorType& t) {
  if (t.dtype != op.dense_types[i])
    return BadInput("the default of feature '", op.dense_keys[i], "' is ", t.dtype, ", expected ",
                    op.dense_types[i]);  // parse_example_c4
  if (!t.shape.IsStatic()) return OkStatus();
  int64_t n = t.shape.Elements();
  bool fits = op.Varies(i) ? n == 1 : n == 0 || t.shape == op.dense_shapes[i];
  if (!fits)
    return BadInput("the default of feature '", op.dense_keys[i], "' has shape ", t.shape, ", the feature ",
                    op.dense_shapes[i]);  // parse_example_c4
  return OkStatus();
}

}  // namespace

std::optional<FeaturePlace> ParseExample::Find(std::string_view key) const {
  for (FeatureRole role : {FeatureRole::kSparse, FeatureRole::kDense, FeatureRole::kRagged}) {
    const std::vector<std::string>& keys = KeysOf(role);
    auto it = std::find(keys.begin(), keys.end(), key);
    if (it != keys.end()) return FeaturePlace{role, static_cast<size_t>(it - keys.begin())};
  }
  return std::nullopt;
}

Result<TensorTypes> Infer(const ParseExample& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1 + static_cast<int>(op.dense_keys.size())));
  RETURN_IF_ERROR(CheckLists(op));
  const Shape& batch = in.shape(0);
  if (in.dtype(0) != DType::kString || (batch.has_rank() && batch.rank() > 1))
    return BadInput("serialized is ", in[0], ", expected strings of rank 0 or 1");  // parse_example_c1
  for (size_t i = 0; i < op.dense_keys.size(); ++i) RETURN_IF_ERROR(CheckDefault(op, i, in[static_cast<int>(i) + 1]));

  int64_t axes = batch.has_rank() ? batch.rank() + 1 : kUnknownDim;  // parse_example_c6
  TensorTypes results;
  for (size_t i = 0; i < op.sparse_keys.size(); ++i) results.push_back({DType::kI64, {kUnknownDim, axes}});
  for (DType t : op.sparse_types) results.push_back({t, {kUnknownDim}});
  for (size_t i = 0; i < op.sparse_keys.size(); ++i) results.push_back({DType::kI64, {axes}});
  for (size_t i = 0; i < op.dense_keys.size(); ++i) {
    Shape shape = Shape::UnknownRank();
    if (batch.has_rank()) {
      std::vector<int64_t> dims(batch.begin(), batch.end());
      dims.insert(dims.end(), op.dense_shapes[i].begin(), op.dense_shapes[i].end());
      ASSIGN_OR_RETURN(shape, Shape::FromDims(dims));
    }
    results.push_back({op.dense_types[i], shape});
  }
  for (DType t : op.ragged_types) results.push_back({t, {kUnknownDim}});
  int64_t splits = !batch.has_rank() ? kUnknownDim : batch.rank() == 0 ? 0 : batch[0] < 0 ? batch[0] : batch[0] + 1;
  for (DType t : op.ragged_split_types) results.push_back({t, {splits}});
  return results;
}

}  // namespace slipway::ops
