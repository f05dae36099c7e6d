#include "ir/wire/tf_node_reader.h"

#include "ir/evaluate.h"
#include "ir/known_ints.h"

namespace slipway::wire {

// Sizes of shapes and index lists, not weights.
constexpr int64_t kMaxFoldedElements = 1 << 12;
constexpr int64_t kMaxFoldedReals = 4;  // a scale and a translation

// The caller names the node.
static Status WithoutOrigin(Status status, const std::string& origin) {
  std::string prefix = StrCat("'", origin, "': ");
  if (!status.message().starts_with(prefix)) return status;
  return Status(status.kind(), status.message().substr(prefix.size()));
}

const TensorType& NodeReader::type(ir::ValueId v) const {
  static const TensorType none;
  return v == ir::ValueId::kNone ? none : graph_.type(v);
}

Result<std::vector<ir::ValueId>> NodeReader::Add(ops::Op op, std::vector<ir::ValueId> inputs, std::string_view suffix) {
  std::string origin = suffix.empty() ? origin_ : StrCat(origin_, "/", suffix);
  std::vector<TensorType> types = ir::RefinedTypes(graph_, op, inputs);
  Result<std::vector<ir::ValueId>> outputs = graph_.AddNode(std::move(op), std::move(inputs), origin, types);
  if (!outputs.ok()) return WithoutOrigin(std::move(outputs).status(), origin);
  Fold(*outputs);
  return outputs;
}

// Integers and a few reals that follow from constants become constants: shapes, axes, indices and scales must be known
// to be read well.
void NodeReader::Fold(std::vector<ir::ValueId>& outputs) {
  if (outputs.empty()) return;
  ir::NodeId id = graph_.value(outputs[0]).producer;
  const ir::Node& node = graph_.node(id);
  if (node.op.info().stateful) return;
  for (ir::ValueId v : node.inputs)
    if (v != ir::ValueId::kNone && !graph_.ConstantOf(v)) return;
  for (ir::ValueId v : outputs) {
    const TensorType& t = graph_.type(v);
    if (!IsInteger(t.dtype) && t.dtype != DType::kBool && t.dtype != DType::kF32) return;
    int64_t most = t.dtype == DType::kF32 ? kMaxFoldedReals : kMaxFoldedElements;
    if (!t.shape.IsStatic() || t.shape.Elements() > most || !t.quant.empty()) return;
  }
  std::optional<std::vector<Tensor>> folded = ir::FoldNode(graph_, id);
  if (!folded) return;
  for (size_t i = 0; i < outputs.size(); ++i)
    outputs[i] = graph_.AddConstant((*folded)[i], graph_.value(outputs[i]).name);
}

}  // namespace slipway::wire
