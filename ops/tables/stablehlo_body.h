#pragma once
// What the body subgraph of a StableHLO operator combines two numbers by, told from its one operator.

#include "ops/reduce_window/reduce_window.h"
#include "ops/tables/tflite.h"

namespace slipway::ops {

inline Result<WindowFunction> FunctionOfBody(const TfliteOperator& in) {
  const char* name = tflite::BuiltinName(in.code);
  if (in.body.size() != 1) return Unsupported(name, " with a body of ", in.body.size(), " operators");
  bool is_bool = !in.inputs.empty() && in.inputs[0].dtype == DType::kBool;
  switch (in.body[0]) {
    case Builtin::ADD:
    case Builtin::STABLEHLO_ADD:
      return WindowFunction::kAdd;
    case Builtin::MUL:
    case Builtin::STABLEHLO_MULTIPLY:
      return WindowFunction::kMul;
    case Builtin::MINIMUM:
    case Builtin::STABLEHLO_MINIMUM:
      return WindowFunction::kMinimum;
    case Builtin::MAXIMUM:
    case Builtin::STABLEHLO_MAXIMUM:
      return WindowFunction::kMaximum;
    case Builtin::LOGICAL_AND:
    case Builtin::STABLEHLO_AND:
      if (is_bool) return WindowFunction::kAll;
      break;
    case Builtin::LOGICAL_OR:
    case Builtin::STABLEHLO_OR:
      if (is_bool) return WindowFunction::kAny;
      break;
    default:
      break;
  }
  return Unsupported(name, " with the body ", tflite::BuiltinName(in.body[0]));
}

}  // namespace slipway::ops
