#pragma once
// Do patches keep the numbers? The graph's values are computed once, by the ops' references on drawn inputs; a patch
// is run on them before it is applied, and what it replaces compared with what it puts there.
//
// A patch cannot be judged where a value is not known: behind control flow, variables and ops without a reference, of
// codes of quantized tensors, and where an input's rank is not known (unknown dimensions are drawn as 2).

#include <optional>
#include <string>
#include <vector>

#include "ir/patch.h"
#include "ops/reference.h"

namespace slipway::ir {

class RewriteCheck {
 public:
  explicit RewriteCheck(const Graph& graph);

  struct Verdict {
    bool judged = false;     // every replaced value was known, before and after
    std::string difference;  // what changed beyond rounding; empty: nothing
  };
  // Before the patch is applied.
  Verdict Judge(const Patch& patch);

 private:
  using Known = std::optional<ops::RefValue<float>>;

  // The value, constants too; nullptr: not known.
  const ops::RefValue<float>* Find(ValueId v, const TensorType& type, const Tensor* constant);
  // The results of a node in values_, where its operands are known.
  template <class Types>
  void Run(const Node& node, const Types& types);

  const Graph& graph_;
  std::vector<Known> values_;  // by id
};

}  // namespace slipway::ir
