#include "ir/wire/tf.h"
#include "ops/string_length/string_length.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> StringLength::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(1));
  ASSIGN_OR_RETURN(std::string unit, node.String("unit", "BYTE"));
  if (unit != "BYTE" && unit != "UTF8_CHAR") return BadInput("unit is ", unit);
  return in.Add(StringLength{.characters = unit == "UTF8_CHAR"}, {in.input(0)});
}

Status ToTf(const StringLength& op, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("StringLength", {out.input(0)},
                            {{"unit", std::string(op.characters ? "UTF8_CHAR" : "BYTE")}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
