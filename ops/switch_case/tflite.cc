#include "ops/tables/tflite.h"
#include "ops/switch_case/switch_case.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) { v.Ints(0, "branch_subgraph_indices", op.graphs); }

Status SwitchCase::FromTflite(const TfliteOperator& in, SwitchCase* op) {
  for (const TensorType& y : in.outputs) {
    op->dtypes.push_back(y.dtype);
    op->shapes.push_back(y.shape);
  }
  return ReadOptions(in, OptionsType::StablehloCaseOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const SwitchCase& op, const TfliteTypes&) {
  return MakeForm(Builtin::STABLEHLO_CASE, 1, OptionsType::StablehloCaseOptions, op,
                  [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
