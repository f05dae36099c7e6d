#pragma once
// Executor: one graph bound to memory. It holds the arena blocks and a flat array of {function, state, pointers} per
// segment and runs it; the user's door is interpreter.h.
//
//  * The first segment is bound by Prepare; further ones when the shapes that decide them are known, and kept as long
//  as
//    these stay. A run over known shapes allocates nothing.
//  * Runs of engine nodes are built when their segment is bound, one bound op each; while an observer is set, each node
//    of them alone. Where building fails, the segment is planned anew without the engine.
//  * An op that runs graphs (If, While) has these run by executors of their own, one per graph (Execution::Callee), on
//  the
//    memory of the caller: graph_step.h.
//  * Graph inputs have memory of their own that survives runs and resizes of other inputs. Either side may use buffers
//  of
//    the caller instead; where an output cannot be produced in place there, it is copied.
//
// Not thread-safe; the plan and the model behind it are shared.

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "interpreter/memory.h"
#include "interpreter/model.h"
#include "interpreter/observer.h"
#include "interpreter/variables.h"

namespace slipway::interpreter {

class Executor;
class GraphStep;

// What the executors of one interpreter share.
struct Execution {
  Execution();
  ~Execution();
  // The executor for a graph that ops run, made when first asked for. Graphs do not run themselves, so one is enough.
  Result<Executor*> Callee(int graph);

  std::shared_ptr<const Model> model;
  PlanOptions options;
  std::shared_ptr<ThreadPool> pool;
  std::shared_ptr<Variables> variables;
  Observer* observer = nullptr;
  Status engine_failure;  // why options.engine was given up
  std::atomic<bool> cancelled{false};
  std::vector<std::unique_ptr<Executor>> callees;  // by graph
  double observed_seconds = 0;                     // of ops that ended within the one being observed
};

// Elements that may be numbers or strings, and grow.
struct TensorMemory {
  TensorType type;
  Block block;
  std::vector<std::string> strings;
  void* data = nullptr;

  // Room for a static shape; contents are lost when it has to grow.
  Status Reserve(const Shape& shape, size_t limit);
};

class Executor {
 public:
  // A callee's inputs have no memory of their own.
  Executor(Execution& execution, int graph, bool callee = false);
  ~Executor();
  Executor(const Executor&) = delete;
  // Gives every input memory for its declared shape, unknown dimensions being 1.
  Status Init();

  const PlanGraph& graph() const { return graph_; }
  // Inputs and outputs by their position in the graph.
  const TensorType& input_type(int i) const { return inputs_[Position(i)].memory.type; }
  void* input_data(int i) const { return inputs_[Position(i)].data(); }
  Status ResizeInput(int i, const Shape& shape);
  // Plans and binds for the present input shapes, if that is not done.
  Status Prepare();
  // With its shape of the last run where it depends on data (open before).
  const TensorType& output_type(int i) const;
  const void* output_data(int i) const;
  // Any tensor of the graph, as PlanGraph::tensors lists them. Its type is nullptr and its data nullptr where there is
  // none now; elements of tensors that are neither input, output, constant nor state mean nothing outside of a run.
  struct Location {
    void* data = nullptr;
    const TensorType* type = nullptr;
    bool constant = false;  // the plan's, not to be written: only tensor() says it
  };
  Location tensor(int t) const;
  // nullptr: the executor's own memory again. The buffer must be aligned for its element type and live until replaced.
  Status UseInputBuffer(int i, void* data, size_t bytes);
  Status UseOutputBuffer(int i, void* data, size_t bytes);
  Status Run();
  void ResetState();

  // For callees, between SetOperand of all inputs and RunGraph: the elements lie at `data`, of the declared dtype.
  void SetOperand(int i, const Shape& shape, const void* data);
  // Where the elements of an output shall be made, if that is possible; nullptr: in this executor's memory.
  void SetResult(int i, void* data);
  // After Prepare: the shape of an output, if it is known before the run; else nullptr.
  const Shape* PlannedShape(int i) const;
  // Run, but neither are cancellations before it forgotten nor outputs copied: they are where `output` says.
  Status RunGraph();
  const Location& output(int i) const { return tensors_[static_cast<size_t>(graph_.outputs[static_cast<size_t>(i)])]; }

