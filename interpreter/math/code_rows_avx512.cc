#include "interpreter/math/code_rows_template.h"

namespace slipway::interpreter {

template <class T>
CodeRows<T> CodeRowsAvx512() {
  return RowLoops<T>::Make();
}

template CodeRows<int8_t> CodeRowsAvx512();
template CodeRows<uint8_t> CodeRowsAvx512();
template CodeRows<int16_t> CodeRowsAvx512();

}  // namespace slipway::interpreter
