#include "ops/cases.h"
#include "ops/non_max_suppression/non_max_suppression.h"

namespace slipway::ops {

namespace {

CaseInput Number(float v) { return Const(Tensor::Scalar(v)); }
CaseInput Most(int32_t n) { return Const(Tensor::Scalar(n)); }

}  // namespace

std::vector<Case> Cases(const NonMaxSuppression*) {
  using Op = NonMaxSuppression;
  CaseInput boxes = Given(Tensor::Of<float>(
      {6, 4}, {0, 0, 1, 1, 0, 0.1f, 1, 1.1f, 0, -0.1f, 1, 0.9f, 0, 10, 1, 11, 1, 11.1f, 0, 10.1f, 0, 100, 1, 101}));
  CaseInput scores = Given(Tensor::Of<float>({6}, {0.9f, 0.75f, 0.6f, 0.95f, 0.5f, 0.3f}));
  auto hard = [&](const char* name, int32_t most, float iou, float score, std::initializer_list<int32_t> indices,
                  int32_t count) {
    return Case{.name = name,
                .op = Op{},
                .inputs = {boxes, scores, Most(most), Number(iou), Number(score)},
                .expected = {Tensor::Of<int32_t>({most}, indices), Tensor::Scalar<int32_t>(count)},
                .gradient = false};
  };
  auto soft = [&](const char* name, float iou, float score, std::initializer_list<int32_t> indices,
                  std::initializer_list<float> taken, int32_t count) {
    return Case{
        .name = name,
        .op = Op{.soft = true},
        .inputs = {boxes, scores, Most(6), Number(iou), Number(score), Number(0.5f)},
        .expected = {Tensor::Of<int32_t>({6}, indices), Tensor::Of<float>({6}, taken), Tensor::Scalar<int32_t>(count)},
        .gradient = false};
  };
  std::vector<Case> cases = {
      // tf.raw_ops.NonMaxSuppressionV4 and V5, padded.
      hard("non_max_suppression_padded", 6, 0.5f, 0, {3, 0, 5, 0, 0, 0}, 3),
      hard("non_max_suppression_most_2", 2, 0.5f, 0, {3, 0}, 2),
      hard("non_max_suppression_score", 6, 0.5f, 0.4f, {3, 0, 0, 0, 0, 0}, 2),
      hard("non_max_suppression_none_wanted", 0, 0.5f, 0, {}, 0),
      soft("non_max_suppression_soft", 0.5f, 0, {3, 0, 1, 5, 4, 2},
           {0.95f, 0.9f, 0.38400355f, 0.3f, 0.2560026f, 0.19697244f}, 6),
      soft("non_max_suppression_soft_score", 0.5f, 0.3f, {3, 0, 1, 0, 0, 0}, {0.95f, 0.9f, 0.38400355f, 0, 0, 0}, 3),
      {.name = "non_max_suppression_equal_scores_and_empty_boxes",
       .op = Op{},
       .inputs = {Given(Tensor::Of<float>({4, 4}, {0, 0, 1, 1, 0.2f, 0.2f, 0.2f, 0.5f, 1, 1, 0, 0, 5, 5, 6, 6})),
                  Given(Tensor::Of<float>({4}, {0.5f, 0.5f, 0.5f, 0.5f})), Most(4), Number(0.5f), Number(0)},
       .expected = {Tensor::Of<int32_t>({4}, {0, 1, 3, 0}), Tensor::Scalar<int32_t>(3)},
       .gradient = false},
      {.name = "non_max_suppression_nan_score",
       .op = Op{},
       .inputs = {Rand({2, 4}), Given(Tensor::Of<float>({2}, {std::numeric_limits<float>::quiet_NaN(), 1})), Most(2),
                  Number(0.5f), Number(0)},
       .expected = {Tensor::Of<int32_t>({2}, {1, 0}), Tensor::Scalar<int32_t>(1)},
       .gradient = false},
      {.name = "non_max_suppression_no_boxes",
       .op = Op{},
       .inputs = {Rand({0, 4}), Rand({0}), Given(Tensor::Scalar<int32_t>(3)), Number(0.5f), Number(0)},
       .expected = {Tensor::Of<int32_t>({3}, {0, 0, 0}), Tensor::Scalar<int32_t>(0)},
       .gradient = false},
      {.name = "non_max_suppression_many",
       .op = Op{},
       .inputs = {Rand({300, 4}, 0, 1), Rand({300}, 0, 1), Most(50), Number(0.3f), Number(0.2f)},
       .gradient = false},
      {.name = "non_max_suppression_c1",
       .op = Op{},
       .inputs = {Rand({3, 4}), Rand({2}), Most(3), Number(0.5f), Number(0)},
       .error = "there are 3 boxes and 2 scores"},
      {.name = "non_max_suppression_c1_corners",
       .op = Op{},
       .inputs = {Rand({3, 5}), Rand({3}), Most(3), Number(0.5f), Number(0)},
       .error = "expected [n,4]"},
      {.name = "non_max_suppression_c2",
       .op = Op{},
       .inputs = {Rand({3, 4}), Rand({3}), Most(-1), Number(0.5f), Number(0)},
       .error = "max_output_size is negative"},
      {.name = "non_max_suppression_c3",
       .op = Op{},
       .inputs = {Rand({3, 4}), Rand({3}), Most(3), Number(1.5f), Number(0)},
       .run_error = "iou_threshold is not in [0, 1]"},
      {.name = "non_max_suppression_c3_sigma",
       .op = Op{.soft = true},
       .inputs = {Rand({3, 4}), Rand({3}), Most(3), Number(0.5f), Number(0), Number(-1)},
       .run_error = "soft_nms_sigma is negative"},
  };
  return cases;
}

}  // namespace slipway::ops
