#include "ir/wire/tf.h"
#include "ops/prelu/prelu.h"

namespace slipway::ops {

// As Keras writes it, relu(x) + (-alpha) relu(-x): what TensorFlow's own converter takes for a PRELU.
Status ToTf(const Prelu&, wire::TfExporter& out) {
  DType type = out.in(0).dtype;
  if (!IsFloat(type)) return Unsupported("a quantized Prelu has no TensorFlow form");
  auto emit = [&](const char* op, std::vector<wire::TfRef> inputs, const char* result) {
    return out.Emit(op, inputs, {{"T", type}}, {result})[0];
  };
  wire::TfRef positive = emit("Relu", {out.input(0)}, "activations");
  wire::TfRef negative = emit("Relu", {emit("Neg", {out.input(0)}, "y")}, "activations");
  wire::TfRef scaled = emit("Mul", {emit("Neg", {out.input(1)}, "y"), negative}, "z");
  out.SetOutput(0, emit("AddV2", {positive, scaled}, "z"));
  return OkStatus();
}

}  // namespace slipway::ops
