#include "ir/wire/tf.h"
#include "ops/non_max_suppression/non_max_suppression.h"
#include "ops/reshape/reshape.h"
#include "ops/slice/slice.h"

namespace slipway::ops {

namespace {

// The first `count` elements of x.
Result<ir::ValueId> Leading(wire::TfImporter& in, ir::ValueId x, ir::ValueId count, const char* suffix) {
  ir::ValueId one = in.Constant(Tensor::Vector(std::vector<int64_t>{1}), "shape");
  ASSIGN_OR_RETURN(auto size, in.Add(Reshape{}, {count, one}, "size"));
  ir::ValueId begin = in.Constant(Tensor::Vector(std::vector<int64_t>{0}), "begin");
  ASSIGN_OR_RETURN(auto y, in.Add(Slice{}, {x, begin, size[0]}, suffix));
  return y[0];
}

}  // namespace

// NonMaxSuppression and V2: no score threshold, V3 and V4: one, V5: soft. Results: indices (V5: scores) (V4, V5:
// count).
Result<std::vector<ir::ValueId>> NonMaxSuppression::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  bool soft = node.op == "NonMaxSuppressionV5", counts = soft || node.op == "NonMaxSuppressionV4";
  bool first = node.op == "NonMaxSuppression", has_score = counts || node.op == "NonMaxSuppressionV3";
  RETURN_IF_ERROR(in.Count(soft ? 6 : has_score ? 5 : first ? 3 : 4));
  std::vector<ir::ValueId> operands = {in.input(0), in.input(1), in.input(2)};
  if (first) {
    ASSIGN_OR_RETURN(float iou, node.Float("iou_threshold", 0.5f));
    operands.push_back(in.Constant(Tensor::Scalar(iou), "iou_threshold"));
  }
  for (int i = 3; i < in.num_inputs(); ++i) operands.push_back(in.input(i));
  constexpr float kAny = -std::numeric_limits<float>::infinity();
  if (!has_score) operands.push_back(in.Constant(Tensor::Scalar(kAny), "score_threshold"));
  ASSIGN_OR_RETURN(std::vector<ir::ValueId> results, in.Add(NonMaxSuppression{.soft = soft}, operands));
  ASSIGN_OR_RETURN(bool padded, node.Bool("pad_to_max_output_size", false));
  ir::ValueId count = results.back();
  if (!padded) {
    ASSIGN_OR_RETURN(results[0], Leading(in, results[0], count, "indices"));
    if (soft) {
      ASSIGN_OR_RETURN(results[1], Leading(in, results[1], count, "scores"));
    }
  }
  if (!counts) results.pop_back();
  return results;
}

Status ToTf(const NonMaxSuppression& op, wire::TfExporter& out) {
  std::vector<wire::TfRef> inputs;
  for (int i = 0; i < out.num_inputs(); ++i) inputs.push_back(out.input(i));
  std::map<std::string, wire::TfAttr> attrs = {{"T", out.in(0).dtype}, {"pad_to_max_output_size", true}};
  std::vector<std::string> results = {"selected_indices", "valid_outputs"};
  if (op.soft) results.insert(results.begin() + 1, "selected_scores");
  if (!op.soft) attrs["T_threshold"] = out.in(3).dtype;
  std::vector<wire::TfRef> refs =
      out.Emit(op.soft ? "NonMaxSuppressionV5" : "NonMaxSuppressionV4", inputs, std::move(attrs), results);
  for (size_t i = 0; i < refs.size(); ++i) out.SetOutput(static_cast<int>(i), refs[i]);
  return OkStatus();
}

}  // namespace slipway::ops
