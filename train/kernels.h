#pragma once
// The kernels that only training needs: backward ops, optimizer updates, losses.

#include "interpreter/kernel.h"

namespace slipway::interpreter {

// `Result<Kernel> PrepareTrain(const OP&, PrepareContext&)` of every op that declares it (ops/NAME/kernel_train.cc).
const KernelSet& TrainKernels();

}  // namespace slipway::interpreter
