#include "ir/wire/tf.h"
#include "ops/decode_raw/decode_raw.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> DecodeRaw::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(1));
  DecodeRaw op;
  ASSIGN_OR_RETURN(op.out_type, node.Type("out_type"));
  ASSIGN_OR_RETURN(op.little_endian, node.Bool("little_endian", true));
  return in.Add(op, {in.input(0)});
}

Status ToTf(const DecodeRaw& op, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("DecodeRaw", {out.input(0)},
                            {{"out_type", op.out_type}, {"little_endian", op.little_endian}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
