#pragma once
// The lexical pieces that op fields and ir/text share: quoting, splitting, shapes, types, tensors as text.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/tensor.h"

namespace slipway::ops {

// "a\"b\x00": printable ASCII stays, the rest becomes \xNN.
std::string QuoteText(std::string_view bytes);
std::optional<std::string> UnquoteText(std::string_view text);

// Splits at `separator` outside of quotes, brackets and braces; empty pieces are dropped.
std::vector<std::string> SplitTopLevel(std::string_view text, char separator);

// "[?,8,8,1]", "[*]"
std::optional<Shape> ParseShape(std::string_view text);
// "f32[2,3]{0.5:-3}", what ToString(TensorType) writes.
std::optional<TensorType> ParseTensorType(std::string_view text);

// "f32[2](1,2.5)"; strings quoted. Elements are written in full: floats as the shortest text that reads back to the
// same value, so the text form is exact.
std::string TensorText(const Tensor&);
Result<Tensor> ParseTensor(std::string_view text);

}  // namespace slipway::ops
