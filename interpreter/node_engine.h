#pragma once
// NodeEngine: an outside library that runs nodes of a plan (XNNPACK). Unlike a kernel's state, what it builds has the
// addresses of tensors inside and packs weights of its own, so it belongs to one executor, not to the plan.
//
// The planner asks Takes before the kernel sets; neighbours that the engine takes form a run, which the executor has
// built when it binds the plan, and again after a resize. Where building fails the plan is made anew without the
// engine. An engine is immutable and shared by threads.

#include <memory>
#include <span>
#include <vector>

#include "interpreter/node_context.h"

namespace slipway::interpreter {

// One node as an executor has bound it.
struct EngineNode {
  const ops::Op* op = nullptr;
  NodeContext context;          // its constants live as long as the run
  std::vector<int> operands;    // in PlanGraph::tensors; kAbsent allowed
  int result = 0;               // of the first result
  bool private_result = false;  // one node of the run reads the first result, and nobody else
  // Addresses of operands and results, read at each EngineRun::Setup. Behind the elements of what is not constant,
  // kReadBeyond further bytes can be read.
  const void* const* in = nullptr;
  void* const* out = nullptr;
};

class EngineRun {
 public:
  virtual ~EngineRun() = default;
  // Takes over the addresses; before the first Run and after any has changed.
  virtual Status Setup() = 0;
  // All nodes in order.
  virtual Code Run() = 0;
  // Of packed weights and working memory that the engine holds beside the arena.
  virtual size_t bytes() const = 0;
};

class NodeEngine {
 public:
  virtual const char* name() const = 0;
  // Operand and result shapes are static.
  virtual bool Takes(const ops::Op&, const PrepareContext&) const = 0;
  virtual Result<std::unique_ptr<EngineRun>> Build(std::span<const EngineNode>, ThreadPool&) const = 0;

 protected:
  ~NodeEngine() = default;
};

}  // namespace slipway::interpreter
