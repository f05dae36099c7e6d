// Quantized and back: at once, as training graphs do, and by codes of types of their own (DT_QUINT8), as graphs that
// old tools quantized do. Codes are integers here.
#include <cmath>
#include <limits>

#include "ir/wire/lower/builder.h"
#include "ir/wire/lower/lower.h"

namespace slipway::wire {

namespace {

using B = ops::BinaryKind;
using U = ops::UnaryKind;
using ir::ValueId;
using Values = Result<std::vector<ValueId>>;

struct Range {
  float min, max, scale;  // codes are real numbers times scale
};

// The range whose one end is a code exactly: that of the side that asks for larger steps.
Range Adjust(float min, float max, int64_t bits, bool is_signed, bool narrow) {
  float lowest = is_signed ? -std::ldexp(1.0f, static_cast<int>(bits) - 1) + (narrow ? 1 : 0) : 0;
  float highest =
      is_signed ? std::ldexp(1.0f, static_cast<int>(bits) - 1) - 1 : std::ldexp(1.0f, static_cast<int>(bits)) - 1;
  float by_min = lowest * min > 0 ? lowest / min : std::numeric_limits<float>::max();
  float by_max = highest * max > 0 ? highest / max : std::numeric_limits<float>::max();
  if (by_min < by_max) return {min, highest * (min / lowest), by_min};
  return {lowest * (max / highest), max, by_max};
}

}  // namespace

Values LowerQuantizeAndDequantize(const TfNode& node, TfImporter& in) {
  if (in.num_inputs() < 3) return BadInput("has ", in.num_inputs(), " inputs, expected 3 at least");
  ASSIGN_OR_RETURN(bool is_signed, node.Bool("signed_input", true));
  ASSIGN_OR_RETURN(bool given, node.Bool("range_given", node.op == "QuantizeAndDequantizeV3"));
  ASSIGN_OR_RETURN(bool narrow, node.Bool("narrow_range", false));
  ASSIGN_OR_RETURN(int64_t bits, node.Int("num_bits", 8));
  ASSIGN_OR_RETURN(int64_t axis, node.Int("axis", -1));
  ASSIGN_OR_RETURN(std::string mode, node.String("round_mode", "HALF_TO_EVEN"));
  if (node.op == "QuantizeAndDequantizeV3") {
    ASSIGN_OR_RETURN(bits, in.ConstantInt(3, "num_bits"));
  }
  if (!given) return Unsupported("its range follows from data, only a constant one can be converted");
  ASSIGN_OR_RETURN(std::vector<double> min, ConstantReals(in, 1, "input_min"));
  ASSIGN_OR_RETURN(std::vector<double> max, ConstantReals(in, 2, "input_max"));
  if (axis != -1 || min.size() != 1 || max.size() != 1) return Unsupported("a range for each channel");
  if (bits < 1 || bits > 24) return Unsupported(bits, " bits, only 1 to 24");
  Range r = Adjust(static_cast<float>(min[0]), static_cast<float>(max[0]), bits, is_signed, narrow);
  LoweringBuilder b(in);
  ValueId x = in.input(0), scale = b.Scalar(x, r.scale);
  ValueId codes = b.Binary(B::kMinimum, {b.Binary(B::kMaximum, {x, b.Scalar(x, r.min)}), b.Scalar(x, r.max)});
  codes = b.Binary(B::kMul, {codes, scale});
  codes =
      mode == "HALF_UP" ? b.Unary(U::kFloor, b.Binary(B::kAdd, {codes, b.Scalar(x, 0.5)})) : b.Unary(U::kRound, codes);
  return b.Done({b.Binary(B::kMul, {codes, b.Scalar(x, 1 / r.scale)})});
}

namespace {

// What codes of a type are, and how they tell numbers (`mode`): MIN_COMBINED spreads the range over them, MIN_FIRST
// moves the range so that 0 is a code, SCALED has the code 0 for 0.
struct Codes {
  double lowest, highest;
  std::string mode;
  bool has_sign() const { return lowest < 0; }
  double steps() const { return highest - lowest; }
};

Result<Codes> CodesOf(const TfNode& node, DType t, const char* mode) {
  ASSIGN_OR_RETURN(int64_t axis, node.Int("axis", -1));
  ASSIGN_OR_RETURN(bool narrow, node.Bool("narrow_range", false));
  Codes c;
  ASSIGN_OR_RETURN(c.mode, node.String("mode", mode));
  if (axis != -1) return Unsupported("a range for each channel");
  if (c.mode != "MIN_COMBINED" && c.mode != "MIN_FIRST" && c.mode != "SCALED")
    return BadInput("mode is '", c.mode, "', expected MIN_COMBINED, MIN_FIRST or SCALED");
  if (t == DType::kI8)
    c.lowest = -128, c.highest = 127;
  else if (t == DType::kU8)
    c.lowest = 0, c.highest = 255;
  else if (t == DType::kI32 && c.mode != "SCALED")
    c.lowest = -2147483648.0, c.highest = 2147483647.0;
  else
    return Unsupported("codes of ", t, " in mode ", c.mode);
  if (narrow && c.mode == "SCALED") c.lowest += 1;
  return c;
}

// Halves away from zero.
ValueId Rounded(LoweringBuilder& b, ValueId x) {
  ValueId size = b.Unary(U::kFloor, b.Binary(B::kAdd, {b.Unary(U::kAbs, x), b.Scalar(x, 0.5)}));
  return b.Binary(B::kMul, {size, b.Unary(U::kSign, x)});
}

// Numbers per code where 0 is the code 0: the side that asks for larger steps decides.
ValueId ScaledStep(LoweringBuilder& b, ValueId min, ValueId max, const Codes& c) {
  ValueId by_max = b.Binary(B::kMul, {max, b.Scalar(max, 1 / c.highest)});
  if (!c.has_sign()) return by_max;
  return b.Binary(B::kMaximum, {by_max, b.Binary(B::kMul, {min, b.Scalar(min, 1 / c.lowest)})});
}

Status CheckRange(const TfImporter& in) {
  for (int i : {1, 2})
    if (in.type(in.input(i)).dtype != DType::kF32) return BadInput("the range is ", in.type(in.input(i)).dtype);
  return OkStatus();
}

}  // namespace

Values LowerDequantize(const TfNode& node, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 3));
  RETURN_IF_ERROR(CheckRange(in));
  DType to = DType::kF32;
  if (node.Has("dtype")) {
    ASSIGN_OR_RETURN(to, node.Type("dtype"));
  }
  if (to != DType::kF32) return Unsupported("results of ", to, ", only float32");
  ASSIGN_OR_RETURN(Codes c, CodesOf(node, in.type(in.input(0)).dtype, "MIN_COMBINED"));
  LoweringBuilder b(in);
  ValueId min = in.input(1), max = in.input(2), codes = b.Cast(in.input(0), DType::kF32);
  if (c.mode == "SCALED") return b.Done({b.Binary(B::kMul, {codes, ScaledStep(b, min, max, c)})});
  ValueId step = b.Binary(B::kDiv, {b.Binary(B::kSub, {max, min}), b.Scalar(min, c.steps())});
  ValueId first = c.mode == "MIN_FIRST" ? b.Binary(B::kMul, {Rounded(b, b.Binary(B::kDiv, {min, step})), step}) : min;
  ValueId from_lowest = b.Binary(B::kSub, {codes, b.Scalar(codes, c.lowest)});
  return b.Done({b.Binary(B::kAdd, {b.Binary(B::kMul, {from_lowest, step}), first})});
}

