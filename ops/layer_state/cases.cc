#include "ops/cases.h"
#include "ops/layer_state/layer_state.h"

namespace slipway::ops {

// Its tests are those of the layers that keep their state in it. Here only what Infer refuses.
std::vector<Case> Cases(const LayerState*) {
  return {
      {.name = "layer_state_c1", .op = LayerState{}, .inputs = {Rand({2})}, .error = "expected 0 operands"},
      {.name = "layer_state_c2", .op = LayerState{.shape = {-1}}, .inputs = {}, .error = "needs a fixed size"},
  };
}

}  // namespace slipway::ops