  // After execution.observer has changed.
  void BindObserver();
  bool prepared() const { return !segments_.empty(); }
  size_t arena_bytes() const;
  size_t engine_bytes() const;  // EngineRun::bytes of all runs

 private:
  struct InputSlot {
    TensorMemory memory;
    void* custom = nullptr;
    bool copied = false;  // custom memory is copied to ours at each run: an engine reads beyond its end
    void* data() const { return custom ? custom : memory.data; }
    void* bound() const { return custom && !copied ? custom : memory.data; }
  };
  struct OutputSlot {
    void* custom = nullptr;
    size_t custom_bytes = 0;
    bool direct = false;  // the op writes into the custom buffer
  };
  struct BoundOp {
    Code (*eval)(const void*, EvalContext&) = nullptr;
    const void* state = nullptr;
    EvalContext context;
  };
  struct StepOwner {
    Executor* executor;
    int segment, step;
    BoundOp inner;  // what an observed op calls
  };
  struct Segment {
    std::string key;
    std::shared_ptr<const Plan> plan;
    const NodeEngine* engine = nullptr;  // that the plan was made with
    Block arena;
    std::vector<void*> slots;  // operands and results of all steps
    std::vector<BoundOp> ops, observed;
    std::vector<int> op_steps;                       // of ops
    std::vector<std::unique_ptr<EngineRun>> runs;    // of the plan
    std::vector<std::unique_ptr<EngineRun>> single;  // one per step of the engine, while observed
    std::vector<std::unique_ptr<GraphStep>> graphs;  // one per step that runs graphs
    std::vector<Kernel> tables;                      // one per step that uses a table
    std::vector<BoundRowGroup> groups;               // of the plan
    std::vector<StepOwner> owners;                   // one per step
    std::vector<std::pair<int, int>> views;          // (tensor, root) whose address may change
    std::vector<std::pair<size_t, int>> moving;      // (slot, tensor) whose address may change
  };

  size_t Position(int i) const { return first_position_[static_cast<size_t>(i)]; }
  Status PlanAndBind(size_t k, std::string key, const SegmentStart&);
  Status Bind(size_t k, std::string key, std::shared_ptr<const Plan> plan);
  Status Locate(Segment& s);
  void FillSlots(Segment& s, size_t k);
  void BindSteps(Segment& s);
  Kernel TableKernelOf(const Segment& s, const PlanOp& op) const;
  EngineNode NodeOf(const Segment&, size_t step) const;
  Status BuildRuns(Segment& s);
  void BindGroups(Segment& s);
  void ListOps(Segment& s);
  bool EngineReads(const Plan&, int root) const;
  void BindObserved(Segment& s);
  Status Refresh(Segment& s);
  void CopyInputs();
  bool Moves(const Plan& plan, int root) const;
  void ChooseDirectOutputs();
  Status NextSegment(size_t k);
  Status RunSegment(Segment& s);
  Status Failure(const Segment& s, size_t op, Code code);
  Status CopyOutputs();
  void ReportInputs();
  friend class GraphStep;
  static Code RunGraphs(const void* state, EvalContext&);
  static Code Resize(EvalContext*, int result, const Shape&);
  static Code RunObserved(const void* state, EvalContext&);
  static Code RunEngine(const void* state, EvalContext&);
  static Code RunGroup(const void* state, EvalContext&);

  Execution& execution_;
  int graph_index_;
  bool callee_;
  const PlanGraph& graph_;
  std::vector<size_t> first_position_;  // an input listed twice is one tensor
  std::vector<InputSlot> inputs_;
  std::vector<OutputSlot> outputs_;
  std::vector<Location> tensors_;
  std::vector<std::unique_ptr<TensorMemory>> own_;  // per tensor: state, strings, results whose shape depends on data
  std::vector<std::unique_ptr<Segment>> segments_;
  std::string key_;        // of the segment that comes next: kept for its memory
  FixedText message_;      // why the last op failed
  Status nested_failure_;  // why a graph that the last op ran failed
  bool moved_ = true;      // an address outside the arena has changed
};

}  // namespace slipway::interpreter
