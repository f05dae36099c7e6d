#include "interpreter/math/code_rows_template.h"

namespace slipway::interpreter {

template <class T>
CodeRows<T> CodeRowsAvx2() {
  return RowLoops<T>::Make();
}

template CodeRows<int8_t> CodeRowsAvx2();
template CodeRows<uint8_t> CodeRowsAvx2();
template CodeRows<int16_t> CodeRowsAvx2();

}  // namespace slipway::interpreter
