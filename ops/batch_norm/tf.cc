#include "ir/wire/tf.h"
#include "ops/batch_norm/batch_norm.h"
#include "ops/binary/binary.h"
#include "ops/cast/cast.h"
#include "ops/reduce/reduce.h"
#include "ops/shape_of/shape_of.h"
#include "ops/slice/slice.h"

namespace slipway::ops {

namespace {

using ir::ValueId;

struct Moments {
  ValueId mean, variance;
};

// The statistics that a training graph (is_training) normalizes with: of x itself, over all axes but the last.
class BatchStatistics {
 public:
  BatchStatistics(wire::TfImporter& in, ValueId x) : in_(in), x_(x) {}

  Result<Moments> OfBatch() {
    const Shape& shape = in_.type(x_).shape;
    if (!shape.has_rank()) return Unsupported("is_training is true and x has no known rank");
    std::vector<int64_t> axes;
    for (int i = 0; i + 1 < shape.rank(); ++i) axes.push_back(i);
    ValueId rows = in_.Constant(Tensor::Vector(axes), "axes");
    ASSIGN_OR_RETURN(ValueId mean, Add(Reduce{.kind = ReduceKind::kMean}, {x_, rows}, "mean"));
    ASSIGN_OR_RETURN(ValueId squares, Math(BinaryKind::kSquaredDifference, x_, mean, "squares"));
    ASSIGN_OR_RETURN(ValueId variance, Add(Reduce{.kind = ReduceKind::kMean}, {squares, rows}, "variance"));
    return Moments{mean, variance};
  }

  // What the op returns as the moving statistics: `factor` of the batch's (its variance with Bessel's correction) and
  // the rest of the old ones.
  Result<Moments> Moving(const Moments& batch, const Moments& old, float factor) {
    ASSIGN_OR_RETURN(ValueId correction, Correction());
    ASSIGN_OR_RETURN(ValueId variance, Math(BinaryKind::kMul, batch.variance, correction, "corrected"));
    if (factor == 1) return Moments{batch.mean, variance};
    Moments moving;
    ASSIGN_OR_RETURN(moving.mean, Blend(old.mean, batch.mean, factor, "moving_mean"));
    ASSIGN_OR_RETURN(moving.variance, Blend(old.variance, variance, factor, "moving_variance"));
    return moving;
  }

 private:
  Result<ValueId> Add(Op op, std::vector<ValueId> inputs, std::string_view suffix) {
    ASSIGN_OR_RETURN(std::vector<ValueId> y, in_.Add(std::move(op), std::move(inputs), suffix));
    return y[0];
  }
  Result<ValueId> Math(BinaryKind kind, ValueId a, ValueId b, std::string_view suffix) {
    return Add(Binary{.kind = kind}, {a, b}, suffix);
  }
  ValueId Scalar(float v) { return in_.Constant(Tensor::Scalar(v), "scalar"); }

  // n / max(n - 1, 1) for n rows.
  Result<ValueId> Correction() {
    const Shape shape = in_.type(x_).shape;
    int64_t axes = shape.rank() - 1;
    ASSIGN_OR_RETURN(ValueId dims, Add(ShapeOf{}, {x_}, "shape"));
    ValueId from = in_.Constant(Tensor::Vector(std::vector<int64_t>{0}), "from");
    ValueId size = in_.Constant(Tensor::Vector(std::vector<int64_t>{axes}), "size");
    ASSIGN_OR_RETURN(ValueId rows, Add(Slice{}, {dims, from, size}, "rows"));
    ValueId first = in_.Constant(Tensor::Vector(std::vector<int64_t>{0}), "axis");
    ASSIGN_OR_RETURN(ValueId count, Add(Reduce{.kind = ReduceKind::kProd}, {rows, first}, "count"));
    ASSIGN_OR_RETURN(ValueId n, Add(Cast{.to = DType::kF32}, {count}, "n"));
    ASSIGN_OR_RETURN(ValueId less, Math(BinaryKind::kSub, n, Scalar(1), "less"));
    ASSIGN_OR_RETURN(ValueId least, Math(BinaryKind::kMaximum, less, Scalar(1), "least"));
    return Math(BinaryKind::kDiv, n, least, "correction");
  }
  Result<ValueId> Blend(ValueId old, ValueId fresh, float factor, std::string_view suffix) {
    ASSIGN_OR_RETURN(ValueId kept, Math(BinaryKind::kMul, old, Scalar(1 - factor), "kept"));
    ASSIGN_OR_RETURN(ValueId added, Math(BinaryKind::kMul, fresh, Scalar(factor), "added"));
    return Math(BinaryKind::kAdd, kept, added, suffix);
  }

  wire::TfImporter& in_;
  ValueId x_;
};

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
  Moments used{mean, variance}, returned = used;
  if (training) {
    ASSIGN_OR_RETURN(float factor, node.Float("exponential_avg_factor", 1));
    BatchStatistics statistics(in, x);
    ASSIGN_OR_RETURN(used, statistics.OfBatch());
    ASSIGN_OR_RETURN(returned, statistics.Moving(used, {mean, variance}, factor));
  }
  ASSIGN_OR_RETURN(std::vector<ir::ValueId> y, in.Add(op, {x, in.input(1), in.input(2), used.mean, used.variance}));
  if (nchw) {
    ASSIGN_OR_RETURN(y[0], in.ToNchw(y[0]));
  }
  // Without training the statistics are passed on; the reserved results are for the gradient.
  std::vector<ir::ValueId> results = {y[0], returned.mean, returned.variance, used.mean, used.variance};
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
