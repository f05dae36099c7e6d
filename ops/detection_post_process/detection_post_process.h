#pragma once
// DetectionPostProcess: what the heads of an SSD say, as detections: boxes relative to their anchors are decoded, then
// non-maximum suppression leaves the best. The custom operator TFLite_Detection_PostProcess.
//   operands: box encodings [1, n, 4 or more] (y, x, h, w), scores [1, n, classes], anchors [n, 4] (y, x, h, w)
//   results, all f32: boxes [1, m, 4] (y0, x0, y1, x1), classes [1, m], scores [1, m], how many there are [1]
// A box: center = encoding / scale * anchor size + anchor center; size = exp(encoding / scale) * anchor size.
//
// Fast (the default): boxes compete by their best class; m = max_detections * max_classes_per_detection, each box with
// its best classes. The count is that of boxes. Regular: within each class by themselves, at most detections_per_class
// of one; the best max_detections of all stay; m = max_detections. Unused rows are 0. Scores have `num_classes`
// classes, or one more in front, the background.
//
// C1 operands are floats, or quantized u8 or i8 with one scale each
// C2 shapes as above; num_classes is the number of scores of a box, or one less
// C3 0 < nms_iou_threshold <= 1; counts are not negative

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct DetectionPostProcess {
  int64_t max_detections = 0, max_classes_per_detection = 1, detections_per_class = 100, num_classes = 1;
  bool use_regular_nms = false;
  float nms_score_threshold = 0, nms_iou_threshold = 0.5f;
  float y_scale = 1, x_scale = 1, h_scale = 1, w_scale = 1;

  static void Fields(auto& op, auto&& f) {
    f("max_detections", op.max_detections);
    f("max_classes_per_detection", op.max_classes_per_detection);
    f("detections_per_class", op.detections_per_class);
    f("num_classes", op.num_classes);
    f("use_regular_nms", op.use_regular_nms);
    f("nms_score_threshold", op.nms_score_threshold);
    f("nms_iou_threshold", op.nms_iou_threshold);
    f("y_scale", op.y_scale);
    f("x_scale", op.x_scale);
    f("h_scale", op.h_scale);
    f("w_scale", op.w_scale);
  }
  using ReferenceTypes = RealTypes;
  static constexpr const char* kCustomName = "TFLite_Detection_PostProcess";
  static Status FromTflite(const TfliteOperator&, DetectionPostProcess*);
};

Result<TensorTypes> Infer(const DetectionPostProcess&, Inputs);
Result<TfliteForm> ToTflite(const DetectionPostProcess&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const DetectionPostProcess&, interpreter::PrepareContext&);

struct DetectionSizes {
  int64_t boxes, code, classes;  // of a box: elements of its encoding, scores
};
struct Detections {
  float *boxes, *classes, *scores, *count;
};
// Fills the results, unused rows with 0.
void FindDetections(const DetectionPostProcess&, const DetectionSizes&, const float* encodings, const float* scores,
                    const float* anchors, const Detections& out);

}  // namespace slipway::ops
