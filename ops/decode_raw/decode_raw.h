#pragma once
// DecodeRaw: the bytes of each string as elements of out_type along a new last axis.
//   operands: x (strings)
//
// C1 dtype(x) is string
// C2 out_type is a float, integer or bool type of whole bytes
// C3 all strings have one length, a multiple of the size of out_type: checked when running
// C4 shape(y) = shape(x) + [length / size]; the last dimension depends on the data, and is 0 without strings

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct DecodeRaw {
  DType out_type = DType::kU8;
  bool little_endian = true;

  static void Fields(auto& op, auto&& f) {
    f("out_type", op.out_type);
    f("little_endian", op.little_endian);
  }
  using ReferenceTypes = AnyTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
};

Result<TensorTypes> Infer(const DecodeRaw&, Inputs);
Result<interpreter::Kernel> Prepare(const DecodeRaw&, interpreter::PrepareContext&);
Status ToTf(const DecodeRaw&, wire::TfExporter&);
Result<interpreter::Kernel> Prepare(const DecodeRaw&, interpreter::PrepareContext&);
// One element of `type` from its bytes, as the integer (or, for float types, the real) it stands for.
double RealFromBytes(const char* bytes, DType type, bool little_endian);
int64_t IntFromBytes(const char* bytes, DType type, bool little_endian);

}  // namespace slipway::ops
