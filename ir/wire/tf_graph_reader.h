#pragma once
// Reads nodes of a TensorFlow graph into an ir::Graph, on demand from the tensors that are wanted. Internal to ir/wire.

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/savedmodel/model.h"
#include "ir/graph.h"
#include "ir/wire/tf.h"
#include "ir/wire/tf_problems.h"

namespace slipway::wire {

// What a tensor of the TensorFlow graph is here.
struct TfValue {
  enum Kind { kNone, kTensor, kHandle, kReference, kTable, kList, kFailed };
  Kind kind = kNone;  // kHandle, kReference: of a variable; kFailed: a problem was reported, so uses report none
  ir::ValueId value = ir::ValueId::kNone;
  int variable = -1;  // index into the module's variables, or tables
  // A list is a tensor whose first dimension counts its items. It is open (no value) until something says what shape
  // they have.
  int list = -1;        // index into the reader's lists; -1: was never open
  bool ragged = false;  // its items may differ in shape
};
using TfValues = std::vector<TfValue>;

// A list of tensors when it was made.
struct TfList {
  DType dtype = DType::kInvalid;
  Shape item = Shape::UnknownRank();        // as far as it is known
  ir::ValueId length = ir::ValueId::kNone;  // i32 scalar of the graph that is read; kNone: cannot be told in it
  bool grows = false;                       // when items are set behind its end
  int outer = -1;                           // in a body: the list of the graph around it
};

// The shapes that branches or a loop get (of lists: with their length), and those that they give the items of open
// lists; of unknown rank where there is nothing to say.
struct TfBodyShapes {
  std::vector<Shape> arguments, items;
};

// What is known of lists when the graph is read with numbers for the dimensions that its signature leaves open; by the
// path of the node.
struct TfProbe {
  std::map<std::string, TfBodyShapes, std::less<>> bodies;
  std::map<std::string, bool, std::less<>> fits;  // does an item that is set have the shape of the others?
};

// The module's variables, made when a signature first uses them.
class TfVariables {
 public:
  // The index of the variable that a node of the main graph makes.
  virtual Result<int> Get(const savedmodel::Node& node) = 0;
  virtual const TensorType& type(int variable) const = 0;
  // The index of the table that a node of the main graph makes, filled as the model's initialization does.
  virtual Result<int> GetTable(const savedmodel::Node& node) = 0;
  virtual const ir::Table& table(int table) const = 0;

 protected:
  ~TfVariables() = default;
};

// The main graph or the body of one call while it is read.
struct TfScope {
  const std::vector<savedmodel::Node>* nodes = nullptr;
  const savedmodel::Function* function = nullptr;  // nullptr: the main graph
  const TfNode* caller = nullptr;                  // its attributes fill in placeholders
  const TfScope* outer = nullptr;                  // that of the call
  std::string prefix;                              // of origins
  std::string path;                                // the nodes that call, all of them
  int depth = 0;
  std::map<std::string, TfValues, std::less<>> arguments;  // of a function
  std::map<std::string, TfValue, std::less<>> feeds;       // of the main graph, by "node:0"
  std::unordered_map<std::string_view, const savedmodel::Node*> by_name;
  std::unordered_map<const savedmodel::Node*, TfValues> done;
  std::set<const savedmodel::Node*> effects;         // nodes with side effects
  std::set<const savedmodel::Node*> behind_effects;  // those and all that wait for them
};

class TfGraphReader {
 public:
  // Reads into `graph` of `module`; bodies of branches and loops become further graphs of it.
  TfGraphReader(const savedmodel::Graph& source, TfVariables& variables, ir::Module& module, ir::Graph& graph,
                Problems& problems);

  // "node:1" of the main graph is `value`; before Read.
  void Feed(const std::string& ref, ir::ValueId value);
  // What `refs` of the main graph are, one value each; kFailed where a problem was reported.
  TfValues Read(const std::vector<std::string>& refs);
  // Two readings of the same graph with different numbers for its unknown dimensions, made when they are needed; before
  // Read.
  void SetProbes(std::function<const std::vector<TfProbe>&()> probes) { probes_ = std::move(probes); }
  // What was found while reading, for others' SetProbes.
  TfProbe TakeProbe() { return std::move(probe_); }

 private:
  using Node = savedmodel::Node;
  struct Ref {
    const Node* node = nullptr;  // nullptr: `value` is it
    int index = 0;
    TfValue value;
  };

