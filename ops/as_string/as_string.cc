#include "ops/as_string/as_string.h"

#include <algorithm>
#include <cstdio>

namespace slipway::ops {

Result<TensorTypes> Infer(const AsString& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  DType t = in.dtype(0);
  if (!IsNumber(t) && t != DType::kBool) return BadInput("x is ", t, ", expected numbers");  // as_string_c1
  bool for_floats = op.scientific || op.shortest || op.precision >= 0;
  if ((op.scientific && op.shortest) || (for_floats && !IsFloat(t)) || op.precision > 1000 || op.width > 1000)
    return BadInput("precision, scientific, shortest and width do not fit x, which is ", t);  // as_string_c2
  if (op.fill.size() > 1 || (!op.fill.empty() && std::string_view(" 0+-").find(op.fill) == std::string_view::npos))
    return BadInput("fill is '", op.fill, "'");       // as_string_c3
  return TensorTypes{{DType::kString, in.shape(0)}};  // as_string_c4
}

// Room for 310 digits before the point and what width and precision add.
template <class V>
static std::string Print(const AsString& op, const char* conversion, V v) {
  std::string format = "%" + op.fill;
  if (op.width >= 0) StrAppend(format, op.width);
  if (op.precision >= 0) StrAppend(format, ".", op.precision);
  std::string text(2400, '\0');
  int length = std::snprintf(text.data(), text.size(), (format + conversion).c_str(), v);
  text.resize(static_cast<size_t>(std::max(0, length)));
  return text;
}

std::string TextOf(const AsString& op, double v) { return Print(op, op.scientific ? "e" : op.shortest ? "g" : "f", v); }

std::string TextOf(const AsString& op, int64_t v) { return Print(op, "lld", static_cast<long long>(v)); }

}  // namespace slipway::ops
