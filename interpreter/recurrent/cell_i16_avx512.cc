#include "interpreter/recurrent/cell_i16_template.h"

namespace slipway::interpreter {

const CellLoopsI16 kCellLoopsI16Avx512 = CellI16<32>::Make();

}  // namespace slipway::interpreter
