#include "ops/code_cases.h"
#include "ops/detection_post_process/detection_post_process.h"

namespace slipway::ops {

namespace {

DetectionPostProcess Options(int64_t most, int64_t classes_each, bool regular, float threshold = 0) {
  return {.max_detections = most,
          .max_classes_per_detection = classes_each,
          .detections_per_class = 100,
          .num_classes = 2,
          .use_regular_nms = regular,
          .nms_score_threshold = threshold,
          .y_scale = 10,
          .x_scale = 10,
          .h_scale = 5,
          .w_scale = 5};
}

constexpr float kY0 = -0.052585482597351074f, kX0 = 9.96908187866211f, kY1 = 1.052585482597351f,
                kX1 = 11.03091812133789f;

}  // namespace

std::vector<Case> Cases(const DetectionPostProcess*) {
  CaseInput boxes = Given(
      Tensor::Of<float>({1, 6, 4}, {0, 0, 0, 0, 0, 1, 0, 0, 0, -1, 0, 0, 0, 0, 0.5f, 0.3f, 0, 1, 0, 0, 0, 0, 0, 0}));
  CaseInput scores = Given(Tensor::Of<float>(
      {1, 6, 3}, {0, 0.9f, 0.8f, 0, 0.75f, 0.72f, 0, 0.6f, 0.5f, 0, 0.93f, 0.95f, 0, 0.5f, 0.4f, 0, 0.3f, 0.2f}));
  CaseInput anchors = Const(Tensor::Of<float>({6, 4}, {0.5f, 0.5f,  1, 1, 0.5f, 0.5f,  1, 1, 0.5f, 0.5f,   1, 1,
                                                       0.5f, 10.5f, 1, 1, 0.5f, 10.5f, 1, 1, 0.5f, 100.5f, 1, 1}));
  auto result = [](std::initializer_list<float> b, std::initializer_list<float> c, std::initializer_list<float> s,
                   float n) {
    int64_t rows = static_cast<int64_t>(c.size());
    return std::vector<Tensor>{Tensor::Of<float>({1, rows, 4}, b), Tensor::Of<float>({1, rows}, c),
                               Tensor::Of<float>({1, rows}, s), Tensor::Of<float>({1}, {n})};
  };
  auto one_per_class = Options(3, 1, true);
  one_per_class.detections_per_class = 1;
  auto other_classes = Options(3, 1, false);
  other_classes.num_classes = 5;
  auto no_overlap = Options(3, 1, false);
  no_overlap.nms_iou_threshold = 0;
  // TFLite's kernel; rows that it leaves as they were are 0.
  std::vector<Case> cases = {
      {.name = "detection_post_process_fast",
       .op = Options(3, 1, false),
       .inputs = {boxes, scores, anchors},
       .expected = result({kY0, kX0, kY1, kX1, 0, 0, 1, 1, 0, 100, 1, 101}, {1, 0, 0}, {0.95f, 0.9f, 0.3f}, 3)},
      {.name = "detection_post_process_fast_two_classes",
       .op = Options(3, 2, false),
       .inputs = {boxes, scores, anchors},
       .expected =
           result({kY0, kX0, kY1, kX1, kY0, kX0, kY1, kX1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 100, 1, 101, 0, 100, 1, 101},
                  {1, 0, 0, 1, 0, 1}, {0.95f, 0.93f, 0.9f, 0.8f, 0.3f, 0.2f}, 3)},
      {.name = "detection_post_process_fast_threshold",
       .op = Options(3, 1, false, 0.8f),
       .inputs = {boxes, scores, anchors},
       .expected = result({kY0, kX0, kY1, kX1, 0, 0, 1, 1, 0, 0, 0, 0}, {1, 0, 0}, {0.95f, 0.9f, 0}, 2)},
      {.name = "detection_post_process_regular",
       .op = Options(5, 1, true),
       .inputs = {boxes, scores, anchors},
       .expected = result({kY0, kX0, kY1, kX1, kY0, kX0, kY1, kX1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 100, 1, 101},
                          {1, 0, 0, 1, 0}, {0.95f, 0.93f, 0.9f, 0.8f, 0.3f}, 5)},
      {.name = "detection_post_process_regular_one_per_class",
       .op = one_per_class,
       .inputs = {boxes, scores, anchors},
       .expected = result({kY0, kX0, kY1, kX1, kY0, kX0, kY1, kX1, 0, 0, 0, 0}, {1, 0, 0}, {0.95f, 0.93f, 0}, 2)},
      {.name = "detection_post_process_none_wanted",
       .op = Options(0, 1, false),
       .inputs = {boxes, scores, anchors},
       .expected = result({}, {}, {}, 0)},
      {.name = "detection_post_process_c1",
       .op = Options(3, 1, false),
       .inputs = {Given(Tensor(DType::kU8, {1, 6, 4})), scores, anchors},
       .error = "expected floats or quantized bytes"},
      {.name = "detection_post_process_c2",
       .op = other_classes,
       .inputs = {boxes, scores, anchors},
       .error = "3 scores for 5 classes"},
      {.name = "detection_post_process_c2_batch",
       .op = Options(3, 1, false),
       .inputs = {Rand({2, 6, 4}), scores, anchors},
       .error = "expected [1,?,?]"},
      {.name = "detection_post_process_c3",
       .op = no_overlap,
       .inputs = {boxes, scores, anchors},
       .error = "expected (0, 1]"},
  };
  for (Case& c : cases) c.gradient = false;
  for (bool regular : {false, true}) {
    Case c = cases[regular ? 4 : 0];
    c.name = regular ? "detection_post_process_u8_regular" : "detection_post_process_u8_fast";
    c.inputs = {
        Codes({1, 6, 4}, DType::kU8, 0.05f, 128, {128, 128, 128, 128, 128, 148, 128, 128, 128, 108, 128, 128,
                                                  128, 128, 138, 134, 128, 148, 128, 128, 128, 128, 128, 128}),
        Codes({1, 6, 3}, DType::kU8, 0.01f, 0, {0, 90, 80, 0, 75, 72, 0, 60, 50, 0, 93, 95, 0, 50, 40, 0, 30, 20}),
        ConstOf(Codes({6, 4}, DType::kU8, 0.5f, 0,
                      {1, 1, 2, 2, 1, 1, 2, 2, 1, 1, 2, 2, 1, 21, 2, 2, 1, 21, 2, 2, 1, 201, 2, 2}))};
    cases.push_back(std::move(c));
  }
  return cases;
}

}  // namespace slipway::ops
