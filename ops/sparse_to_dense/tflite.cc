#include "ops/tables/tflite.h"
#include "ops/sparse_to_dense/sparse_to_dense.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) { v.Bool(0, "validate_indices", op.validate_indices); }

Status SparseToDense::FromTflite(const TfliteOperator& in, SparseToDense* op) {
  return ReadOptions(in, OptionsType::SparseToDenseOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const SparseToDense& op, const TfliteTypes& types) {
  const Shape& y = types.outputs[0].shape;
  if (y.has_rank() && y.rank() > 4) return Unsupported("of rank ", y.rank(), ", LiteRT does it up to 4");
  DType t = types.in(2);
  int version = t == DType::kI8 || t == DType::kU8 ? 3 : t == DType::kI64 ? 2 : 1;
  return MakeForm(Builtin::SPARSE_TO_DENSE, version, OptionsType::SparseToDenseOptions, op,
                  [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
