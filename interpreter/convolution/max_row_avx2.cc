#include "interpreter/convolution/max_row_template.h"

namespace slipway::interpreter {

template <class T>
void MaxOfRowAvx2(const MaxRow<T>& m, T* y) {
  MaxOfRowLoop(m, y);
}
template void MaxOfRowAvx2(const MaxRow<float>&, float*);
template void MaxOfRowAvx2(const MaxRow<int8_t>&, int8_t*);
template void MaxOfRowAvx2(const MaxRow<uint8_t>&, uint8_t*);
template void MaxOfRowAvx2(const MaxRow<int16_t>&, int16_t*);

}  // namespace slipway::interpreter
