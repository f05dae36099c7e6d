#pragma once
// NonMaxSuppression: the best boxes that do not overlap much. Boxes are taken in the order of their scores (equal ones
// in their own order) where the score is above score_threshold; a box whose intersection over union with one that was
// taken is above iou_threshold is dropped. With soft_nms_sigma > 0 nothing is dropped; the score is multiplied by
// exp(-iou^2 / (2 sigma)) for each box taken instead, and the box waits for its turn again.
//   operands: boxes [n, 4] (two opposite corners: y1, x1, y2, x2), scores [n], max_output_size, iou_threshold,
//   score_threshold, and where `soft` soft_nms_sigma
//   results: indices [max_output_size], padded with 0; where `soft` their scores, padded with 0; how many there are
//
// C1 boxes and scores are f32 (f16) of shapes [n, 4] and [n]
// C2 max_output_size is one i32, not negative
// C3 thresholds and sigma are one float each; iou_threshold in [0, 1], sigma >= 0

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct NonMaxSuppression {
  bool soft = false;

  static void Fields(auto& op, auto&& f) { f("soft", op.soft); }
  using ReferenceTypes = RealTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, NonMaxSuppression*);
};

Result<TensorTypes> Infer(const NonMaxSuppression&, Inputs);
Status ToTf(const NonMaxSuppression&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const NonMaxSuppression&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const NonMaxSuppression&, interpreter::PrepareContext&);

struct ChosenBoxes {
  std::vector<int32_t> indices;
  std::vector<float> scores;
};
struct BoxLimits {
  int64_t most;
  float iou, score, sigma;
};
// nullptr, or why the limits are none (C2, C3).
const char* RefusedLimits(const BoxLimits&);
ChosenBoxes ChooseBoxes(const float* boxes, const float* scores, int64_t n, const BoxLimits&);
// Of boxes that are given by two opposite corners; 0 if one of them has no area.
float IntersectionOverUnion(const float* a, const float* b);

}  // namespace slipway::ops
