// In place of gemm/f32_tile_avx2.cc and _avx512.cc, for models without products of f32: such an op would still run.
#include "interpreter/gemm/f32_tile.h"

namespace slipway::interpreter::gemm {

const TilesF32 kTilesF32Avx2 = kTilesF32Portable;
const TilesF32 kTilesF32Avx512 = kTilesF32Portable;

}  // namespace slipway::interpreter::gemm
