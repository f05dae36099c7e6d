#pragma once
// Gather: slices of params at `indices` along `axis`. With batch_dims = b the first b axes of params and indices are
// walked together.  y[batch, outer, i..., inner] = params[batch, outer, indices[batch, i...], inner]
//   operands: params, indices
//
// C1 indices hold integers
// C2 batch_dims in [-rank(indices), rank(indices)], axis in [-rank(params), rank(params)), batch_dims <= axis
// C3 the first batch_dims dimensions agree
// C4 indices are in [0, dimension `axis` of params): checked when running
// C5 shape(y) = params[:axis] + indices[batch_dims:] + params[axis+1:]; dtype(y) = dtype(params); scales per channel
// are
//    not carried over

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Gather {
  int axis = 0;
  int batch_dims = 0;

  static void Fields(auto& op, auto&& f) {
    f("axis", op.axis);
    f("batch_dims", op.batch_dims);
  }
  using ReferenceTypes = AnyTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Gather*);
};

Result<TensorTypes> Infer(const Gather&, Inputs);
Status ToTf(const Gather&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Gather&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Gather&, interpreter::PrepareContext&);
void Grad(const Gather&, train::GradContext&);
// axis and batch_dims counted from the front, checked (C2).
struct GatherAxes {
  int axis = 0, batch_dims = 0;
};
Result<GatherAxes> NormalizeGather(const Gather&, int params_rank, int indices_rank);

}  // namespace slipway::ops
