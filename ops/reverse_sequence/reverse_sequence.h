#pragma once
// ReverseSequence: for each index b of batch_axis, the first lengths[b] elements along seq_axis backwards; the rest
// stay.
//   operands: x, lengths
//
// C1 lengths holds integers, has rank 1 and one element per index of batch_axis
// C2 seq_axis and batch_axis lie in [0, rank(x)) and differ
// C3 lengths are in [0, dimension seq_axis of x]: checked when running
// C4 type(y) = type(x); scales per channel are not carried over

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct ReverseSequence {
  int seq_axis = 0;
  int batch_axis = 0;

  static void Fields(auto& op, auto&& f) {
    f("seq_axis", op.seq_axis);
    f("batch_axis", op.batch_axis);
  }
  using ReferenceTypes = AnyTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, ReverseSequence*);
};

Result<TensorTypes> Infer(const ReverseSequence&, Inputs);
Status ToTf(const ReverseSequence&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const ReverseSequence&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const ReverseSequence&, interpreter::PrepareContext&);
void Grad(const ReverseSequence&, train::GradContext&);

// x as [.., first, .., last, ..], the two axes in their order; move(from, to) is called for each run of elements behind
// them, counted in runs. Lengths are anything with [].
struct SequenceBlocks {
  SequenceBlocks(const ReverseSequence&, const Shape& x);
  int64_t outer, first, middle, last;
  bool sequence_first;

  int64_t count() const { return outer * first * middle * last; }
  // Where the run that belongs at `to` comes from.
  template <class Lengths>
  int64_t From(const Lengths& lengths, int64_t to) const {
    int64_t l = to % last, m = to / last % middle, f = to / last / middle % first, o = to / last / middle / first;
    int64_t& s = sequence_first ? f : l;
    int64_t length = lengths[static_cast<size_t>(sequence_first ? l : f)];
    if (s < length) s = length - 1 - s;
    return ((o * first + f) * middle + m) * last + l;
  }
};

}  // namespace slipway::ops
