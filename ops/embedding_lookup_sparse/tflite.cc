#include "ops/embedding_lookup_sparse/embedding_lookup_sparse.h"
#include "ops/tables/litert_limits.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) { v.Enum(0, "combiner", op.combiner, Combiner::kSum); }

Status EmbeddingLookupSparse::FromTflite(const TfliteOperator& in, EmbeddingLookupSparse* op) {
  return ReadOptions(in, OptionsType::EmbeddingLookupSparseOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const EmbeddingLookupSparse& op, const TfliteTypes& types) {
  RETURN_IF_ERROR(NeedsI32(types, {0, 1, 2}));
  return MakeForm(Builtin::EMBEDDING_LOOKUP_SPARSE, 1, OptionsType::EmbeddingLookupSparseOptions, op,
                  [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
