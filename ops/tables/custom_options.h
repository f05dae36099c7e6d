#pragma once
// Options of custom operators "SlipwayNAME": a FlexBuffer map of the op's fields. Enums are their names; dtypes, shapes
// and tensors are written as in ops/text.h. A field that is absent has its default; an unknown one is an error.

#include <string>
#include <string_view>

#include "ops/op.h"

namespace slipway::ops {

inline constexpr std::string_view kCustomPrefix = "Slipway";

std::string WriteCustomOptions(const Op&);
// The operator "SlipwayNAME" of an op, whether it has a builtin or not. Those that keep something between runs or run
// graphs of the module cannot be one.
bool CanBeCustom(const Op&);
TfliteForm CustomForm(const Op&);
Result<Op> ReadCustomOptions(const OpInfo&, std::string_view bytes);

}  // namespace slipway::ops
