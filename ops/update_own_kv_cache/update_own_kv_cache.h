#pragma once
// UpdateOwnKvCache: the caches k and v of one layer of a language model, which a model keeps from run to run, with new
// slices put in at positions[0] and the places behind it. A position behind the last place moves the caches to the
// front, so that they forget the oldest; position 0 starts again. Operators of one layer_index share caches, in other
// graphs of the model, too. The custom operator "odml.update_kv_cache".
//
//   operands: positions [steps], k slice and v slice [1, steps, heads, size]
//   results: k and v [1, places, heads, size]
//
// C1 positions: i64 [steps], steps is not 0
// C2 slices: f32 of one shape [1, steps, heads, size]; heads and size are those of the struct
// C3 layer_index in [0, num_layers), at most 2^31 elements of caches, steps <= places
// C4 at run time: positions[0] is not before the first that the caches hold, nor so far behind them that they would be
//    moved by more than all places

#include "ops/infer.h"
#include "ops/op.h"

namespace slipway::ops {

struct UpdateOwnKvCache {
  int64_t kv_cache_max = 2048;  // places
  int64_t num_layers = 32;
  int64_t layer_index = 0;
  int64_t heads = 0, size = 0;
  int variable = -1;  // no field: a file has its own; without it each run begins with zeros

  static void Fields(auto& op, auto&& f) {
    f("kv_cache_max", op.kv_cache_max);
    f("num_layers", op.num_layers);
    f("layer_index", op.layer_index);
    f("heads", op.heads);
    f("size", op.size);
  }
  static constexpr bool kStateful = true;
  static constexpr bool kSharesVariable = true;
  static std::vector<VariableTouch> Variables(const UpdateOwnKvCache& op) {
    if (op.variable < 0) return {};
    return {{op.variable, VariableUse::kWrite}};
  }
  // The first position that is held, then the bits of k and of v.
  static std::optional<TensorType> OwnVariable(const UpdateOwnKvCache&);
  static constexpr const char* kCustomName = "odml.update_kv_cache";
  static Status FromTflite(const TfliteOperator&, UpdateOwnKvCache*);
};

// Elements of k; -1: too many, or a size is not positive.
int64_t CacheElements(const UpdateOwnKvCache&);
Result<TensorTypes> Infer(const UpdateOwnKvCache&, Inputs);
Result<TfliteForm> ToTflite(const UpdateOwnKvCache&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const UpdateOwnKvCache&, interpreter::PrepareContext&);

}  // namespace slipway::ops
