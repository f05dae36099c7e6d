#pragma once
// Element-wise operators and products on types that LiteRT has no kernel for, where a wider type gives the same
// numbers.

#include "ir/patch.h"

namespace slipway::converter {

// i8, u8, i16, u16 are computed in i32, f16 in f32, between casts; x * x stands for a Square of integers. f64 is
// computed in f32, too, which has fewer digits: TFLite has no kernels for more.
Result<std::optional<ir::Patch>> WidenTypes(const ir::Graph&, ir::NodeId);
// Matrix products of integers as the sum of all products along a new axis: LiteRT multiplies matrices of floats and of
// 8-bit integers only.
Result<std::optional<ir::Patch>> ExpandIntegerProduct(const ir::Graph&, ir::NodeId);

}  // namespace slipway::converter
