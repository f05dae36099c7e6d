#include "ops/string_split/string_split.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const StringSplit& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  const Shape &x = in.shape(0), &separator = in.shape(1);
  if (in.dtype(0) != DType::kString || in.dtype(1) != DType::kString || (x.has_rank() && x.rank() != 1) ||
      (separator.IsStatic() && separator.Elements() != 1))
    return BadInput("x is ", in[0], " and the separator ", in[1],
                    ", expected a vector and one string");                   // string_split_c1
  if (op.max_splits < -1) return BadInput("max_splits is ", op.max_splits);  // string_split_c2
  return TensorTypes{{DType::kI64, {kUnknownDim, 2}}, {DType::kString, {kUnknownDim}}, {DType::kI64, {2}}};
}

std::vector<std::string> WordsOf(const StringSplit& op, std::string_view text, std::string_view separator) {
  std::vector<std::string> words;
  auto may_cut = [&] { return op.max_splits < 0 || static_cast<int64_t>(words.size()) < op.max_splits; };
  if (separator.empty()) {
    constexpr std::string_view kSpace = " \t\n\v\f\r";
    for (size_t at = text.find_first_not_of(kSpace); at != std::string_view::npos;) {
      size_t end = may_cut() ? text.find_first_of(kSpace, at) : std::string_view::npos;
      words.emplace_back(text.substr(at, end == std::string_view::npos ? end : end - at));
      at = end == std::string_view::npos ? end : text.find_first_not_of(kSpace, end);
    }
    return words;
  }
  for (;;) {
    size_t end = may_cut() ? text.find(separator) : std::string_view::npos;
    words.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return words;
    text.remove_prefix(end + separator.size());
  }
}

}  // namespace slipway::ops
