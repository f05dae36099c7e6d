#include "ops/non_max_suppression/non_max_suppression.h"

#include <algorithm>
#include <cmath>
#include <queue>

namespace slipway::ops {

namespace {

Status CheckScalar(Inputs in, int i, const char* name, bool integer) {
  const TensorType& t = in[i];
  bool one = !t.shape.IsStatic() || t.shape.Elements() == 1;
  bool fits = integer ? t.dtype == DType::kI32 : IsFloat(t.dtype);
  if (!one || !fits) return BadInput(name, " is ", t, ", expected one ", integer ? "i32" : "float");
  return OkStatus();
}

struct Candidate {
  int32_t index;
  float score;
  size_t compared = 0;  // with so many of the chosen boxes
  bool operator<(const Candidate& other) const {
    return score < other.score || (score == other.score && index > other.index);
  }
};

}  // namespace

Result<TensorTypes> Infer(const NonMaxSuppression& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(op.soft ? 6 : 5));
  const Shape &boxes = in.shape(0), &scores = in.shape(1);
  if (!IsFloat(in.dtype(0)) || in.dtype(0) != in.dtype(1))
    return BadInput("boxes are ", in.dtype(0), " and scores ", in.dtype(1));  // non_max_suppression_c1
  if (boxes.has_rank() && (boxes.rank() != 2 || (boxes[1] >= 0 && boxes[1] != 4)))
    return BadInput("boxes have shape ", boxes, ", expected [n,4]");  // non_max_suppression_c1
  if (scores.has_rank() && scores.rank() != 1)
    return BadInput("scores have shape ", scores, ", expected [n]");  // non_max_suppression_c1
  if (boxes.has_rank() && scores.has_rank() && boxes[0] >= 0 && scores[0] >= 0 && boxes[0] != scores[0])
    return BadInput("there are ", boxes[0], " boxes and ", scores[0], " scores");  // non_max_suppression_c1
  RETURN_IF_ERROR(CheckScalar(in, 2, "max_output_size", true));                    // non_max_suppression_c2
  RETURN_IF_ERROR(CheckScalar(in, 3, "iou_threshold", false));                     // non_max_suppression_c3
  RETURN_IF_ERROR(CheckScalar(in, 4, "score_threshold", false));                   // non_max_suppression_c3
  if (op.soft) RETURN_IF_ERROR(CheckScalar(in, 5, "soft_nms_sigma", false));       // non_max_suppression_c3
  int64_t most = kUnknownDim;
  if (auto size = in.Ints(2)) {
    most = size->at(0);
    if (most < 0) return BadInput("max_output_size is negative");  // non_max_suppression_c2
  }
  TensorTypes types = {{DType::kI32, Shape{most}}};
  if (op.soft) types.push_back({in.dtype(1), Shape{most}});
  types.push_back({DType::kI32, Shape{}});
  return types;
}

const char* RefusedLimits(const BoxLimits& limits) {
  if (limits.most < 0) return "max_output_size is negative";
  if (!(limits.iou >= 0 && limits.iou <= 1)) return "iou_threshold is not in [0, 1]";
  if (!(limits.sigma >= 0)) return "soft_nms_sigma is negative";
  return nullptr;
}

float IntersectionOverUnion(const float* a, const float* b) {
  float ay0 = std::min(a[0], a[2]), ax0 = std::min(a[1], a[3]), ay1 = std::max(a[0], a[2]), ax1 = std::max(a[1], a[3]);
  float by0 = std::min(b[0], b[2]), bx0 = std::min(b[1], b[3]), by1 = std::max(b[0], b[2]), bx1 = std::max(b[1], b[3]);
  float area_a = (ay1 - ay0) * (ax1 - ax0), area_b = (by1 - by0) * (bx1 - bx0);
  if (!(area_a > 0 && area_b > 0)) return 0;
  float height = std::max(std::min(ay1, by1) - std::max(ay0, by0), 0.0f);
  float width = std::max(std::min(ax1, bx1) - std::max(ax0, bx0), 0.0f);
  float common = height * width;
  return common / (area_a + area_b - common);
}

ChosenBoxes ChooseBoxes(const float* boxes, const float* scores, int64_t n, const BoxLimits& limits) {
  std::priority_queue<Candidate> waiting;
  for (int64_t i = 0; i < n; ++i)
    if (scores[i] > limits.score) waiting.push({static_cast<int32_t>(i), scores[i]});
  ChosenBoxes chosen;
  bool soft = limits.sigma > 0;
  float scale = soft ? -0.5f / limits.sigma : 0.0f;
  while (!waiting.empty() && static_cast<int64_t>(chosen.indices.size()) < limits.most) {
    Candidate best = waiting.top();
    waiting.pop();
    float before = best.score;
    bool dropped = false;
    for (size_t k = chosen.indices.size(); k > best.compared && !dropped; --k) {
      float iou = IntersectionOverUnion(boxes + 4 * best.index, boxes + 4 * chosen.indices[k - 1]);
      if (soft)
        best.score *= std::exp(scale * iou * iou);
      else
        dropped = iou > limits.iou;
      if (best.score <= limits.score) break;
    }
    best.compared = chosen.indices.size();
    if (dropped) continue;
    if (best.score == before) {
      chosen.indices.push_back(best.index);
      chosen.scores.push_back(best.score);
    } else if (best.score > limits.score) {
      waiting.push(best);
    }
  }
  return chosen;
}

}  // namespace slipway::ops
