// The quantization rule of every op, in the order of ops.def.
#include "ops/tables/quant.h"

#include "ops/ops.h"

namespace slipway::ops {

namespace {

struct QuantFacet {
  QuantRule (*rule)(const void*) = nullptr;
  Quantization (*output)(const void*, DType) = nullptr;
};

template <class T>
constexpr QuantFacet MakeFacet() {
  QuantFacet facet;
  if constexpr (requires { T::kQuant; }) facet.rule = [](const void*) { return T::kQuant; };
  if constexpr (requires(const T& op) { T::Quant(op); })
    facet.rule = [](const void* op) { return T::Quant(*static_cast<const T*>(op)); };
  if constexpr (requires(DType t) { T::OutputQuant(t); })
    facet.output = [](const void*, DType t) { return T::OutputQuant(t); };
  if constexpr (requires(const T& op, DType t) { T::OutputQuant(op.kind, t); })
    facet.output = [](const void* op, DType t) { return T::OutputQuant(static_cast<const T*>(op)->kind, t); };
  return facet;
}

constexpr QuantFacet kFacets[] = {
#define OP(T, tflite, tf) MakeFacet<T>(),
#include "ops/ops.def"
#undef OP
};

}  // namespace

QuantRule QuantRuleOf(const Op& op) {
  const QuantFacet& facet = kFacets[op.info().index];
  return facet.rule ? facet.rule(op.data()) : QuantRule{};
}

Quantization OutputQuantOf(const Op& op, DType dtype) {
  const QuantFacet& facet = kFacets[op.info().index];
  return facet.output ? facet.output(op.data(), dtype) : Quantization{};
}

}  // namespace slipway::ops
