#include "ops/detection_post_process/detection_post_process.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ops/non_max_suppression/non_max_suppression.h"

namespace slipway::ops {

namespace {

int64_t Rows(const DetectionPostProcess& op) {
  return op.use_regular_nms ? op.max_detections : op.max_detections * op.max_classes_per_detection;
}

Status CheckOperand(Inputs in, int i, const char* name, std::initializer_list<int64_t> dims) {
  const TensorType& t = in[i];
  bool codes = (t.dtype == DType::kU8 || t.dtype == DType::kI8) && t.quant.scale.size() == 1;
  if (!IsFloat(t.dtype) && !codes) return BadInput(name, " are ", t, ", expected floats or quantized bytes");
  Shape wanted(std::span<const int64_t>(dims.begin(), dims.size()));
  if (!Compatible(t.shape, wanted)) return BadInput(name, " have shape ", t.shape, ", expected ", wanted);
  return OkStatus();
}

// y0, x0, y1, x1 of each box.
std::vector<float> DecodeBoxes(const DetectionPostProcess& op, const DetectionSizes& sizes, const float* encodings,
                               const float* anchors) {
  std::vector<float> boxes(static_cast<size_t>(4 * sizes.boxes));
  for (int64_t i = 0; i < sizes.boxes; ++i) {
    const float *e = encodings + i * sizes.code, *a = anchors + 4 * i;
    float* box = boxes.data() + 4 * i;
    float y = e[0] / op.y_scale * a[2] + a[0], x = e[1] / op.x_scale * a[3] + a[1];
    float half_h = 0.5f * std::exp(e[2] / op.h_scale) * a[2], half_w = 0.5f * std::exp(e[3] / op.w_scale) * a[3];
    box[0] = y - half_h;
    box[1] = x - half_w;
    box[2] = y + half_h;
    box[3] = x + half_w;
  }
  return boxes;
}

// The boxes that stay of those with a score of at least the threshold, best first.
std::vector<int64_t> Suppress(const DetectionPostProcess& op, const std::vector<float>& boxes,
                              const std::vector<float>& scores, int64_t most) {
  std::vector<int64_t> order, chosen;
  for (size_t i = 0; i < scores.size(); ++i)
    if (scores[i] >= op.nms_score_threshold) order.push_back(static_cast<int64_t>(i));
  std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    return scores[static_cast<size_t>(a)] > scores[static_cast<size_t>(b)];
  });
  for (int64_t i : order) {
    if (static_cast<int64_t>(chosen.size()) >= most) break;
    bool overlaps = std::any_of(chosen.begin(), chosen.end(), [&](int64_t k) {
      return IntersectionOverUnion(boxes.data() + 4 * k, boxes.data() + 4 * i) > op.nms_iou_threshold;
    });
    if (!overlaps) chosen.push_back(i);
  }
  return chosen;
}

struct Detection {
  int64_t box, label;
  float score;
};

void Write(const std::vector<float>& boxes, const std::vector<Detection>& found, const Detections& out) {
  for (size_t i = 0; i < found.size(); ++i) {
    std::copy_n(boxes.data() + 4 * found[i].box, 4, out.boxes + 4 * i);
    out.classes[i] = static_cast<float>(found[i].label);
    out.scores[i] = found[i].score;
  }
}

}  // namespace

