#include "interpreter/convolution/max_window_template.h"

namespace slipway::interpreter {

template <class T>
void MaxOfWindowAvx512(const MaxWindow<T>& m, T* y) {
  MaxOfWindowLoop(m, y);
}
template void MaxOfWindowAvx512(const MaxWindow<float>&, float*);
template void MaxOfWindowAvx512(const MaxWindow<int8_t>&, int8_t*);
template void MaxOfWindowAvx512(const MaxWindow<uint8_t>&, uint8_t*);
template void MaxOfWindowAvx512(const MaxWindow<int16_t>&, int16_t*);

}  // namespace slipway::interpreter
