#pragma once
// A bidirectional layer as two layers of one direction, which run side by side on two threads.

#include "interpreter/kernel.h"
#include "interpreter/recurrent/gate_products.h"

namespace slipway::interpreter {

// Makes `spec` that of the backward layer: its result is the second, or lies behind `offset` elements of each row of
// the first.
template <class Spec>
void TurnAround(bool merge, int64_t offset, const PrepareContext& c, Spec* spec) {
  spec->backwards = true;
  spec->result = merge ? 0 : 1;
  spec->result_step = c.out_shape(spec->result).back();
  spec->result_offset = merge ? offset : 0;
}

template <class Layer>
struct BothWays {
  Layer forward, backward;
  size_t second;  // offset of the backward layer's scratch
};

template <class Layer, class Spec>
Result<Kernel> PrepareBothWays(const Spec& forward, const Spec& backward, const PrepareContext& c) {
  BothWays<Layer> s;
  ASSIGN_OR_RETURN(s.forward, Layer::Make(forward, c));
  ASSIGN_OR_RETURN(s.backward, Layer::Make(backward, c));
  s.second = AlignedBytes(s.forward.scratch_bytes());
  size_t bytes = s.second + s.backward.scratch_bytes();
  std::string path = s.forward.hybrid() ? "hybrid" : "";
  Kernel k = MakeKernel(std::move(s), [](const BothWays<Layer>& both, EvalContext& c) {
    c.pool().Run(2, [&](int way) {
      if (way == 0)
        both.forward.Run(c, c.scratch(), nullptr);
      else
        both.backward.Run(c, c.scratch() + both.second, nullptr);
    });
    return Code::kOk;
  });
  k.scratch_bytes = bytes;
  k.path = std::move(path);
  return k;
}

}  // namespace slipway::interpreter
