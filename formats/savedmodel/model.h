#pragma once
// What a SavedModel or a GraphDef file holds, as plain structs: nodes, functions, signatures, the object graph.
//
// Names are TensorFlow's. References to tensors: "node:1" or "node" (output 0) in graphs, "node:argument:0" or the name
// of an argument in functions, "^node" for a control edge. The structs say what the file says; only what the reader
// promises (unique names, ids in range) is checked.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "formats/savedmodel/attr.h"

namespace slipway::savedmodel {

struct Node {
  std::string name, op;
  std::vector<std::string> inputs;
  AttrMap attrs;
};

// An operand or result of a function. Polymorphic ones take their type from the caller's attribute `type_attr`
// (`number_attr` of them), or are as many as the types in `type_list_attr`.
struct Argument {
  std::string name;
  DType dtype = DType::kInvalid;  // kInvalid: an attribute says
  std::string type_attr = {}, number_attr = {}, type_list_attr = {};
};

struct Function {
  std::string name;
  std::vector<Argument> inputs, outputs;
  std::vector<Node> nodes;
  std::map<std::string, std::string> results;          // output's name -> reference to a tensor
  std::map<std::string, std::string> control_results;  // name -> node that must run
  bool plain_references = false;                       // made of nodes of a graph: references are as in graphs
};

struct Graph {
  std::vector<Node> nodes;
  std::vector<Function> functions;
  int producer = 0, min_consumer = 0;

  const Function* FindFunction(std::string_view name) const;
};

struct TensorInfo {
  std::string name;               // reference to a tensor of the graph; empty for sparse and composite ones
  DType dtype = DType::kInvalid;  // kInvalid: not said, or a type that we do not hold
  Shape shape;
  bool has_shape = true;  // false: not said
  bool dense = true;      // false: sparse or composite
};

struct Signature {
  std::string key, method_name;
  std::map<std::string, TensorInfo> inputs, outputs;  // sorted by name, as every TensorFlow tool lists them
  std::map<std::string, Tensor> defaults;
};

// The reference to a tensor of the graph that is fed with the path of assets/FILENAME when the model is initialised.
struct AssetFile {
  std::string tensor, filename;
};

struct Saver {
  std::string filename_tensor, save_tensor, restore_node;
};

enum class ObjectKind { kUser, kAsset, kFunction, kVariable, kBareFunction, kConstant, kResource, kCaptured, kOther };

struct ObjectChild {
  std::string name;
  int node = 0;
};

// One object of the Python (or our) program that was saved; node 0 is the root.
struct Object {
  ObjectKind kind = ObjectKind::kOther;
  std::string name;  // user: its identifier; variable: its name; bare function: the function; constant: the node
  std::vector<std::string> functions;  // kFunction: its concrete functions
  std::vector<ObjectChild> children;
  DType dtype = DType::kInvalid;  // kVariable
  Shape shape;                    // kVariable
  bool trainable = false;         // kVariable
  int asset = -1;                 // kAsset: index into MetaGraph::assets
};

struct MetaGraph {
  std::vector<std::string> tags;
  std::string tensorflow_version;
  Graph graph;
  Saver saver;
  std::vector<Signature> signatures;    // sorted by key; without those that initialise or train
  std::vector<std::string> init_nodes;  // run once after loading, in any order
  std::vector<AssetFile> assets;
  std::vector<Object> objects;                            // empty: the file has no object graph
  std::map<std::string, std::vector<int>> bound_objects;  // concrete function -> objects appended to its arguments

  const Signature* FindSignature(std::string_view key) const;
};

// "node:1" -> {"node", 1}; "node" -> {"node", 0}; "^node" -> {"node", -1}.
struct TensorRef {
  std::string_view node;
  int index = 0;
};
TensorRef ParseTensorRef(std::string_view ref);

}  // namespace slipway::savedmodel
