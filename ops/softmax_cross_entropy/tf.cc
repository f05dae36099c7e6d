#include "ir/wire/tf.h"
#include "ops/softmax_cross_entropy/softmax_cross_entropy.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> SoftmaxCrossEntropy::FromTf(const wire::TfNode&, wire::TfImporter& in) {
  if (in.num_inputs() != 2) return BadInput("has ", in.num_inputs(), " inputs, expected 2");
  return in.Add(SoftmaxCrossEntropy{}, {in.input(0), in.input(1)});
}

Status ToTf(const SoftmaxCrossEntropy&, wire::TfExporter& out) {
  std::map<std::string, wire::TfAttr> attrs = {{"T", out.in(0).dtype}};
  std::vector<wire::TfRef> results =
      out.Emit("SoftmaxCrossEntropyWithLogits", {out.input(0), out.input(1)}, std::move(attrs), {"loss", "backprop"});
  for (int i = 0; i < 2; ++i) out.SetOutput(i, results[static_cast<size_t>(i)]);
  return OkStatus();
}

}  // namespace slipway::ops
