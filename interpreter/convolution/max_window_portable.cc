#include <concepts>

#include "base/cpu.h"
#include "interpreter/convolution/max_window_template.h"

namespace slipway::interpreter {

template <class T>
void MaxOfWindowPortable(const MaxWindow<T>& m, T* y) {
  MaxOfWindowLoop(m, y);
}

template <class T>
MaxOfWindow<T> BestMaxOfWindow() {
#if defined(__x86_64__)
  if constexpr (std::same_as<T, float> || sizeof(T) == 1 || std::same_as<T, int16_t>) {
    if (CpuIsa() == Isa::kAvx512) return MaxOfWindowAvx512<T>;
    if (CpuIsa() == Isa::kAvx2) return MaxOfWindowAvx2<T>;
  }
#endif
  return MaxOfWindowPortable<T>;
}

template MaxOfWindow<float> BestMaxOfWindow();
template MaxOfWindow<int8_t> BestMaxOfWindow();
template MaxOfWindow<uint8_t> BestMaxOfWindow();
template MaxOfWindow<int16_t> BestMaxOfWindow();
template MaxOfWindow<uint16_t> BestMaxOfWindow();
template MaxOfWindow<int32_t> BestMaxOfWindow();
template MaxOfWindow<uint32_t> BestMaxOfWindow();
template MaxOfWindow<int64_t> BestMaxOfWindow();
template MaxOfWindow<uint64_t> BestMaxOfWindow();

}  // namespace slipway::interpreter
