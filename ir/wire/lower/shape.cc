// Questions about shapes, and tensors made in the shape of another.
#include "ir/wire/lower/builder.h"
#include "ir/wire/lower/lower.h"
#include "ops/fill/fill.h"
#include "ops/reduce/reduce.h"
#include "ops/shape_of/shape_of.h"

namespace slipway::wire {

namespace {

using Values = Result<std::vector<ir::ValueId>>;

Result<DType> OutType(const TfNode& node) {
  if (!node.Has("out_type")) return DType::kI32;
  return node.Type("out_type");
}

Values FilledLike(TfImporter& in, double value) {
  RETURN_IF_ERROR(CheckInputs(in, 1));
  LoweringBuilder b(in);
  ir::ValueId x = in.input(0);
  const TensorType type = in.type(x);
  if (type.shape.IsStatic()) {
    std::vector<int64_t> dims(type.shape.begin(), type.shape.end());
    return b.Done({b.Add(ops::Fill{}, {b.Ints(dims), b.Scalar(x, value)})});
  }
  return b.Done({b.Add(ops::Fill{}, {b.Add(ops::ShapeOf{}, {x}), b.Scalar(x, value)})});
}

}  // namespace

Values LowerZerosLike(const TfNode&, TfImporter& in) { return FilledLike(in, 0); }
Values LowerOnesLike(const TfNode&, TfImporter& in) { return FilledLike(in, 1); }

Values LowerSize(const TfNode& node, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 1));
  ASSIGN_OR_RETURN(DType out, OutType(node));
  LoweringBuilder b(in);
  const Shape& x = in.type(in.input(0)).shape;
  if (x.IsStatic()) {
    int64_t size[] = {x.Elements()};
    return std::vector<ir::ValueId>{in.Constant(Tensor::Vector(size, out).Reshaped({}), "size")};
  }
  ir::ValueId shape = b.Add(ops::ShapeOf{.out_type = out}, {in.input(0)});
  return b.Done({b.Add(ops::Reduce{.kind = ops::ReduceKind::kProd}, {shape, b.Ints({0})})});
}

Values LowerShapeN(const TfNode& node, TfImporter& in) {
  ASSIGN_OR_RETURN(DType out, OutType(node));
  LoweringBuilder b(in);
  std::vector<ir::ValueId> shapes;
  for (int i = 0; i < in.num_inputs(); ++i) shapes.push_back(b.Add(ops::ShapeOf{.out_type = out}, {in.input(i)}));
  return b.Done(shapes);
}

}  // namespace slipway::wire
