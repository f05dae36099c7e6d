#pragma once
// SVDF on codes, as TFLite's reference kernel computes it, bit for bit; 8-bit time weights as TFLite Micro's.

#include "interpreter/kernel.h"
#include "ops/svdf/svdf.h"

namespace slipway::ops {

Result<interpreter::Kernel> PrepareSvdfCodes(const Svdf&, interpreter::PrepareContext&);

}  // namespace slipway::ops
