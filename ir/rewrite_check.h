#pragma once
// Do patches keep the numbers? The graph's values are computed once for each feed, by the ops' references; a patch is
// run on them before it is applied, and what it replaces compared with what it puts there.
//
// A patch cannot be judged where a value is not known: behind variables and ops without a reference, of codes of
// quantized tensors, and where inputs are drawn, of which one's rank is not known (unknown dimensions are drawn as 2).
// Without the module, behind ops that run graphs of it, too.

#include <optional>
#include <string>
#include <vector>

#include "ir/patch.h"
#include "ir/sample.h"
#include "ops/reference.h"

namespace slipway::ir {

class RewriteCheck {
 public:
  // No feeds: one is drawn. Each has a tensor for every input of the graph.
  explicit RewriteCheck(const Graph& graph, std::span<const std::vector<Tensor>> feeds = {},
                        const Module* module = nullptr);

  struct Verdict {
    bool judged = false;     // every replaced value was known, before and after
    std::string difference;  // what changed beyond rounding; empty: nothing
  };
  // Before the patch is applied.
  Verdict Judge(const Patch& patch);

 private:
  using Known = std::optional<ops::RefValue<float>>;
  using Values = std::vector<Known>;  // by id

  // The value, constants too; nullptr: not known.
  const ops::RefValue<float>* Find(Values& values, ValueId v, const TensorType& type, const Tensor* constant);
  // The results of a node in the values, where its operands are known.
  template <class Types>
  void Run(Values& values, const Node& node, const Types& types);
  void Judge(Values& values, const Patch& patch, Verdict* verdict);

  const Graph& graph_;
  const Module* module_;
  std::vector<Values> feeds_;
};

// What a rewrite of a whole module changes: the outputs of every signature before, held against those after.
class ModuleCheck {
 public:
  // Without samples of a signature its inputs are drawn.
  ModuleCheck(const Module& module, std::span<const Sample> samples);
  struct Verdict {
    bool judged = false;
    std::string output, difference;  // where, and what changed beyond rounding; empty: nothing
  };
  Verdict Judge(const Module& after) const;

 private:
  std::vector<Sample> samples_;
  std::vector<std::optional<std::vector<Tensor>>> before_;  // of each sample; nothing: it cannot be computed
  std::vector<Tensor> variables_;
};

// The samples of signatures that run this graph, in the order of its inputs.
std::vector<std::vector<Tensor>> FeedsOf(const Module& module, int graph, std::span<const Sample> samples);

}  // namespace slipway::ir
