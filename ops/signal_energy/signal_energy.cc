#include "ops/signal_energy/signal_energy.h"

#include "ops/signal_types.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const SignalEnergy& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  RETURN_IF_ERROR(CheckSignal(in, 0, "x", DType::kI16));  // signal_energy_c1
  ASSIGN_OR_RETURN(int64_t n, LastDim(in, 0, "x"));
  if (n >= 0 && n % 2) return BadInput("x has ", n, " elements, expected pairs");  // signal_energy_c1
  bool fits = op.start_index >= 0 && op.start_index <= op.end_index && (n < 0 || op.end_index <= n / 2);
  if (!fits) return BadInput("numbers ", op.start_index, " to ", op.end_index, " of ", n / 2);  // signal_energy_c2
  return TensorTypes{{DType::kU32, WithLast(in.shape(0), n < 0 ? n : n / 2)}};
}

}  // namespace slipway::ops
