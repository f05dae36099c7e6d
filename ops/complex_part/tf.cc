#include "ir/wire/tf.h"
#include "ops/complex_part/complex_part.h"

namespace slipway::ops {

static constexpr const char* kPartNames[] = {"Real", "Imag", "ComplexAbs"};

Result<std::vector<ir::ValueId>> ComplexPart::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(1));
  ComplexPartKind kind = node.op == kPartNames[0]   ? ComplexPartKind::kReal
                         : node.op == kPartNames[1] ? ComplexPartKind::kImag
                                                    : ComplexPartKind::kAbs;
  return in.Add(ComplexPart{.kind = kind}, {in.input(0)});
}

Status ToTf(const ComplexPart& op, wire::TfExporter& out) {
  bool abs = op.kind == ComplexPartKind::kAbs;
  out.SetOutput(0, out.Emit(kPartNames[static_cast<size_t>(op.kind)], {out.input(0)},
                            {{"T", out.in(0).dtype}, {"Tout", out.out(0).dtype}}, {abs ? "y" : "output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
