#pragma once
// Plan: everything about running a graph for given input shapes that does not belong to one run: chosen kernels with
// their states, folded constants, where each tensor lies. Immutable; shared by interpreters and threads.
//
// How it is made (the one way, for every loader):
//  * walk back from the outputs and from ops with side effects: nothing else is planned;
//  * walk forward: infer types from the actual input shapes; an op whose operands are all constant (or that asks for
//    shapes alone) runs now and becomes a constant; views and reads of variables become aliases; the kernel sets are
//    asked in order for the rest, an engine (node_engine.h) before them; neighbours that it takes form a run;
//  * an op that runs graphs (If, While) gets its result types from the plans of these; a result that is an operand in
//    each of them is an alias of it;
//  * where the shape of a result depends on data, the plan ends: it is one segment, and the executor asks for the next
//    one when that shape is known;
//  * neighbours that work row by row become groups (row_group.h);
//  * a result takes the memory of an operand that dies, where the kernel allows it; the rest is laid out greedily by
//  size
//    in one arena (memory_planner.h).
//
// A read of a variable that is used at or after a later write of it is copied instead of aliased.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "interpreter/kernel.h"
#include "interpreter/node_context.h"
#include "interpreter/node_engine.h"
#include "interpreter/plan_graph.h"
#include "interpreter/row_group.h"

namespace slipway::interpreter {

struct PlanOptions {
  std::vector<const KernelSet*> kernel_sets;  // asked in this order
  const NodeEngine* engine = nullptr;         // asked before them
  int num_threads = 1;
  bool exact = false;          // PrepareContext::exact
  bool callee = false;         // inputs lie where the calling graph has them, so the engine must not read them
  size_t max_arena_bytes = 0;  // of one segment, and of folded constants; 0: the machine's memory
  int max_ops = 1 << 20;       // larger graphs are refused
};

enum class Place : uint8_t {
  kNone,      // not part of this segment
  kConstant,  // PlannedTensor::constant
  kArena,     // at `offset` of the segment's arena
  kInput,     // memory of the graph input `root`
  kState,     // memory of the state tensor `root`
  kVariable,  // memory of the module variable `offset`
  kStrings,   // std::string objects of the interpreter, made for tensor `root`
  kDynamic,   // shape known only after its op has run; its memory grows then
  kEarlier,   // made by an earlier segment as tensor `root`
};

struct PlannedTensor {
  TensorType type;  // shape static, but for kDynamic
  Place place = Place::kNone;
  int root = kAbsent;  // the tensor whose memory this is: itself, or what it is a view of
  size_t offset = 0;
  Tensor constant;
};

struct PlanStep {
  int op = 0;     // in PlanGraph::ops
  Kernel kernel;  // eval nullptr: an engine's node, or nothing to do (a view, folded)
  const char* set = "";
  size_t scratch_offset = 0;
  int run = -1;                 // of the engine, to which the node belongs
  bool private_result = false;  // EngineNode::private_result
  bool runs_graphs = false;     // the executor runs the graphs that the op names
  bool uses_table = false;      // the executor binds it to a table
  bool works() const { return kernel.eval || run >= 0 || runs_graphs || uses_table; }
};

struct Plan {
  int first_op = 0, next_op = 0;       // covers ops [first_op, next_op)
  bool last = true;                    // no segment follows
  std::vector<PlannedTensor> tensors;  // one per tensor of the graph
  std::vector<PlanStep> steps;
  std::vector<RowGroup> groups;  // in the order of their steps
  std::vector<int> dynamic;      // results whose shapes decide the next segment
  size_t arena_bytes = 0;
  size_t constant_bytes = 0;  // of folded constants
  int num_runs = 0;           // of the engine

  // A tensor that this segment's steps can use.
  bool Has(int tensor) const { return tensors[static_cast<size_t>(tensor)].place != Place::kNone; }
};

// Folded ops that depend on constants of the model only: done once per model, whatever the shapes. One op's results, or
// nothing yet. Thread-safe.
class FoldedConstants {
 public:
  virtual bool Find(int op, std::vector<Tensor>* results) = 0;
  virtual void Keep(int op, const std::vector<Tensor>& results) = 0;

 protected:
  ~FoldedConstants() = default;
};

// What is known where a segment begins.
struct SegmentStart {
  int first_op = 0;
  std::vector<TensorType> types;  // per tensor; dtype kInvalid: not there. At op 0: the graph inputs.
  std::vector<Tensor> constants;  // per tensor; not valid(): computed at run time. Empty: only the graph's own.
};

// Where a graph begins with operands of these static shapes, and the key of that (Model::PlanFor).
SegmentStart StartOf(const PlanGraph&, std::span<const Shape> inputs);
std::string StartKey(const PlanGraph&, std::span<const Shape> inputs);
void AppendShapeKey(std::string& key, const Shape& shape);

// Plans of the graphs that ops run, for operands of these static shapes.
class CalleePlans {
 public:
  virtual Result<std::shared_ptr<const Plan>> PlanFor(int graph, std::span<const Shape> inputs) = 0;

 protected:
  ~CalleePlans() = default;
};

// Plans one segment. Without `callees` the shapes of results of ops that run graphs are open. `module` must have passed
// CheckModule. Errors quote the op's origin.
Result<std::shared_ptr<const Plan>> BuildPlan(const PlanModule& module, const PlanGraph& graph, const SegmentStart&,
                                              const PlanOptions&, FoldedConstants* folded = nullptr,
                                              CalleePlans* callees = nullptr);

}  // namespace slipway::interpreter
