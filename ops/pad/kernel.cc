#include "interpreter/movement/move_kernel.h"
#include "ops/pad/pad.h"

namespace slipway::ops {

using interpreter::MovePlan;
using interpreter::MoveTypes;
using interpreter::StridedCopy;
using interpreter::Strides;

namespace {

// Fills indices [first, first + n) of axis `axis` of y: within x along the axes before (which start at `offset`), the
// whole of those behind.
void FillSlab(const MoveTypes& t, int axis, int64_t first, int64_t n, int64_t offset, MovePlan* plan) {
  Strides to(t.out(0));
  StridedCopy fill = t.NewCopy(0);
  fill.to_offset = offset + first * to[axis];
  for (int i = 0; i < t.out(0).rank(); ++i) fill.Add(i < axis ? t.in(0)[i] : i == axis ? n : t.out(0)[i], 0, to[i]);
  if (t.Has(2))
    plan->Copy(2, 0, fill);
  else
    plan->Pad(fill, t);
}

}  // namespace

Result<interpreter::Kernel> Prepare(const Pad& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareMoves(op, c, {1}, [](const Pad&, const MoveTypes& t, MovePlan* plan) {
    Strides from(t.in(0)), to(t.out(0));
    std::vector<int64_t> paddings = t.Ints(1);
    StridedCopy inside = t.NewCopy(0);
    for (int i = 0; i < t.in(0).rank(); ++i) {
      int64_t before = paddings[static_cast<size_t>(2 * i)], after = paddings[static_cast<size_t>(2 * i + 1)];
      if (before > 0) FillSlab(t, i, 0, before, inside.to_offset, plan);
      if (after > 0) FillSlab(t, i, before + t.in(0)[i], after, inside.to_offset, plan);
      inside.to_offset += before * to[i];
      inside.Add(t.in(0)[i], from[i], to[i]);
    }
    plan->Copy(0, 0, inside);
  });
}

}  // namespace slipway::ops
