#include "interpreter/recurrent/cell_f32_template.h"

namespace slipway::interpreter {

const CellLoopsF32 kCellLoopsF32Avx512 = CellF32<16>::Make();

}  // namespace slipway::interpreter
