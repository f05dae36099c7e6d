// In place of ops/tables/reference_kernel.cc, for builds of selected operators: no references.
#include "interpreter/kernel.h"

namespace slipway::interpreter {

const KernelSet& ReferenceKernels() {
  static constexpr KernelSet set = {"reference",
                                    [](const ops::Op&, PrepareContext&) -> Result<Kernel> { return Kernel{}; }};
  return set;
}

}  // namespace slipway::interpreter
