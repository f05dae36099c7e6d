// Infer of every op, in the order of ops.def.
#include "ops/infer.h"

#include "ops/ops.h"

namespace slipway::ops {

namespace {

using InferFunction = Result<TensorTypes> (*)(const void*, Inputs);

template <class T>
Result<TensorTypes> CallInfer(const void* op, Inputs inputs) {
  return Infer(*static_cast<const T*>(op), inputs);
}

constexpr InferFunction kInfer[] = {
#define OP(T, tflite, tf) CallInfer<T>,
#include "ops/ops.def"
#undef OP
};

}  // namespace

Result<TensorTypes> InferTypes(const Op& op, Inputs inputs) {
  Result<TensorTypes> types = kInfer[op.info().index](op.data(), inputs);
  if (!types.ok()) return std::move(types).status().At(op.name());
  return types;
}

}  // namespace slipway::ops
