#include "interpreter/movement/move_kernel.h"
#include "ops/strided_slice/strided_slice.h"

namespace slipway::ops {

using interpreter::MovePlan;
using interpreter::MoveTypes;
using interpreter::StridedCopy;
using interpreter::Strides;

Result<interpreter::Kernel> Prepare(const StridedSlice& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareMoves(op, c, {1, 2, 3}, [](const StridedSlice& op, const MoveTypes& t, MovePlan* plan) {
    std::vector<int64_t> begin = t.Ints(1);
    int items = static_cast<int>(begin.size());
    StridedBox box = *ResolveStridedSlice(op, t.in(0), items, begin, t.Ints(2), t.Ints(3));
    Strides from(t.in(0)), to(Shape(std::span<const int64_t>(box.size, static_cast<size_t>(t.in(0).rank()))));
    StridedCopy copy = t.NewCopy(0);
    for (int i = 0; i < t.in(0).rank(); ++i) {
      copy.from_offset += box.begin[i] * from[i];
      copy.Add(box.size[i], box.size[i] > 1 ? box.stride[i] * from[i] : 0, to[i]);  // a lone step may be any number
    }
    plan->Copy(0, 0, copy);
  });
}

}  // namespace slipway::ops
