#include "interpreter/math/code_pairs_template.h"

namespace slipway::interpreter {

CodePairRow CodePairRowAvx2(CodePair pair, DType dtype) { return PairRowFor<PlainPairSteps>(pair, dtype); }

}  // namespace slipway::interpreter
