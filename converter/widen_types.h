#pragma once
// Element-wise operators and products on types that LiteRT has no kernel for, where a wider type gives the same
// numbers.

#include "ir/patch.h"

namespace slipway::converter {

// i8, u8, i16, u16 are computed in i32, f16 in f32, between casts; x * x stands for a Square of integers.
Result<std::optional<ir::Patch>> WidenTypes(const ir::Graph&, ir::NodeId);

}  // namespace slipway::converter