  void OpenScope(TfScope& scope);
  Result<Ref> Resolve(const TfScope& scope, std::string_view ref) const;
  Result<Ref> ResolveInFunction(const TfScope& scope, std::string_view ref) const;
  TfValue ValueOf(const TfScope& scope, const std::string& ref, const std::string& user);
  struct Visit;
  static Status CycleBackTo(const std::vector<Visit>& stack, const Node* node);
  std::vector<const Node*> Order(const TfScope& scope, const std::vector<const Node*>& roots);
  std::vector<const Node*> Needed(const TfScope& scope, const Node& node) const;
  void ReadNodes(TfScope& scope, const std::vector<std::string>& refs);
  TfValues ReadNode(TfScope& scope, const Node& node);

  Result<TfValues> Dispatch(const TfScope& scope, const TfNode& node, const TfValues& inputs);
  Result<TfValues> ReadCall(const TfScope& scope, const TfNode& node, const savedmodel::Function& function,
                            const TfValues& inputs);
  Status BindArguments(const TfNode& node, const savedmodel::Function& function, const TfValues& inputs,
                       TfScope* body) const;
  // Ops that only move values, variables, and what this graph needs no node for.
  bool IsStructural(std::string_view op) const;
  Result<TfValues> ReadStructural(const TfScope& scope, const TfNode& node, const TfValues& inputs);
  Result<TfValues> ReadTableOp(const TfScope& scope, const TfNode& node, const TfValues& inputs);
  // Lists of tensors (tf_lists.cc).
  static bool IsListOp(std::string_view op);
  Result<TfValues> ReadListOp(const TfScope& scope, const TfNode& node, const TfValues& inputs);
  Result<TfValues> ReadVariableOp(const TfScope& scope, const TfNode& node, const TfValues& inputs);
  Result<TfValues> ReadOp(const TfScope& scope, const TfNode& node, const TfValues& inputs);
  Result<TfValue> ReadVariable(const TfScope& scope, const TfNode& node, const TfValue& variable);
  Status Assign(const TfScope& scope, const TfNode& node, const TfValue& variable, ir::ValueId value);

  // Control flow (tf_control_flow.cc).
  struct Body {
    int graph = -1;    // in the module
    TfValues results;  // of the function, in that graph
  };
  Result<TfValues> ReadControlFlow(const TfScope& scope, const TfNode& node, const TfValues& inputs);
  Result<TfValues> ReadBranches(const TfScope& scope, const TfNode& node, const TfValues& inputs);
  Result<TfValues> ReadLoop(const TfScope& scope, const TfNode& node, const TfValues& inputs);
  Result<std::vector<const savedmodel::Function*>> Branches(const TfNode& node) const;
  Result<const savedmodel::Function*> FunctionAttr(const TfNode& node, std::string_view attr) const;
  Result<TfValue> Decision(const TfScope& scope, const TfNode& node, const TfValue& value);
  Result<Body> ReadBody(const TfScope& scope, const TfNode& node, const savedmodel::Function& function,
                        const TfValues& arguments, const std::vector<TensorType>& types, bool trial = false);
  // Gives open lists among `arguments` the shape that the items have which the functions put into them.
  Status CloseLists(const TfScope& scope, const TfNode& node, const std::vector<const savedmodel::Function*>& functions,
                    TfValues& arguments);
  Result<bool> CloseAsIn(const TfScope& scope, const TfNode& node, const savedmodel::Function& function,
                         TfValues& arguments);
  bool IsCertainToFit(const std::string& path, bool fits);
  Result<std::vector<ir::ValueId>> ItemDims(const std::string& path, const TfValues& arguments, size_t list,
                                            const Shape& item);
  Result<TfValues> AddBranches(const TfScope& scope, const TfNode& node, ir::ValueId choice, const TfValues& arguments,
                               const std::vector<Body>& bodies);
  Result<TfValues> AddLoop(const TfScope& scope, const TfNode& node, const TfValues& variables,
                           const std::vector<TensorType>& types, const Body& cond, const Body& body);
  int OuterList(const TfValue& v) const;
  Result<TfValues> Tensors(const TfScope& scope, const TfNode& node, const TfValues& inputs);

  bool MayReadState(const Node& node) const;
  bool HasEffect(const Node& node, int depth);
  bool FunctionHasEffect(const savedmodel::Function& function, int depth);
  // The function that a node calls, if it does.
  const savedmodel::Function* Callee(const Node& node) const;
  std::vector<const savedmodel::Function*> Bodies(const Node& node) const;
  const savedmodel::Function* FindFunction(std::string_view name) const;

  const savedmodel::Graph& source_;
  TfVariables& variables_;
  ir::Module& module_;
  ir::Graph* graph_;  // that is being read into
  Problems& problems_;
  std::unordered_map<std::string_view, const savedmodel::Function*> functions_;
  std::unordered_map<const savedmodel::Function*, bool> function_effects_;
  TfScope main_;
  std::vector<TfList> lists_;
  TfProbe probe_;
  std::function<const std::vector<TfProbe>&()> probes_;
  int64_t nodes_read_ = 0;
};

}  // namespace slipway::wire
