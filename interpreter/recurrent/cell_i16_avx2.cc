#include "interpreter/recurrent/cell_i16_template.h"

namespace slipway::interpreter {

const CellLoopsI16 kCellLoopsI16Avx2 = CellI16<16>::Make();

}  // namespace slipway::interpreter
