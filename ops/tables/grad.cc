// The gradient of every op, in the order of ops.def: part of ops_grad.
#include "train/grad.h"

#include "ops/ops.h"

namespace slipway::train {

namespace {

template <class T>
concept NamesGrad = requires(const T& op, GradContext& g) {
  Grad(op, g);
};
template <class T>
concept HasGrad = requires(const T& op, GradContext& g) {
  { Grad(op, g) } -> std::same_as<void>;
};

template <class T>
constexpr GradFunction GradientOf() {
  static_assert(!NamesGrad<T> || HasGrad<T>, "Grad is declared with another signature");
  if constexpr (HasGrad<T>)
    return [](const void* op, GradContext& g) { Grad(*static_cast<const T*>(op), g); };
  else
    return nullptr;
}

constexpr GradFunction kGradients[] = {
#define OP(T, tflite, tf) GradientOf<ops::T>(),
#include "ops/ops.def"
#undef OP
};

}  // namespace

GradFunction GradOf(const ops::Op& op) { return kGradients[op.info().index]; }

}  // namespace slipway::train
