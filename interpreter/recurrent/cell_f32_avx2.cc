#include "interpreter/recurrent/cell_f32_template.h"

namespace slipway::interpreter {

const CellLoopsF32 kCellLoopsF32Avx2 = CellF32<8>::Make();

}  // namespace slipway::interpreter
