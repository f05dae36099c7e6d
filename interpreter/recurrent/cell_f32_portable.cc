#include "interpreter/recurrent/cell_f32_template.h"

namespace slipway::interpreter {

const CellLoopsF32 kCellLoopsF32Portable = CellF32<4>::Make();

const CellLoopsF32& BestCellLoopsF32() {
#if defined(__x86_64__)
  if (IsaIs(CpuIsa(), Isa::kAvx512)) return kCellLoopsF32Avx512;
  if (IsaIs(CpuIsa(), Isa::kAvx2)) return kCellLoopsF32Avx2;
#endif
  return kCellLoopsF32Portable;
}

}  // namespace slipway::interpreter
