// The reference of every op, in the order of ops.def.
#include "ops/reference.h"

#include "ops/ops.h"
#include "ops/references.h"

namespace slipway::ops {

namespace {

template <class T, class Op>
void CallReference(const void* op, RefArgs<T>& args) {
  Reference(*static_cast<const Op*>(op), args);
}

template <class Op>
constexpr ReferenceFacet MakeFacet() {
  ReferenceFacet facet;
  if constexpr (requires { typename Op::ReferenceTypes; }) {
    using Types = typename Op::ReferenceTypes;
    facet.f32 = CallReference<float, Op>;
    facet.f64 = CallReference<double, Op>;
    facet.dual = CallReference<Dual, Op>;
    if constexpr (!std::is_same_v<Types, RealTypes>) facet.ints = CallReference<int64_t, Op>;
    if constexpr (std::is_same_v<Types, AnyTypes>) facet.strings = CallReference<std::string, Op>;
    if constexpr (requires { Op::kComplexReference; }) facet.complex = Op::kComplexReference;
    if constexpr (requires { Op::kValueOperand; }) facet.value_operand = Op::kValueOperand;
  }
  return facet;
}

constexpr ReferenceFacet kReferences[] = {
#define OP(T, tflite, tf) MakeFacet<T>(),
#include "ops/ops.def"
#undef OP
};

}  // namespace

const ReferenceFacet& ReferenceOf(const Op& op) { return kReferences[op.info().index]; }

}  // namespace slipway::ops
