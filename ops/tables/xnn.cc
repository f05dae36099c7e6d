// The XNNPACK facet of every op, in the order of ops.def: part of interpreter_xnnpack.
#include "interpreter/xnnpack/table.h"
#include "ops/ops.h"

namespace slipway::interpreter {

namespace {

template <class T>
concept NamesToXnn = requires(const T& op, XnnBuilder& b) {
  ToXnn(op, b);
};
template <class T>
concept HasToXnn = requires(const T& op, XnnBuilder& b) {
  { ToXnn(op, b) } -> std::same_as<Status>;
};

template <class T>
constexpr XnnFacet FacetOf() {
  static_assert(!NamesToXnn<T> || HasToXnn<T>, "ToXnn is declared with another signature");
  if constexpr (HasToXnn<T>)
    return [](const void* op, XnnBuilder& b) { return ToXnn(*static_cast<const T*>(op), b); };
  else
    return nullptr;
}

constexpr XnnFacet kFacets[] = {
#define OP(T, tflite, tf) FacetOf<ops::T>(),
#include "ops/ops.def"
#undef OP
};

}  // namespace

XnnFacet XnnFacetOf(const ops::Op& op) { return kFacets[op.info().index]; }

}  // namespace slipway::interpreter
