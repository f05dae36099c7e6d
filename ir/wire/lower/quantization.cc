// Quantized and back at once, as training graphs do.
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
  ValueId codes = b.Binary(B::kMinimum, b.Binary(B::kMaximum, x, b.Scalar(x, r.min)), b.Scalar(x, r.max));
  codes = b.Binary(B::kMul, codes, scale);
  codes =
      mode == "HALF_UP" ? b.Unary(U::kFloor, b.Binary(B::kAdd, codes, b.Scalar(x, 0.5))) : b.Unary(U::kRound, codes);
  return b.Done({b.Binary(B::kMul, codes, b.Scalar(x, 1 / r.scale))});
}

}  // namespace slipway::wire
