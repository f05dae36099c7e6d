#pragma once
// EmbeddingLookup: the rows of a table that ids name; rows of a quantized table may be given as the numbers they mean.
//   y[i, j...] = params[ids[i], j...]
//   operands: ids, params
//
// C1 ids holds integers and has rank 1
// C2 rank(params) >= 2
// C3 ids are in [0, rows of params): checked when running
// C4 result: params as they are, or f32 or f16 numbers of i8, u8 or i4 params with one scale or one per row (or of
// floats) C5 shape(y) = shape(ids) + shape(params)[1:]

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

enum class LookupResult { kParams, kF32, kF16 };
std::span<const char* const> EnumNames(LookupResult);

struct EmbeddingLookup {
  LookupResult result = LookupResult::kParams;

  static void Fields(auto& op, auto&& f) { f("result", op.result); }
  using ReferenceTypes = AnyTypes;
  static constexpr int kValueOperand = 1;
  static Status FromTflite(const TfliteOperator&, EmbeddingLookup*);
};

Result<TensorTypes> Infer(const EmbeddingLookup&, Inputs);
Result<TfliteForm> ToTflite(const EmbeddingLookup&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const EmbeddingLookup&, interpreter::PrepareContext&);

}  // namespace slipway::ops
