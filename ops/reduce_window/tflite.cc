#include "ops/reduce_window/reduce_window.h"
#include "ops/tables/stablehlo_body.h"

namespace slipway::ops {

namespace {

// ReduceWindowFunction of the schema: 0 stands for none.
constexpr int kFirstFunction = 1;

void Options(auto& v, auto& function) { v.Int(0, "reduce_function", function); }

void StablehloOptions(auto& v, auto& op, auto& body) {
  v.Ints(0, "window_dimensions", op.window, tflite::Wire::kI64);
  v.Ints(1, "window_strides", op.strides, tflite::Wire::kI64);
  v.Ints(2, "base_dilations", op.base_dilations, tflite::Wire::kI64);
  v.Ints(3, "window_dilations", op.dilations, tflite::Wire::kI64);
  v.Ints(4, "padding", op.padding, tflite::Wire::kI64);
  v.Int(5, "body_subgraph_index", body);
}

}  // namespace

Status ReduceWindow::FromTflite(const TfliteOperator& in, ReduceWindow* op) {
  if (in.code == Builtin::STABLEHLO_REDUCE_WINDOW) {
    int32_t body = 0;
    RETURN_IF_ERROR(ReadOptions(in, OptionsType::StablehloReduceWindowOptions, *op,
                                [&](auto& v, auto& o) { StablehloOptions(v, o, body); }));
    if (op->window.empty()) return Unsupported("STABLEHLO_REDUCE_WINDOW without a window");
    ASSIGN_OR_RETURN(op->function, FunctionOfBody(in));
    return OkStatus();
  }
  int32_t function = 0;
  RETURN_IF_ERROR(ReadOptions(in, OptionsType::ReduceWindowOptions, function, [](auto& v, auto& f) { Options(v, f); }));
  if (function < kFirstFunction || function > kFirstFunction + static_cast<int>(WindowFunction::kAny))
    return Unsupported("REDUCE_WINDOW with the function ", function);
  op->function = static_cast<WindowFunction>(function - kFirstFunction);
  return OkStatus();
}

Result<TfliteForm> ToTflite(const ReduceWindow& op, const TfliteTypes& types) {
  if (!op.window.empty()) return Unsupported("ReduceWindow with a window in its fields");
  for (size_t i = 2; i < types.inputs.size(); ++i)
    if (types.in(i) != DType::kI64) return Unsupported("operand ", i, " is ", types.in(i), ", LiteRT reads i64");
  int32_t function = static_cast<int32_t>(op.function) + kFirstFunction;
  return MakeForm(Builtin::REDUCE_WINDOW, 1, OptionsType::ReduceWindowOptions, function,
                  [](auto& v, auto& f) { Options(v, f); });
}

}  // namespace slipway::ops
