#pragma once

#include "ops/reference.h"
#include "ops/signal.h"
#include "ops/signal_filter_bank_square_root/signal_filter_bank_square_root.h"

namespace slipway::ops {

template <class T>
void Reference(const SignalFilterBankSquareRoot&, RefArgs<T>& a) {
  int64_t shift = a.Ints(1)[0];
  if (shift < 0 || shift > 31) return a.Fail(StrCat("shift is ", shift, ", expected 0 to 31"));
  for (size_t i = 0; i < a.Ints(0).size(); ++i)
    a.OutInts(0)[i] = RoundedRoot(static_cast<uint64_t>(a.Ints(0)[i])) >> shift;
}

}  // namespace slipway::ops
