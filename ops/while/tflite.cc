#include "ops/tables/tflite.h"
#include "ops/while/while.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) {
  v.Int(0, "cond_subgraph_index", op.cond_graph);
  v.Int(1, "body_subgraph_index", op.body_graph);
}

// STABLEHLO_WHILE has the same meaning.
Status While::FromTflite(const TfliteOperator& in, While* op) {
  for (const TensorType& y : in.outputs) op->shapes.push_back(y.shape);
  OptionsType type =
      in.code == Builtin::STABLEHLO_WHILE ? OptionsType::StablehloWhileOptions : OptionsType::WhileOptions;
  return ReadOptions(in, type, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const While& op, const TfliteTypes&) {
  return MakeForm(Builtin::WHILE, 1, OptionsType::WhileOptions, op, [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
