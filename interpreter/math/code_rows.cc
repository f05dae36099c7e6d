#include "interpreter/math/code_rows_template.h"

namespace slipway::interpreter {

template <class T>
CodeRows<T> CodeRowsPortable() {
  return RowLoops<T>::Make();
}

template <class T>
CodeRows<T> CodeRowsOf([[maybe_unused]] Isa isa) {
#if defined(__x86_64__)
  if (IsaIs(isa, Isa::kAvx512)) return CodeRowsAvx512<T>();
  if (IsaIs(isa, Isa::kAvx2)) return CodeRowsAvx2<T>();
#endif
  return CodeRowsPortable<T>();
}

template CodeRows<int8_t> CodeRowsPortable();
template CodeRows<uint8_t> CodeRowsPortable();
template CodeRows<int16_t> CodeRowsPortable();
template CodeRows<int8_t> CodeRowsOf(Isa);
template CodeRows<uint8_t> CodeRowsOf(Isa);
template CodeRows<int16_t> CodeRowsOf(Isa);

}  // namespace slipway::interpreter
