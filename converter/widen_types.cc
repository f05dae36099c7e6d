#include "converter/widen_types.h"

#include <algorithm>

#include "converter/legality.h"
#include "formats/tflite/litert_types.h"
#include "ops/binary/binary.h"
#include "ops/cast/cast.h"
#include "ops/expand_dims/expand_dims.h"
#include "ops/mat_mul/mat_mul.h"
#include "ops/reduce/reduce.h"
#include "ops/transpose/transpose.h"
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
    case DType::kF64:  // the one that loses digits: the report says so
      return DType::kF32;
    default:
      return DType::kInvalid;
  }
}

// The operator of a node that LiteRT cannot run for its dtype.
std::optional<Builtin> MissingKernel(const ir::Graph& g, const ir::Node& n) {
  ops::TfliteTypes types = TypesOf(g, n);
  Result<ops::TfliteForm> form = ops::OpToTflite(n.op, types);
  if (!form.ok() || ops::WhyCannotRun({}, *form, types).empty()) return std::nullopt;
  return form->code;
}

bool IsPlain(const ir::Graph& g, ValueId v, DType dtype) {
  return v != ValueId::kNone && g.type(v).dtype == dtype && g.type(v).quant.empty();
}

bool AllAre(const ir::Graph& g, const ir::Node& n, DType dtype) {
  auto fits = [&](ValueId v) { return IsPlain(g, v, dtype); };
  return std::all_of(n.inputs.begin(), n.inputs.end(), fits) && fits(n.outputs[0]);
}

// Does a wider dtype give what this one would? Reductions and products only of floats.
bool CanWiden(const ir::Graph& g, const ir::Node& n, DType narrow) {
  if (n.op.Is<ops::Unary>() || n.op.Is<ops::Binary>()) return AllAre(g, n, narrow);
  if (n.op.Is<ops::MatMul>()) return IsFloat(narrow) && AllAre(g, n, narrow);
  return n.op.Is<ops::Reduce>() && narrow == DType::kF64;
}

// The matrices of x as rows of k elements, with a new axis of 1 at `axis` counted from the last.
Result<ValueId> Rows(ir::Patch& p, ValueId x, bool transpose, int axis, const std::string& origin) {
  int rank = p.type(x).shape.rank();
  if (transpose) {
    std::vector<int64_t> perm;
    for (int i = 0; i < rank; ++i) perm.push_back(i);
    std::swap(perm[perm.size() - 1], perm[perm.size() - 2]);
    ValueId order = p.Constant(Tensor::Vector(perm), StrCat(origin, "/perm"));
    ASSIGN_OR_RETURN(x, p.Add(ops::Transpose{}, {x, order}, StrCat(origin, "/transposed")));
  }
  ValueId at = p.Constant(Tensor::Scalar<int32_t>(rank - axis), StrCat(origin, "/axis"));
  return p.Add(ops::ExpandDims{}, {x, at}, StrCat(origin, "/rows"));
}

}  // namespace

Result<std::optional<ir::Patch>> WidenTypes(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  const auto* unary = n.op.As<ops::Unary>();
  if (n.inputs.empty() || n.inputs[0] == ValueId::kNone) return std::nullopt;
  DType narrow = g.type(n.inputs[0]).dtype, wide = Wider(narrow);
  std::optional<Builtin> code = CanWiden(g, n, narrow) ? MissingKernel(g, n) : std::nullopt;
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
    if (!IsPlain(g, v, narrow)) {  // axes
      operands.push_back(v);
      continue;
    }
    ASSIGN_OR_RETURN(ValueId cast, p.Add(ops::Cast{.to = wide}, {v}, StrCat(n.origin, "/wide", operands.size())));
    operands.push_back(cast);
  }
  ASSIGN_OR_RETURN(ValueId y, p.Add(n.op, std::move(operands), StrCat(n.origin, "/wide")));
  ASSIGN_OR_RETURN(ValueId back, p.Add(ops::Cast{.to = narrow}, {y}, n.origin, types));
  p.Replace(n.outputs[0], back);
  return p;
}

Result<std::optional<ir::Patch>> ExpandIntegerProduct(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  const auto* product = n.op.As<ops::MatMul>();
  if (!product || !IsInteger(g.type(n.outputs[0]).dtype) || !AllAre(g, n, g.type(n.outputs[0]).dtype) ||
      !g.type(n.inputs[0]).shape.has_rank() || !g.type(n.inputs[1]).shape.has_rank() || !MissingKernel(g, n))
    return std::nullopt;
  ir::Patch p(g, id, "expand_integer_product");
  ASSIGN_OR_RETURN(ValueId a, Rows(p, n.inputs[0], product->transpose_a, 1, StrCat(n.origin, "/a")));
  ASSIGN_OR_RETURN(ValueId b, Rows(p, n.inputs[1], !product->transpose_b, 2, StrCat(n.origin, "/b")));
  ASSIGN_OR_RETURN(ValueId parts,
                   p.Add(ops::Binary{.kind = ops::BinaryKind::kMul}, {a, b}, StrCat(n.origin, "/parts")));
  int64_t last[] = {p.type(parts).shape.rank() - 1};
  ValueId axis = p.Constant(Tensor::Vector(last), StrCat(n.origin, "/last"));
  TensorType types[] = {g.type(n.outputs[0])};
  ASSIGN_OR_RETURN(ValueId y, p.Add(ops::Reduce{.kind = ops::ReduceKind::kSum}, {parts, axis}, n.origin, types));
  p.Replace(n.outputs[0], y);
  return p;
}

}  // namespace slipway::converter
