#include <algorithm>
#include <map>

#include "converter/passes/passes.h"
#include "ir/calls.h"
#include "ops/while/while.h"

namespace slipway::converter {

namespace {

using ir::ValueId;

// How many ops and signatures begin each graph.
std::vector<int> CountUses(const ir::Module& m) {
  std::vector<int> uses(m.graphs.size(), 0);
  for (const ir::Signature& s : m.signatures) ++uses[static_cast<size_t>(s.graph)];
  for (const auto& g : m.graphs)
    for (ir::NodeId id : g->Order())
      for (const ops::GraphUse& use : ops::GraphsOf(g->node(id).op)) ++uses[static_cast<size_t>(use.graph)];
  return uses;
}

class Capture {
 public:
  Capture(ir::Module& m, ir::Graph& g, ir::NodeId id) : module_(m), g_(g), id_(id), node_(g.node(id)) {
    for (const ops::GraphUse& use : ops::GraphsOf(node_.op)) {
      uses_.push_back(use);
      is_loop_ = is_loop_ || use.decides;
    }
  }

  Result<bool> Run(const std::vector<int>& counts) {
    if (uses_.empty() || node_.inputs.empty()) return false;
    for (const ops::GraphUse& use : uses_)
      if (counts[static_cast<size_t>(use.graph)] != 1) return false;
    first_ = static_cast<size_t>(uses_[0].first_operand);
    for (size_t k = first_; k < node_.inputs.size(); ++k) constants_.push_back(Captured(k));
    if (std::none_of(constants_.begin(), constants_.end(), [](const Tensor* t) { return t != nullptr; })) return false;
    RETURN_IF_ERROR(CopyGraphs());
    RETURN_IF_ERROR(ReplaceNode());
    return true;
  }

 private:
  const ir::Graph& GraphOf(const ops::GraphUse& use) const { return *module_.graphs[static_cast<size_t>(use.graph)]; }

  // A loop may change its variables.
  const Tensor* Captured(size_t k) const {
    const Tensor* constant = g_.ConstantOf(node_.inputs[k]);
    for (const ops::GraphUse& use : uses_)
      if (is_loop_ && !use.decides && GraphOf(use).inputs()[k] != GraphOf(use).outputs()[k]) return nullptr;
    return constant;
  }

  Status CopyGraphs() {
    for (const ops::GraphUse& use : uses_) {
      std::vector<bool> outputs(GraphOf(use).outputs().size(), true);
      for (size_t k = 0; is_loop_ && !use.decides && k < outputs.size(); ++k) outputs[k] = !constants_[k];
      ASSIGN_OR_RETURN(module_.graphs[static_cast<size_t>(use.graph)],
                       ir::CopyWithConstants(GraphOf(use), constants_, outputs));
    }
    return OkStatus();
  }

  Status ReplaceNode() {
    std::vector<ValueId> operands(node_.inputs.begin(), node_.inputs.begin() + static_cast<ptrdiff_t>(first_));
    std::vector<TensorType> types;
    ops::While loop = is_loop_ ? *node_.op.As<ops::While>() : ops::While{};
    std::vector<Shape> shapes;
    for (size_t k = 0; k < constants_.size(); ++k) {
      if (constants_[k]) continue;
      operands.push_back(node_.inputs[first_ + k]);
      if (is_loop_ && !loop.shapes.empty()) shapes.push_back(loop.shapes[k]);
    }
    for (size_t k = 0; k < node_.outputs.size(); ++k)
      if (!is_loop_ || !constants_[k]) types.push_back(g_.type(node_.outputs[k]));
    loop.shapes = shapes;
    ir::Patch p(g_, id_, "capture_constants");
    ops::Op op = is_loop_ ? ops::Op(loop) : node_.op;
    ASSIGN_OR_RETURN(std::vector<ValueId> results, p.AddNode(op, operands, node_.origin, types));
    std::vector<ValueId> inputs = node_.inputs, outputs = node_.outputs;
    size_t next = 0;
    for (size_t k = 0; k < outputs.size(); ++k)
      p.Replace(outputs[k], is_loop_ && constants_[k] ? inputs[k] : results[next++]);
    RETURN_IF_ERROR(p.Apply(g_));
    ir::Patch::RemoveStateful(g_, id_);
    return OkStatus();
  }

  ir::Module& module_;
  ir::Graph& g_;
  ir::NodeId id_;
  const ir::Node node_;  // a copy: the graph's moves when nodes are added
  std::vector<ops::GraphUse> uses_;
  bool is_loop_ = false;
  size_t first_ = 0;
  std::vector<const Tensor*> constants_;  // per input of the graphs; nullptr: stays an operand
};

}  // namespace

Result<int> CaptureConstants(ir::Module& m) {
  int fired = 0;
  std::vector<int> counts = CountUses(m);
  for (size_t i = 0; i < m.graphs.size(); ++i)
    for (ir::NodeId id : m.graphs[i]->Order()) {
      Result<bool> done = Capture(m, *m.graphs[i], id).Run(counts);
      if (!done.ok()) return std::move(done).status().At("capture_constants");
      fired += *done;
    }
  return fired;
}

}  // namespace slipway::converter
