#if defined(__x86_64__)

#include "interpreter/math/code_pairs_template.h"

namespace slipway::interpreter {

CodePairRow CodePairRowAvx2(CodePair pair, DType dtype) { return PairRowFor<PlainPairSteps>(pair, dtype); }

}  // namespace slipway::interpreter

#endif
