#include "ops/scatter_windows/scatter_windows.h"
#include "ops/tables/stablehlo_body.h"

namespace slipway::ops {

namespace {

struct Hints {
  bool sorted = false, unique = false;
  int32_t body = 0;
};

void Options(auto& v, auto& op, auto& hints) {
  v.Bool(0, "indices_are_sorted", hints.sorted);
  v.Ints(1, "update_window_dims", op.update_window_dims, tflite::Wire::kI64);
  v.Ints(2, "inserted_window_dims", op.inserted_window_dims, tflite::Wire::kI64);
  v.Ints(3, "scatter_dims_to_operand_dims", op.scatter_dims_to_operand_dims, tflite::Wire::kI64);
  v.Int(4, "index_vector_dim", op.index_vector_dim, 0, tflite::Wire::kI64);
  v.Bool(5, "unique_indices", hints.unique);
  v.Int(6, "update_computation_subgraph_index", hints.body);
}

Result<ScatterFunction> ScatterFunctionOf(const TfliteOperator& in) {
  if (in.body.empty()) return ScatterFunction::kReplace;  // the body gives the update
  ASSIGN_OR_RETURN(WindowFunction function, FunctionOfBody(in));
  switch (function) {
    case WindowFunction::kAdd:
      return ScatterFunction::kAdd;
    case WindowFunction::kMul:
    case WindowFunction::kAll:
      return ScatterFunction::kMul;
    case WindowFunction::kMinimum:
      return ScatterFunction::kMinimum;
    default:
      return ScatterFunction::kMaximum;
  }
}

}  // namespace

Status ScatterWindows::FromTflite(const TfliteOperator& in, ScatterWindows* op) {
  Hints hints;
  RETURN_IF_ERROR(
      ReadOptions(in, OptionsType::StablehloScatterOptions, *op, [&](auto& v, auto& o) { Options(v, o, hints); }));
  ASSIGN_OR_RETURN(op->function, ScatterFunctionOf(in));
  return OkStatus();
}

}  // namespace slipway::ops
