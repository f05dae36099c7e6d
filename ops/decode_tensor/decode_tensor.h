#pragma once
// DecodeTensor: the tensor that a serialized TensorProto holds.
//   operands: x (one string)
//
// C1 x is a scalar of strings
// C2 out_type is a float, integer, bool or string type of whole bytes
// C3 x is a TensorProto of that type, with as many elements as its shape says, or fewer: then the last is repeated
// C4 dtype(y) = out_type; its shape, rank too, depends on the data

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct DecodeTensor {
  DType out_type = DType::kF32;

  static void Fields(auto& op, auto&& f) { f("out_type", op.out_type); }
  using ReferenceTypes = AnyTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
};

Result<TensorTypes> Infer(const DecodeTensor&, Inputs);
Status ToTf(const DecodeTensor&, wire::TfExporter&);
// The tensor in `bytes`, or what is wrong with it (C3). Elements are counted before room is made for them: at most as
// many as `most`.
Result<Tensor> TensorFromProto(std::string_view bytes, DType out_type, int64_t most);
}  // namespace slipway::ops
