#include "ops/tables/tflite.h"
#include "ops/call_once/call_once.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) { v.Int(0, "init_subgraph_index", op.graph); }

Status CallOnce::FromTflite(const TfliteOperator& in, CallOnce* op) {
  return ReadOptions(in, OptionsType::CallOnceOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const CallOnce& op, const TfliteTypes&) {
  return MakeForm(Builtin::CALL_ONCE, 1, OptionsType::CallOnceOptions, op, [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