Values LowerQuantizeV2(const TfNode& node, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 3));
  RETURN_IF_ERROR(CheckRange(in));
  ASSIGN_OR_RETURN(DType t, node.Type("T"));
  ASSIGN_OR_RETURN(Codes c, CodesOf(node, t, "MIN_COMBINED"));
  if (t == DType::kI32) return Unsupported("codes of 32 bits");
  ASSIGN_OR_RETURN(std::string rounding, node.String("round_mode", "HALF_AWAY_FROM_ZERO"));
  ASSIGN_OR_RETURN(float least, node.Float("ensure_minimum_range", 0.01f));
  LoweringBuilder b(in);
  ValueId x = in.input(0), zero = b.Scalar(x, 0);
  // The range holds 0, and is not too narrow for its numbers.
  ValueId min = b.Binary(B::kMinimum, {in.input(1), zero});
  ValueId size = b.Binary(B::kMaximum, {b.Unary(U::kAbs, in.input(1)), b.Unary(U::kAbs, in.input(2))});
  ValueId width = b.Binary(B::kMul, {b.Binary(B::kMaximum, {size, b.Scalar(x, 1)}), b.Scalar(x, least)});
  ValueId max = b.Binary(B::kMaximum, {b.Binary(B::kMaximum, {in.input(2), b.Binary(B::kAdd, {min, width})}), zero});
  ValueId codes;
  if (c.mode == "SCALED") {
    ValueId per_number = b.Binary(B::kDiv, {b.Scalar(x, c.highest), max});
    if (c.has_sign())
      per_number =
          b.Binary(B::kMinimum, {per_number, b.Binary(B::kDiv, {b.Scalar(x, -c.lowest), b.Unary(U::kAbs, min)})});
    ValueId scaled = b.Binary(B::kMul, {x, per_number});
    codes = rounding == "HALF_TO_EVEN" ? b.Unary(U::kRound, scaled) : Rounded(b, scaled);
    min = b.Binary(B::kDiv, {b.Scalar(x, c.lowest), per_number});
    max = b.Binary(B::kDiv, {b.Scalar(x, c.highest), per_number});
  } else {
    ValueId per_number = b.Binary(B::kDiv, {b.Scalar(x, c.steps()), b.Binary(B::kSub, {max, min})});
    if (c.mode == "MIN_FIRST") {
      ValueId first = Rounded(b, b.Binary(B::kMul, {min, per_number}));
      codes = b.Binary(B::kSub, {Rounded(b, b.Binary(B::kMul, {x, per_number})), first});
      codes = b.Binary(B::kAdd, {codes, b.Scalar(x, c.lowest)});
    } else {
      codes = b.Binary(B::kMul, {b.Binary(B::kSub, {x, min}), per_number});
      codes = Rounded(b, b.Binary(B::kAdd, {codes, b.Scalar(x, c.lowest)}));
    }
  }
  codes = b.Binary(B::kMinimum, {b.Binary(B::kMaximum, {codes, b.Scalar(x, c.lowest)}), b.Scalar(x, c.highest)});
  return b.Done({b.Cast(codes, t), min, max});
}

}  // namespace slipway::wire
