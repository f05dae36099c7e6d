#include "ir/wire/tf.h"
#include "ops/sparse_softmax_cross_entropy/sparse_softmax_cross_entropy.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> SparseSoftmaxCrossEntropy::FromTf(const wire::TfNode&, wire::TfImporter& in) {
  if (in.num_inputs() != 2) return BadInput("has ", in.num_inputs(), " inputs, expected 2");
  return in.Add(SparseSoftmaxCrossEntropy{}, {in.input(0), in.input(1)});
}

Status ToTf(const SparseSoftmaxCrossEntropy&, wire::TfExporter& out) {
  std::map<std::string, wire::TfAttr> attrs = {{"T", out.in(0).dtype}, {"Tlabels", out.in(1).dtype}};
  std::vector<wire::TfRef> results = out.Emit("SparseSoftmaxCrossEntropyWithLogits", {out.input(0), out.input(1)},
                                              std::move(attrs), {"loss", "backprop"});
  for (int i = 0; i < 2; ++i) out.SetOutput(i, results[static_cast<size_t>(i)]);
  return OkStatus();
}

}  // namespace slipway::ops
