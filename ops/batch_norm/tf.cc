#include "ir/wire/tf.h"
#include "ops/batch_norm/batch_norm.h"
#include "ops/binary/binary.h"
#include "ops/reduce/reduce.h"

namespace slipway::ops {

namespace {

struct Statistics {
  ir::ValueId mean, variance, sample_variance;
};

// Of each channel of x, which is NHWC: what a training graph normalizes by, and the variance that it hands on.
Result<Statistics> BatchStatistics(wire::TfImporter& in, ir::ValueId x) {
  const Shape shape = in.type(x).shape;
  int64_t n = 1;
  for (int i = 0; shape.has_rank() && i + 1 < shape.rank(); ++i) n = shape[i] < 0 || n < 0 ? -1 : n * shape[i];
  if (!shape.has_rank() || n < 1)
    return Unsupported("is_training is true and the number of elements per channel is not known");
  std::vector<int64_t> all_but_last;
  for (int i = 0; i + 1 < shape.rank(); ++i) all_but_last.push_back(i);
  ir::ValueId axes = in.Constant(Tensor::Vector(all_but_last), "axes");
  Reduce average{.kind = ReduceKind::kMean};
  ASSIGN_OR_RETURN(auto mean, in.Add(average, {x, axes}, "mean"));
  ASSIGN_OR_RETURN(auto squares, in.Add(Binary{.kind = BinaryKind::kSquaredDifference}, {x, mean[0]}, "squares"));
  ASSIGN_OR_RETURN(auto variance, in.Add(average, {squares[0], axes}, "variance"));
  float correction = static_cast<float>(n) / static_cast<float>(std::max<int64_t>(n - 1, 1));
  ir::ValueId factor = in.Constant(Tensor::Scalar(correction), "correction");
  ASSIGN_OR_RETURN(auto sample, in.Add(Binary{.kind = BinaryKind::kMul}, {variance[0], factor}, "sample_variance"));
  return Statistics{mean[0], variance[0], sample[0]};
}

}  // namespace

Result<std::vector<ir::ValueId>> BatchNorm::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(5));
  ASSIGN_OR_RETURN(bool training, node.Bool("is_training", true));
  BatchNorm op;
  ASSIGN_OR_RETURN(op.epsilon, node.Float("epsilon", 1e-4f));
  ASSIGN_OR_RETURN(std::string format, node.String("data_format", "NHWC"));
  ir::ValueId x = in.input(0), mean = in.input(3), variance = in.input(4);
  bool nchw = format == "NCHW";
  if (!nchw && format != "NHWC" && format != "NDHWC") return Unsupported("data_format '", format, "'");
  if (nchw) {
    ASSIGN_OR_RETURN(x, in.ToNhwc(x));
  }
  ir::ValueId passed_on = variance;
  if (training) {
    ASSIGN_OR_RETURN(float momentum, node.Float("exponential_avg_factor", 1));
    if (momentum != 1) return Unsupported("it averages statistics: this is a training graph, export it for inference");
    ASSIGN_OR_RETURN(Statistics of_batch, BatchStatistics(in, x));
    mean = of_batch.mean;
    variance = of_batch.variance;
    passed_on = of_batch.sample_variance;
  }
  ASSIGN_OR_RETURN(std::vector<ir::ValueId> y, in.Add(op, {x, in.input(1), in.input(2), mean, variance}));
  if (nchw) {
    ASSIGN_OR_RETURN(y[0], in.ToNchw(y[0]));
  }
  // Without training the statistics are passed on; the reserved results are for the gradient.
  std::vector<ir::ValueId> results = {y[0], mean, passed_on, mean, variance};
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
