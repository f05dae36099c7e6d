#include "ir/wire/tf.h"
#include "ops/parse_example/parse_example.h"

namespace slipway::ops {

namespace {

// Keys are constant string operands.
Result<std::vector<std::string>> Keys(wire::TfImporter& in, int i, std::string_view name) {
  const Tensor* t = in.ConstantOf(in.input(i));
  if (!t || t->dtype() != DType::kString) return Unsupported("input '", name, "' is not a constant of strings");
  return t->strings();
}

Result<std::vector<ir::ValueId>> AddWithDefaults(const ParseExample& op, wire::TfImporter& in, int first) {
  std::vector<ir::ValueId> operands = {in.input(0)};
  for (int i = first; i < in.num_inputs(); ++i) operands.push_back(in.input(i));
  return in.Add(op, operands);
}

// serialized, names, sparse_keys, dense_keys, ragged_keys, dense_defaults...
Result<std::vector<ir::ValueId>> ReadV2(const wire::TfNode& node, wire::TfImporter& in) {
  ParseExample op;
  if (in.num_inputs() < 5) return BadInput("has ", in.num_inputs(), " inputs, expected at least 5");
  ASSIGN_OR_RETURN(op.sparse_keys, Keys(in, 2, "sparse_keys"));
  ASSIGN_OR_RETURN(op.dense_keys, Keys(in, 3, "dense_keys"));
  ASSIGN_OR_RETURN(op.ragged_keys, Keys(in, 4, "ragged_keys"));
  ASSIGN_OR_RETURN(op.sparse_types, node.Types("sparse_types"));
  ASSIGN_OR_RETURN(op.dense_types, node.Types("Tdense"));
  ASSIGN_OR_RETURN(op.dense_shapes, node.Shapes("dense_shapes"));
  ASSIGN_OR_RETURN(op.ragged_types, node.Types("ragged_value_types"));
  ASSIGN_OR_RETURN(op.ragged_split_types, node.Types("ragged_split_types"));
  return AddWithDefaults(op, in, 5);
}

// serialized, names, sparse_keys..., dense_keys..., dense_defaults...
Result<std::vector<ir::ValueId>> ReadV1(const wire::TfNode& node, wire::TfImporter& in) {
  ParseExample op;
  ASSIGN_OR_RETURN(op.sparse_types, node.Types("sparse_types"));
  ASSIGN_OR_RETURN(op.dense_types, node.Types("Tdense"));
  ASSIGN_OR_RETURN(op.dense_shapes, node.Shapes("dense_shapes"));
  int sparse = static_cast<int>(op.sparse_types.size()), dense = static_cast<int>(op.dense_types.size());
  if (in.num_inputs() != 2 + sparse + 2 * dense)
    return BadInput("has ", in.num_inputs(), " inputs, expected ", 2 + sparse + 2 * dense);
  auto add = [&](int i, const char* name, std::vector<std::string>* keys) -> Status {
    ASSIGN_OR_RETURN(std::vector<std::string> key, Keys(in, i, name));
    if (key.size() != 1) return BadInput("input '", name, "' has ", key.size(), " elements, expected 1");
    keys->push_back(key[0]);
    return OkStatus();
  };
  for (int i = 0; i < sparse; ++i) RETURN_IF_ERROR(add(2 + i, "sparse_keys", &op.sparse_keys));
  for (int i = 0; i < dense; ++i) RETURN_IF_ERROR(add(2 + sparse + i, "dense_keys", &op.dense_keys));
  return AddWithDefaults(op, in, 2 + sparse + dense);
}

// serialized (a scalar), dense_defaults...; keys are attributes.
Result<std::vector<ir::ValueId>> ReadSingle(const wire::TfNode& node, wire::TfImporter& in) {
  ParseExample op;
  ASSIGN_OR_RETURN(op.sparse_keys, node.Strings("sparse_keys"));
  ASSIGN_OR_RETURN(op.dense_keys, node.Strings("dense_keys"));
  ASSIGN_OR_RETURN(op.sparse_types, node.Types("sparse_types"));
  ASSIGN_OR_RETURN(op.dense_types, node.Types("Tdense"));
  ASSIGN_OR_RETURN(op.dense_shapes, node.Shapes("dense_shapes"));
  return AddWithDefaults(op, in, 1);
}

}  // namespace

Result<std::vector<ir::ValueId>> ParseExample::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  if (node.op == "ParseExample") return ReadV1(node, in);
  if (node.op == "ParseSingleExample") return ReadSingle(node, in);
  return ReadV2(node, in);
}

Status ToTf(const ParseExample& op, wire::TfExporter& out) {
  auto strings = [&](const std::vector<std::string>& values) {
    return out.Constant(Tensor::Of<std::string>({static_cast<int64_t>(values.size())}, std::span(values)));
  };
  std::vector<wire::TfRef> inputs = {out.input(0), strings({}), strings(op.sparse_keys), strings(op.dense_keys),
                                     strings(op.ragged_keys)};
  for (int i = 1; i < out.num_inputs(); ++i) inputs.push_back(out.input(i));
  std::vector<std::string> results;
  auto name = [&](size_t n, const char* argument) { results.insert(results.end(), n, argument); };
  name(op.sparse_keys.size(), "sparse_indices");
  name(op.sparse_keys.size(), "sparse_values");
  name(op.sparse_keys.size(), "sparse_shapes");
  name(op.dense_keys.size(), "dense_values");
  name(op.ragged_keys.size(), "ragged_values");
  name(op.ragged_keys.size(), "ragged_row_splits");
  std::vector<wire::TfRef> refs = out.Emit("ParseExampleV2", inputs,
                                           {{"num_sparse", static_cast<int64_t>(op.sparse_keys.size())},
                                            {"sparse_types", op.sparse_types},
                                            {"Tdense", op.dense_types},
                                            {"dense_shapes", op.dense_shapes},
                                            {"ragged_value_types", op.ragged_types},
                                            {"ragged_split_types", op.ragged_split_types}},
                                           results);
  for (size_t i = 0; i < refs.size(); ++i) out.SetOutput(static_cast<int>(i), refs[i]);
  return OkStatus();
}

}  // namespace slipway::ops
