// In place of float_fallback.cc and int4_fallback.cc, for models without 4-bit and unusual float tensors.
#include "interpreter/float_fallback.h"
#include "interpreter/int4_fallback.h"

namespace slipway::interpreter {

namespace {

Result<Kernel> Refuse(const ops::Op&, PrepareContext&) { return Kernel{}; }

}  // namespace

const KernelSet& FloatFallbackKernels() {
  static constexpr KernelSet set = {"float_fallback", Refuse};
  return set;
}

const KernelSet& Int4FallbackKernels() {
  static constexpr KernelSet set = {"int4_fallback", Refuse};
  return set;
}

}  // namespace slipway::interpreter
