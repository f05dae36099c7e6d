#pragma once
// Multinomial: samples of classes. Class c of row b is drawn with a probability proportional to exp(logits[b, c]);
// logits that are not finite are never drawn.
//   operands: logits [batch, classes], num_samples
//
// The numbers are those of TensorFlow and TFLite, a double for each sample (base/seeded_random.h); what is said of runs
// and seeds in RandomValues holds here.
//
// C1 logits are floats of rank 2
// C2 num_samples is one integer, not negative; classes are at least 1 where samples are drawn
// C3 dtype(y) = out_type (i32 or i64), shape(y) = [batch, num_samples]

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Multinomial {
  int64_t seed = 0, seed2 = 0;
  DType out_type = DType::kI64;
  int variable = -1;  // no field

  static void Fields(auto& op, auto&& f) {
    f("seed", op.seed);
    f("seed2", op.seed2);
    f("out_type", op.out_type);
  }
  static constexpr bool kStateful = true;
  static std::vector<VariableTouch> Variables(const Multinomial& op) {
    if (op.variable < 0) return {};
    return {{op.variable, VariableUse::kWrite}};
  }
  // The place in the stream and, without seeds, the seed that was drawn.
  static std::optional<TensorType> OwnVariable(const Multinomial&) { return TensorType(DType::kU64, {2}); }
  using ReferenceTypes = RealTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Multinomial*);
};

Result<TensorTypes> Infer(const Multinomial&, Inputs);
Status ToTf(const Multinomial&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Multinomial&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Multinomial&, interpreter::PrepareContext&);

// Blocks of random words by which a run moves the stream on.
inline uint64_t MultinomialBlocks(int64_t batch, int64_t samples) {
  return static_cast<uint64_t>(batch) * (static_cast<uint64_t>(samples + 3) / 4 * 4) * 2 * 256;
}

}  // namespace slipway::ops
