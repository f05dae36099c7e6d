#include "train/grad.h"
#include "ops/binary/binary.h"
#include "ops/mirror_pad/mirror_pad.h"
#include "ops/pad/pad.h"
#include "ops/reverse/reverse.h"
#include "ops/slice/slice.h"

namespace slipway::ops {

namespace {

using ir::ValueId;

// Folds the mirror images of one axis back onto what they are images of.
class AxisFolder {
 public:
  AxisFolder(train::GradContext& g, int axis, int64_t size) : g_(g), axis_(axis), size_(size) {}

  ValueId Fold(ValueId dy, int64_t before, int64_t after, int64_t border) const {
    ValueId dx = Part(dy, before, size_);
    if (before > 0) dx = Plus(dx, Image(dy, 0, before, border));
    if (after > 0) dx = Plus(dx, Image(dy, before + size_, after, size_ - border - after));
    return dx;
  }

 private:
  // `count` indices of the axis from `first`.
  ValueId Part(ValueId v, int64_t first, int64_t count) const {
    std::vector<int64_t> begin(Rank(v), 0), sizes(g_.type(v).shape.begin(), g_.type(v).shape.end());
    begin[At()] = first;
    sizes[At()] = count;
    return g_.Add(Slice{}, {v, g_.ConstantInts(begin), g_.ConstantInts(sizes)});
  }
  // A part turned round, among zeros: it begins at `to` of the axis.
  ValueId Image(ValueId dy, int64_t first, int64_t count, int64_t to) const {
    ValueId turned = g_.Add(Reverse{}, {Part(dy, first, count), g_.ConstantInts(std::vector<int64_t>{axis_})});
    Tensor paddings(DType::kI64, {static_cast<int64_t>(Rank(dy)), 2});
    paddings.as<int64_t>()[2 * At()] = to;
    paddings.as<int64_t>()[2 * At() + 1] = size_ - to - count;
    return g_.Add(Pad{}, {turned, g_.Constant(paddings)});
  }
  ValueId Plus(ValueId a, ValueId b) const { return g_.Add(Binary{.kind = BinaryKind::kAdd}, {a, b}); }
  size_t Rank(ValueId v) const { return static_cast<size_t>(g_.type(v).shape.rank()); }
  size_t At() const { return static_cast<size_t>(axis_); }

  train::GradContext& g_;
  int axis_;
  int64_t size_;
};

}  // namespace

// The transpose of padding axis by axis: from the last axis to the first, each mirror image goes back to its origin.
void Grad(const MirrorPad& op, train::GradContext& g) {
  const Tensor* paddings = g.ConstantOf(g.input(1));
  if (!paddings) return g.Fail("paddings is computed");
  std::vector<int64_t> pairs = paddings->AsInts();
  const Shape x = g.type(g.input(0)).shape;
  ValueId dx = g.grad(0);
  for (int axis = x.rank() - 1; axis >= 0; --axis) {
    size_t at = 2 * static_cast<size_t>(axis);
    if (pairs[at] == 0 && pairs[at + 1] == 0) continue;
    dx = AxisFolder(g, axis, x[axis]).Fold(dx, pairs[at], pairs[at + 1], op.reflect ? 1 : 0);
  }
  g.SetGrad(0, dx);
}

}  // namespace slipway::ops
