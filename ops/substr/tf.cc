#include "ir/wire/tf.h"
#include "ops/substr/substr.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> Substr::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(3));
  ASSIGN_OR_RETURN(std::string unit, node.String("unit", "BYTE"));
  if (unit != "BYTE" && unit != "UTF8_CHAR") return BadInput("unit is ", unit);
  return in.Add(Substr{.characters = unit == "UTF8_CHAR"}, {in.input(0), in.input(1), in.input(2)});
}

Status ToTf(const Substr& op, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("Substr", {out.input(0), out.input(1), out.input(2)},
                            {{"T", out.in(1).dtype}, {"unit", std::string(op.characters ? "UTF8_CHAR" : "BYTE")}},
                            {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
