#include "ir/wire/tf.h"
#include "ops/log_softmax/log_softmax.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> LogSoftmax::FromTf(const wire::TfNode&, wire::TfImporter& in) {
  if (in.num_inputs() != 1) return BadInput("has ", in.num_inputs(), " inputs, expected 1");
  return in.Add(LogSoftmax{}, {in.input(0)});
}

Status ToTf(const LogSoftmax&, wire::TfExporter& out) {
  if (!IsFloat(out.in(0).dtype)) return Unsupported("a quantized LogSoftmax has no TensorFlow form");
  out.SetOutput(0, out.Emit("LogSoftmax", {out.input(0)}, {{"T", out.in(0).dtype}}, {"logsoftmax"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
