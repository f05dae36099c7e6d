#include "ops/string_to_number/string_to_number.h"

#include <cstdlib>
#include <optional>

namespace slipway::ops {

Result<TensorTypes> Infer(const StringToNumber& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  if (in.dtype(0) != DType::kString)
    return BadInput("x is ", in.dtype(0), ", expected strings");  // string_to_number_c1
  DType t = op.out_type;
  if (t != DType::kF32 && t != DType::kF64 && t != DType::kI32 && t != DType::kI64)
    return BadInput("out_type is ", t);  // string_to_number_c2
  return TensorTypes{{t, in.shape(0)}};  // string_to_number_c4
}

static std::string Stripped(const std::string& text) {
  constexpr const char* kSpace = " \t\n\v\f\r";
  size_t from = text.find_first_not_of(kSpace);
  return from == std::string::npos ? "" : text.substr(from, text.find_last_not_of(kSpace) + 1 - from);
}

std::optional<double> RealOfText(const std::string& text, DType out_type) {
  std::string s = Stripped(text);
  if (s.empty() || s.find('\0') != std::string::npos) return std::nullopt;
  char* end = nullptr;
  double v = out_type == DType::kF32 ? static_cast<double>(std::strtof(s.c_str(), &end)) : std::strtod(s.c_str(), &end);
  if (*end != '\0') return std::nullopt;
  return v;
}

std::optional<int64_t> IntOfText(const std::string& text, DType out_type) {
  std::string s = Stripped(text);
  std::string_view digits = s;
  if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
  if (out_type == DType::kI64) return ParseNumber<int64_t>(digits);
  std::optional<int32_t> v = ParseNumber<int32_t>(digits);
  return v ? std::optional<int64_t>(*v) : std::nullopt;
}

}  // namespace slipway::ops
