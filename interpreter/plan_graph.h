#pragma once
// PlanGraph: a model as the planner sees it, whatever it came from: a .tflite file or an ir::Graph.
//
// Tensors and ops are named by index. Ops are listed in execution order: each tensor is produced by at most one op,
// before its uses. Declared shapes of graph inputs are defaults that may be resized; those of other tensors are not
// looked at, because the planner infers them anew for the actual input shapes; dtypes must agree and declared
// quantization counts.

#include <string>
#include <string_view>
#include <vector>

#include "base/tensor.h"
#include "ops/graph_use.h"

namespace slipway::interpreter {

inline constexpr int kAbsent = -1;  // an optional operand that is left out

struct PlanTensor {
  std::string name;
  TensorType type;
  Tensor constant;  // valid(): the tensor is constant
  // Zeros at first, changed in place by ops, kept between runs. An op whose result it is sets it anew in each run.
  bool is_state = false;
};

struct PlanOp {
  ops::Op op;
  std::vector<int> inputs;  // kAbsent allowed
  std::vector<int> outputs;
  std::string origin;  // the name in the user's model; messages quote it
};

struct PlanGraph {
  std::string name;
  std::vector<PlanTensor> tensors;
  std::vector<PlanOp> ops;
  std::vector<int> inputs, outputs;  // tensors
  // What running it does besides its results, in graphs that it runs, too. Filled in by CheckModule.
  std::vector<ops::VariableTouch> touches;  // each variable once or twice: kRead, kWrite
  bool has_effects = false;                 // writes a variable, or something else that outlives it
};

// State that graphs of a module share; ops name it by index.
struct PlanVariable {
  std::string name;
  TensorType type;  // static shape
  Tensor initial;   // not valid(): zeros
};

// Keys to values, which graphs of a module share.
struct PlanTable {
  std::string name;
  DType key = DType::kInvalid, value = DType::kInvalid;
  Tensor keys, values;  // not valid(): filled when running
};

struct PlanArgument {
  std::string name;
  int index = 0;  // into the graph's inputs or outputs
};

struct PlanSignature {
  std::string key;
  int graph = 0;
  std::vector<PlanArgument> inputs, outputs;
};

struct PlanModule {
  std::vector<PlanGraph> graphs;  // the first is the main one
  std::vector<PlanVariable> variables;
  std::vector<PlanTable> tables;
  std::vector<PlanSignature> signatures;
};

// Graphs may run graphs (If, While) no deeper than this.
inline constexpr int kMaxGraphDepth = 64;

// Checks every index, the order of ops, the variables, tables and graphs that ops name, sizes of constants. Afterwards
// constants are aligned for their element type (mapped files need not be: those are copied).
Status CheckModule(PlanModule&);

// The variables that an op itself reads and writes.
std::vector<ops::VariableTouch> OwnTouchesOf(const ops::Op&);
// Those of an op of a checked module, in graphs that it runs, too.
std::vector<ops::VariableTouch> TouchesOf(const PlanModule&, const ops::Op&);
// Must it run although nobody needs its results?
bool HasEffects(const PlanModule&, const ops::Op&);

}  // namespace slipway::interpreter
