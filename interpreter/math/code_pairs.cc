#include "interpreter/math/code_pairs_template.h"

namespace slipway::interpreter {

CodePairRow CodePairRowPortable(CodePair pair, DType dtype) { return PairRowFor<PlainPairSteps>(pair, dtype); }

CodePairRow CodePairRowOf(CodePair pair, DType dtype, [[maybe_unused]] Isa isa) {
#if defined(__x86_64__)
  if (IsaIs(isa, Isa::kAvx512)) return CodePairRowAvx512(pair, dtype);
  if (IsaIs(isa, Isa::kAvx2)) return CodePairRowAvx2(pair, dtype);
#endif
  return CodePairRowPortable(pair, dtype);
}

}  // namespace slipway::interpreter
