#include "ir/wire/tf.h"
#include "ops/batch_norm/batch_norm.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> BatchNorm::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(5));
  ASSIGN_OR_RETURN(bool training, node.Bool("is_training", true));
  if (training) return Unsupported("is_training is true: this is a training graph, export the model for inference");
  BatchNorm op;
  ASSIGN_OR_RETURN(op.epsilon, node.Float("epsilon", 1e-4f));
  ASSIGN_OR_RETURN(std::string format, node.String("data_format", "NHWC"));
  ir::ValueId x = in.input(0), mean = in.input(3), variance = in.input(4);
  bool nchw = format == "NCHW";
  if (!nchw && format != "NHWC" && format != "NDHWC") return Unsupported("data_format '", format, "'");
  if (nchw) {
    ASSIGN_OR_RETURN(x, in.ToNhwc(x));
  }
  ASSIGN_OR_RETURN(std::vector<ir::ValueId> y, in.Add(op, {x, in.input(1), in.input(2), mean, variance}));
  if (nchw) {
    ASSIGN_OR_RETURN(y[0], in.ToNchw(y[0]));
  }
  // Without training the statistics are passed on; the reserved results are for the gradient.
  std::vector<ir::ValueId> results = {y[0], mean, variance, mean, variance};
  if (node.op == "FusedBatchNormV3") results.push_back(in.Constant(Tensor(DType::kF32, {0}), "reserve_space_3"));
  return results;
}

Status ToTf(const BatchNorm& op, wire::TfExporter& out) {
  DType t = out.in(0).dtype;
  wire::TfRef x = out.input(0), gamma = out.input(1), beta = out.input(2), mean = out.input(3), variance = out.input(4);
  const Shape& shape = out.in(0).shape;
  if (t == DType::kF32 && shape.has_rank() && shape.rank() == 4) {
    out.SetOutput(
        0,
        out.Emit(
            "FusedBatchNormV3", {x, gamma, beta, mean, variance},
            {{"T", t}, {"U", t}, {"epsilon", op.epsilon}, {"data_format", std::string("NHWC")}, {"is_training", false}},
            {"y", "batch_mean", "batch_variance", "reserve_space_1", "reserve_space_2", "reserve_space_3"})[0]);
    return OkStatus();
  }
  // As Keras writes it for other ranks: y = x s + (beta - mean s), s = gamma / sqrt(variance + epsilon).
  auto emit = [&](const char* name, std::vector<wire::TfRef> inputs, const char* result) {
    return out.Emit(name, inputs, {{"T", t}}, {result})[0];
  };
  if (t != DType::kF32) return Unsupported("BatchNorm of ", t);
  wire::TfRef shifted = emit("AddV2", {variance, out.Constant(Tensor::Scalar(op.epsilon))}, "z");
  wire::TfRef scale = emit("Mul", {emit("Rsqrt", {shifted}, "y"), gamma}, "z");
  wire::TfRef offset = emit("Sub", {beta, emit("Mul", {mean, scale}, "z")}, "z");
  out.SetOutput(0, emit("AddV2", {emit("Mul", {x, scale}, "z"), offset}, "z"));
  return OkStatus();
}

}  // namespace slipway::ops
