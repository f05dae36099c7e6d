#pragma once
// Steps whose ops use a table of the module: they are bound to the interpreter's table as kernels are to a state.

#include <span>

#include "interpreter/kernel.h"
#include "interpreter/lookup_table.h"

namespace slipway::interpreter {

// For an op with a table (ops::TableOf), with the static types of its operands.
Kernel TableKernel(const ops::Op&, LookupTable& table, std::span<const TensorType> operands);

}  // namespace slipway::interpreter
