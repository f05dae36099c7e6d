#include "ops/tables/tflite.h"
#include "ops/if/if.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) {
  v.Int(0, "then_subgraph_index", op.then_graph);
  v.Int(1, "else_subgraph_index", op.else_graph);
}

Status If::FromTflite(const TfliteOperator& in, If* op) {
  for (const TensorType& y : in.outputs) {
    op->dtypes.push_back(y.dtype);
    op->shapes.push_back(y.shape);
  }
  return ReadOptions(in, OptionsType::IfOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const If& op, const TfliteTypes&) {
  return MakeForm(Builtin::IF, 1, OptionsType::IfOptions, op, [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
