#pragma once
// Kernels that need outside libraries (JPEG, PNG, RE2) come from beside the interpreter, which links none of them. A
// program that links the library interpreter_kernels_ext says so once, before it loads models:
//
//   interpreter::SetExternalKernels(&interpreter::ExternalKernels());
//
// Without it models whose operators need such a kernel are refused when they are loaded.

#include "interpreter/kernel.h"

namespace slipway::interpreter {

// They are asked after all others, by every backend. nullptr: none. Not to be called while models are loaded.
void SetExternalKernels(const KernelSet*);
// `Result<Kernel> PrepareExt(const OP&, PrepareContext&)` of every op that declares it (ops/NAME/kernel_ext.cc).
// Defined in interpreter_kernels_ext.
const KernelSet& ExternalKernels();

}  // namespace slipway::interpreter
