#include "converter/widen_types.h"

#include <algorithm>

#include "converter/legality.h"
#include "formats/tflite/litert_types.h"
#include "ops/binary/binary.h"
#include "ops/cast/cast.h"
#include "ops/mat_mul/mat_mul.h"
#include "ops/unary/unary.h"

namespace slipway::converter {

using ir::ValueId;
using tflite::Builtin;

namespace {

// Sums, differences and products of integers wrap to the same bits after a cast back; f32 holds the exact product of
// two f16, so rounding twice is rounding once.
DType Wider(DType t) {
  switch (t) {
    case DType::kI8:
    case DType::kU8:
    case DType::kI16:
    case DType::kU16:
      return DType::kI32;
    case DType::kF16:
      return DType::kF32;
    default:
      return DType::kInvalid;
  }
}

// The operator of a node that LiteRT cannot run for its dtype.
std::optional<Builtin> MissingKernel(const ir::Graph& g, const ir::Node& n) {
  ops::TfliteTypes types = TypesOf(g, n);
  Result<ops::TfliteForm> form = ops::OpToTflite(n.op, types);
  if (!form.ok() || ops::WhyLiteRtCannot(form->code, types).empty()) return std::nullopt;
  return form->code;
}

bool AllAre(const ir::Graph& g, const ir::Node& n, DType dtype) {
  auto fits = [&](ValueId v) { return v != ValueId::kNone && g.type(v).dtype == dtype && g.type(v).quant.empty(); };
  return std::all_of(n.inputs.begin(), n.inputs.end(), fits) && fits(n.outputs[0]);
}

}  // namespace

Result<std::optional<ir::Patch>> WidenTypes(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  const auto* unary = n.op.As<ops::Unary>();
  if (n.inputs.empty() || n.inputs[0] == ValueId::kNone) return std::nullopt;
  DType narrow = g.type(n.inputs[0]).dtype, wide = Wider(narrow);
  bool is_half_product = n.op.Is<ops::MatMul>() && narrow == DType::kF16;
  if (!unary && !n.op.Is<ops::Binary>() && !is_half_product) return std::nullopt;
  std::optional<Builtin> code = AllAre(g, n, narrow) ? MissingKernel(g, n) : std::nullopt;
  if (!code) return std::nullopt;
  ir::Patch p(g, id, "widen_types");
  TensorType types[] = {g.type(n.outputs[0])};
  if (unary && unary->kind == ops::UnaryKind::kSquare && IsInteger(narrow)) {
    ASSIGN_OR_RETURN(ValueId y,
                     p.Add(ops::Binary{.kind = ops::BinaryKind::kMul}, {n.inputs[0], n.inputs[0]}, n.origin, types));
    p.Replace(n.outputs[0], y);
    return p;
  }
  if (wide == DType::kInvalid || !tflite::LiteRtRuns(*code, wide) || !tflite::LiteRtRuns(Builtin::CAST, narrow))
    return std::nullopt;
  std::vector<ValueId> operands;
  for (ValueId v : n.inputs) {
    ASSIGN_OR_RETURN(ValueId cast, p.Add(ops::Cast{.to = wide}, {v}, StrCat(n.origin, "/wide", operands.size())));
    operands.push_back(cast);
  }
  ASSIGN_OR_RETURN(ValueId y, p.Add(n.op, std::move(operands), StrCat(n.origin, "/wide")));
  ASSIGN_OR_RETURN(ValueId back, p.Add(ops::Cast{.to = narrow}, {y}, n.origin, types));
  p.Replace(n.outputs[0], back);
  return p;
}

}  // namespace slipway::converter
