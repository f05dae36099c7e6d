#include "base/complex_dtype.h"
#include "ops/binary/binary.h"
#include "ops/tables/litert_limits.h"

namespace slipway::ops {

namespace {

// The builtin of each kind; "NONE" names none.
struct Row {
  BinaryKind kind;
  const char* builtin;
};
constexpr Row kRows[] = {
#define BINARY(kind, tflite, ...) {BinaryKind::k##kind, #tflite},
#include "ops/binary/kinds.def"
#undef BINARY
};

OptionsType OptionsOf(BinaryKind kind) {
  switch (kind) {
    case BinaryKind::kAdd:
      return OptionsType::AddOptions;
    case BinaryKind::kSub:
      return OptionsType::SubOptions;
    case BinaryKind::kMul:
      return OptionsType::MulOptions;
    case BinaryKind::kDiv:
      return OptionsType::DivOptions;
    default:
      return OptionsType::NONE;
  }
}

void Options(auto& v, auto& op) {
  v.Enum(0, "fused_activation_function", op.activation, Activation::kNone);
  if (op.kind == BinaryKind::kAdd || op.kind == BinaryKind::kSub)
    v.Bool(1, "pot_scale_int16", op.pot_scale_int16, true);
}

int RankOf(const Shape& s) { return s.has_rank() ? s.rank() : 0; }

// A product whose real factor is 1 or more needs a left shift, which version 3 brought.
bool NeedsLeftShift(const TfliteTypes& types) {
  const Quantization &a = types.inputs[0].quant, &b = types.inputs[1].quant, &y = types.outputs[0].quant;
  return !a.empty() && !b.empty() && !y.empty() && a.scale[0] * b.scale[0] / y.scale[0] >= 1;
}

int Version(const Binary& op, const TfliteTypes& types) {
  DType t = types.in(0);
  bool quantized = t == DType::kI8 || (t == DType::kI16 && !types.inputs[0].quant.empty());
  bool broadcast5 = types.inputs[0].shape != types.inputs[1].shape && RankOf(types.outputs[0].shape) > 4;
  switch (op.kind) {
    case BinaryKind::kAdd:
      return t == DType::kI64 ? 4 : quantized ? 2 : 1;
    case BinaryKind::kSub:
      return t == DType::kI64 ? 4 : broadcast5 ? 3 : quantized ? 2 : 1;
    case BinaryKind::kMul:
      return IsComplex(t) ? 6 : t == DType::kI64 ? 5 : quantized && NeedsLeftShift(types) ? 3 : quantized ? 2 : 1;
    case BinaryKind::kDiv:
      return broadcast5 ? 2 : 1;
    case BinaryKind::kMaximum:
    case BinaryKind::kMinimum:
      return broadcast5 ? 3 : quantized ? 2 : 1;
    case BinaryKind::kSquaredDifference:
      return quantized ? 2 : 1;
    case BinaryKind::kFloorDiv:
      return IsFloat(t) ? 2 : 1;
    default:
      return 1;
  }
}

// StableHLO's names; `logical`: what the function is for bool.
struct StablehloRow {
  Builtin code;
  BinaryKind kind, logical;
};
constexpr StablehloRow kStablehlo[] = {
    {Builtin::STABLEHLO_ADD, BinaryKind::kAdd, BinaryKind::kLogicalOr},
    {Builtin::STABLEHLO_AND, BinaryKind::kBitwiseAnd, BinaryKind::kLogicalAnd},
    {Builtin::STABLEHLO_MAXIMUM, BinaryKind::kMaximum, BinaryKind::kLogicalOr},
    {Builtin::STABLEHLO_MINIMUM, BinaryKind::kMinimum, BinaryKind::kLogicalAnd},
    {Builtin::STABLEHLO_MULTIPLY, BinaryKind::kMul, BinaryKind::kLogicalAnd},
    {Builtin::STABLEHLO_OR, BinaryKind::kBitwiseOr, BinaryKind::kLogicalOr},
    {Builtin::STABLEHLO_SHIFT_LEFT, BinaryKind::kLeftShift, BinaryKind::kLeftShift},
};

}  // namespace

Status Binary::FromTflite(const TfliteOperator& in, Binary* op) {
  for (const StablehloRow& row : kStablehlo) {
    if (row.code != in.code) continue;
    bool is_bool = !in.inputs.empty() && in.inputs[0].dtype == DType::kBool;
    op->kind = is_bool ? row.logical : row.kind;
    return OkStatus();
  }
  const char* name = tflite::BuiltinName(in.code);
  for (const Row& row : kRows) {
    if (std::string_view(row.builtin) != name) continue;
    op->kind = row.kind;
    OptionsType type = OptionsOf(row.kind);
    if (type == OptionsType::NONE) return OkStatus();
    return ReadOptions(in, type, *op, [](auto& v, auto& o) { Options(v, o); });
  }
  return Unsupported("no kind of Binary is ", name);
}

Result<TfliteForm> ToTflite(const Binary& op, const TfliteTypes& types) {
  std::optional<Builtin> code = tflite::BuiltinCode(kRows[static_cast<size_t>(op.kind)].builtin);
  if (!code) return Unsupported("Binary ", EnumNames(op.kind)[static_cast<size_t>(op.kind)], " has no builtin");
  if (op.kind == BinaryKind::kAtan2 && types.inputs[0].shape != types.inputs[1].shape)
    return Unsupported("LiteRT's ATAN2 does not broadcast ", types.inputs[0].shape, " and ", types.inputs[1].shape);
  RETURN_IF_ERROR(NeedsRank(types, BroadcastRank(op)));
  OptionsType type = OptionsOf(op.kind);
  if (type == OptionsType::NONE) return MakeForm(*code, Version(op, types));
  return MakeForm(*code, Version(op, types), type, op, [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
