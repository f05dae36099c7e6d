#include <concepts>

#include "base/cpu.h"
#include "interpreter/convolution/max_row_template.h"

namespace slipway::interpreter {

template <class T>
void MaxOfRowPortable(const MaxRow<T>& m, T* y) {
  MaxOfRowLoop(m, y);
}

template <class T>
MaxOfRow<T> BestMaxOfRow() {
#if defined(__x86_64__)
  if constexpr (std::same_as<T, float> || sizeof(T) == 1 || std::same_as<T, int16_t>) {
    if (IsaIs(CpuIsa(), Isa::kAvx512)) return MaxOfRowAvx512<T>;
    if (IsaIs(CpuIsa(), Isa::kAvx2)) return MaxOfRowAvx2<T>;
  }
#endif
  return MaxOfRowPortable<T>;
}

template MaxOfRow<float> BestMaxOfRow();
template MaxOfRow<int8_t> BestMaxOfRow();
template MaxOfRow<uint8_t> BestMaxOfRow();
template MaxOfRow<int16_t> BestMaxOfRow();
template MaxOfRow<uint16_t> BestMaxOfRow();
template MaxOfRow<int32_t> BestMaxOfRow();
template MaxOfRow<uint32_t> BestMaxOfRow();
template MaxOfRow<int64_t> BestMaxOfRow();
template MaxOfRow<uint64_t> BestMaxOfRow();

}  // namespace slipway::interpreter
