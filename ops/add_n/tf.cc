#include "ir/wire/tf.h"
#include "ops/add_n/add_n.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> AddN::FromTf(const wire::TfNode&, wire::TfImporter& in) {
  std::vector<ir::ValueId> operands;
  for (int i = 0; i < in.num_inputs(); ++i) operands.push_back(in.input(i));
  return in.Add(AddN{}, std::move(operands));
}

Status ToTf(const AddN&, wire::TfExporter& out) {
  std::vector<wire::TfRef> operands;
  for (int i = 0; i < out.num_inputs(); ++i) operands.push_back(out.input(i));
  std::map<std::string, wire::TfAttr> attrs = {{"N", int64_t{out.num_inputs()}}, {"T", out.in(0).dtype}};
  out.SetOutput(0, out.Emit("AddN", operands, std::move(attrs), {"sum"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