Result<TensorTypes> Infer(const DetectionPostProcess& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(3));
  RETURN_IF_ERROR(CheckOperand(in, 0, "box encodings", {1, -1, -1}));  // detection_post_process_c1
  RETURN_IF_ERROR(CheckOperand(in, 1, "scores", {1, -1, -1}));         // detection_post_process_c1
  RETURN_IF_ERROR(CheckOperand(in, 2, "anchors", {-1, 4}));            // detection_post_process_c1
  int64_t counts[] = {op.max_detections, op.max_classes_per_detection, op.detections_per_class, op.num_classes};
  for (int64_t n : counts)
    if (n < 0 || n > INT32_MAX)
      return BadInput("an option is ", n, ", expected 0 or more");  // detection_post_process_c3
  if (!(op.nms_iou_threshold > 0 && op.nms_iou_threshold <= 1))
    return BadInput("nms_iou_threshold is ", op.nms_iou_threshold, ", expected (0, 1]");  // detection_post_process_c3
  const Shape &boxes = in.shape(0), &scores = in.shape(1), &anchors = in.shape(2);
  if (boxes.IsStatic() && scores.IsStatic() && anchors.IsStatic()) {
    if (boxes[1] != scores[1] || boxes[1] != anchors[0] || boxes[2] < 4)
      return BadInput("box encodings ", boxes, ", scores ", scores, " and anchors ", anchors, " do not fit together");
    if (scores[2] != op.num_classes && scores[2] != op.num_classes + 1)
      return BadInput("a box has ", scores[2], " scores for ", op.num_classes,
                      " classes");  // detection_post_process_c2
  }
  int64_t all[] = {1, Rows(op), 4};
  ASSIGN_OR_RETURN(Shape first, Shape::FromDims(all));
  return TensorTypes{
      {DType::kF32, first}, {DType::kF32, {1, Rows(op)}}, {DType::kF32, {1, Rows(op)}}, {DType::kF32, {1}}};
}

void FindDetections(const DetectionPostProcess& op, const DetectionSizes& sizes, const float* encodings,
                    const float* scores, const float* anchors, const Detections& out) {
  std::vector<float> boxes = DecodeBoxes(op, sizes, encodings, anchors);
  int64_t background = sizes.classes - op.num_classes, labels = std::min(op.max_classes_per_detection, op.num_classes);
  auto score = [&](int64_t box, int64_t label) { return scores[box * sizes.classes + background + label]; };
  auto better = [](const Detection& a, const Detection& b) { return a.score > b.score; };
  std::fill_n(out.boxes, 4 * Rows(op), 0.0f);
  std::fill_n(out.classes, Rows(op), 0.0f);
  std::fill_n(out.scores, Rows(op), 0.0f);
  std::vector<Detection> found;
  std::vector<float> column(static_cast<size_t>(sizes.boxes));
  if (op.use_regular_nms) {
    for (int64_t label = 0; label < op.num_classes; ++label) {
      for (int64_t i = 0; i < sizes.boxes; ++i) column[static_cast<size_t>(i)] = score(i, label);
      for (int64_t i : Suppress(op, boxes, column, op.detections_per_class))
        found.push_back({i, label, score(i, label)});
      std::stable_sort(found.begin(), found.end(), better);
      if (static_cast<int64_t>(found.size()) > op.max_detections)
        found.erase(found.begin() + op.max_detections, found.end());
    }
    *out.count = static_cast<float>(found.size());
    return Write(boxes, found, out);
  }
  for (int64_t i = 0; i < sizes.boxes; ++i) {
    float best = op.num_classes ? score(i, 0) : 0.0f;
    for (int64_t label = 1; label < op.num_classes; ++label) best = std::max(best, score(i, label));
    column[static_cast<size_t>(i)] = best;
  }
  std::vector<int64_t> chosen = Suppress(op, boxes, column, op.max_detections);
  for (size_t k = 0; k < chosen.size(); ++k) {
    std::vector<Detection> of_box;
    for (int64_t label = 0; label < op.num_classes; ++label)
      of_box.push_back({chosen[k], label, score(chosen[k], label)});
    std::stable_sort(of_box.begin(), of_box.end(), better);
    of_box.resize(static_cast<size_t>(labels));
    found.resize(k * static_cast<size_t>(op.max_classes_per_detection), {chosen[k], 0, 0.0f});
    found.insert(found.end(), of_box.begin(), of_box.end());
  }
  *out.count = static_cast<float>(chosen.size());
  Write(boxes, found, out);
}

}  // namespace slipway::ops
