#include "interpreter/recurrent/code_operands.h"

#include <cmath>

namespace slipway::interpreter {

Result<float> ScaleOf(const TensorType& t, const char* what) {
  if (t.quant.scale.size() != 1 || !(t.quant.scale[0] > 0) || !std::isfinite(t.quant.scale[0]))
    return Unsupported(what, " is ", t, ": it needs one scale");
  return t.quant.scale[0];
}

Result<float> ScaleOf(const PrepareContext& c, int operand) {
  return ScaleOf(c.in(operand), StrCat("operand ", operand).c_str());
}

Status CheckZero(int64_t zero, const char* what) {
  if (zero < -128 || zero > 127) return BadInput("the zero point of ", what, " is ", zero);
  return OkStatus();
}

Result<const Tensor*> Constant(const PrepareContext& c, int operand) {
  if (const Tensor* t = c.constant(operand)) return t;
  return Unsupported("operand ", operand, " must be constant, as the other weights of a recurrent layer on codes");
}

Result<std::vector<int8_t>> StackCodes(const PrepareContext& c, std::span<const int> operands) {
  std::vector<int8_t> rows;
  for (int i : operands) {
    ASSIGN_OR_RETURN(const Tensor* t, Constant(c, i));
    rows.insert(rows.end(), t->as<int8_t>().begin(), t->as<int8_t>().end());
  }
  return rows;
}

}  // namespace slipway::interpreter
