#include "ops/substr/substr.h"

#include <algorithm>
#include <optional>

namespace slipway::ops {

Result<TensorTypes> Infer(const Substr&, Inputs in) {
  RETURN_IF_ERROR(in.Count(3));
  if (in.dtype(0) != DType::kString) return BadInput("x is ", in.dtype(0), ", expected strings");  // substr_c1
  bool known = in.shape(1).has_rank() && in.shape(0).has_rank();
  if (!IsInteger(in.dtype(1)) || in.dtype(1) != in.dtype(2) || !Compatible(in.shape(1), in.shape(2)) ||
      (known && in.shape(1).rank() != 0 && !Compatible(in.shape(0), in.shape(1))))
    return BadInput("position and length are ", in[1], " and ", in[2], " for strings of shape ",
                    in.shape(0));  // substr_c2
  return TensorTypes{in[0]};       // substr_c4
}

std::optional<std::string> SubstrOf(const Substr& op, const std::string& s, int64_t position, int64_t length) {
  std::vector<size_t> begins;  // of each unit, and the end
  for (size_t i = 0; i < s.size(); ++i)
    if (!op.characters || (s[i] & 0xc0) != 0x80) begins.push_back(i);
  int64_t units = static_cast<int64_t>(begins.size());
  begins.push_back(s.size());
  if (position < 0) position += units;
  if (position < 0 || position > units || length < 0) return std::nullopt;
  size_t from = begins[static_cast<size_t>(position)];
  return s.substr(from, begins[static_cast<size_t>(position + std::min(length, units - position))] - from);
}

}  // namespace slipway::ops
