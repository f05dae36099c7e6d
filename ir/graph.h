#pragma once
// The one graph of Slipway: training, conversion, quantization and serving all speak it.
//
// A Graph lists nodes in execution order; a Node applies an op to values; a Value has a name, a type and perhaps
// constant elements. Building is checking: AddNode infers types, so a graph that exists is well typed. Layout is NHWC.
// Graphs are changed only by building at the end and by Patch::Apply. Not thread safe while built; safe to read from
// many threads.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/tensor.h"
#include "ops/infer.h"
#include "ops/op.h"

namespace slipway::ir {

enum class NodeId : int32_t { kNone = -1 };
enum class ValueId : int32_t { kNone = -1 };  // kNone as an operand: optional and absent

struct Node {
  ops::Op op;
  std::vector<ValueId> inputs, outputs;
  std::string origin;  // the layer or node in the user's model; messages quote it
  NodeId previous = NodeId::kNone, next = NodeId::kNone;
  bool alive = true;
};

struct Value {
  std::string name;
  TensorType type;
  std::optional<Tensor> constant;
  NodeId producer = NodeId::kNone;  // kNone: graph input or constant
  std::vector<NodeId> consumers;    // once per use
};

class Graph {
 public:
  std::string name;

  ValueId AddInput(TensorType type, std::string name);
  ValueId AddConstant(Tensor tensor, std::string name);
  // Appends a node. Result types come from Infer; `types`, if given, may be more specific (shapes known from a file)
  // and holds quantization; they must not contradict.
  Result<std::vector<ValueId>> AddNode(ops::Op op, std::vector<ValueId> inputs, std::string origin,
                                       std::span<const TensorType> types = {});
  // AddNode of an op with one result.
  Result<ValueId> Add(ops::Op op, std::vector<ValueId> inputs, std::string origin);
  void SetOutputs(std::vector<ValueId> outputs) { outputs_ = std::move(outputs); }

  const std::vector<ValueId>& inputs() const { return inputs_; }
  const std::vector<ValueId>& outputs() const { return outputs_; }
  const Node& node(NodeId id) const { return nodes_[static_cast<size_t>(id)]; }
  const Value& value(ValueId id) const { return values_[static_cast<size_t>(id)]; }
  const TensorType& type(ValueId id) const { return value(id).type; }
  int num_values() const { return static_cast<int>(values_.size()); }
  int num_node_ids() const { return static_cast<int>(nodes_.size()); }  // ids ever given, dead ones included
  int num_nodes() const { return live_nodes_; }
  // The live nodes in execution order.
  std::vector<NodeId> Order() const;
  NodeId first() const { return first_; }

  // The one producer op's struct of a value, or nullptr: `g.ProducerAs<Conv2D>(v)`.
  template <class T>
  const T* ProducerAs(ValueId v) const {
    if (v == ValueId::kNone || value(v).producer == NodeId::kNone) return nullptr;
    return node(value(v).producer).op.As<T>();
  }
  const Tensor* ConstantOf(ValueId v) const {
    return v != ValueId::kNone && value(v).constant ? &*value(v).constant : nullptr;
  }
  bool IsOutput(ValueId v) const;
  // Consumers plus one if it is an output.
  int NumUses(ValueId v) const { return static_cast<int>(value(v).consumers.size()) + (IsOutput(v) ? 1 : 0); }

  void SetValueName(ValueId v, std::string name) { values_[static_cast<size_t>(v)].name = std::move(name); }
  // Other numbers for the graphs that a node runs (ops::GraphsOf), which have moved within the module.
  void RenumberGraphs(NodeId n, std::span<const int> graphs);
  void SetOrigin(NodeId n, std::string origin) { nodes_[static_cast<size_t>(n)].origin = std::move(origin); }

 private:
  friend class Patch;
  ValueId NewValue(Value v);
  NodeId InsertNode(Node node, NodeId before);  // before kNone: at the end
  void RemoveNode(NodeId);
  void ReleaseConstant(ValueId);  // if nobody reads it
  Result<std::vector<TensorType>> InferNode(const ops::Op&, std::span<const ValueId> inputs,
                                            std::span<const TensorType> types) const;

  std::vector<Node> nodes_;
  std::vector<Value> values_;
  std::vector<ValueId> inputs_, outputs_;
  NodeId first_ = NodeId::kNone, last_ = NodeId::kNone;
  int live_nodes_ = 0;
};

// State that outlives a run: a trained weight, a counter. Named by its index in Module::variables.
struct Variable {
  std::string name;
  TensorType type;
  Tensor value;  // its initial elements; valid() false: uninitialised
  bool trainable = true;
};

// Keys to values (a vocabulary). Named by its index in Module::tables.
struct Table {
  std::string name;
  DType key = DType::kInvalid, value = DType::kInvalid;
  Tensor keys, values;  // not valid(): filled by a TableImport, if at all
};

// A file that belongs to the model (a vocabulary); `path` is where it lies now.
struct Asset {
  std::string filename;
  std::string path;
};

struct SignatureArgument {
  std::string name;  // what callers say
  // Index into the graph's inputs (for inputs) or outputs (for outputs).
  int index = 0;
};

// A door for callers: named operands and results of one graph, in the signature's order.
struct Signature {
  std::string key;
  int graph = 0;
  std::vector<SignatureArgument> inputs, outputs;
};

struct Module {
  std::vector<std::unique_ptr<Graph>> graphs;
  std::vector<Variable> variables;
  std::vector<Table> tables;
  std::vector<Asset> assets;
  std::vector<Signature> signatures;

  Graph& AddGraph(std::string name);
  const Signature* FindSignature(std::string_view key) const;
};

// A shape or type that breaks the rules anywhere: re-infers every node, checks order, ids, uses and outputs.
Status Verify(const Graph&);
Status Verify(const Module&);

// Infer's view of a node's operands.
class OperandTypes {
 public:
  OperandTypes(const Graph& g, std::span<const ValueId> inputs);
  ops::Inputs inputs() const { return {list_}; }

 private:
  std::vector<ops::InferInput> list_;
};

}  // namespace slipway::ir
