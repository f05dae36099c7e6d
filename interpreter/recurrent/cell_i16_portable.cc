#include "interpreter/recurrent/cell_i16_template.h"

namespace slipway::interpreter {

const CellLoopsI16 kCellLoopsI16Portable = CellI16<8>::Make();

const CellLoopsI16& BestCellLoopsI16() {
#if defined(__x86_64__)
  if (IsaIs(CpuIsa(), Isa::kAvx512)) return kCellLoopsI16Avx512;
  if (IsaIs(CpuIsa(), Isa::kAvx2)) return kCellLoopsI16Avx2;
#endif
  return kCellLoopsI16Portable;
}

}  // namespace slipway::interpreter
