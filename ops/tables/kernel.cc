// Our kernel of every op, in the order of ops.def: part of interpreter_kernels.
#include "interpreter/kernel.h"

#include "interpreter/int4_fallback.h"
#include "ops/ops.h"

namespace slipway::interpreter {

namespace {

template <class T>
concept NamesPrepare = requires(const T& op, PrepareContext& c) {
  Prepare(op, c);
};
template <class T>
concept HasPrepare = requires(const T& op, PrepareContext& c) {
  { Prepare(op, c) } -> std::same_as<Result<Kernel>>;
};

using PrepareFunction = Result<Kernel> (*)(const void*, PrepareContext&);

template <class T>
constexpr PrepareFunction PrepareOf() {
  static_assert(!NamesPrepare<T> || HasPrepare<T>, "Prepare is declared with another signature");
  if constexpr (HasPrepare<T>)
    return [](const void* op, PrepareContext& c) { return Prepare(*static_cast<const T*>(op), c); };
  else
    return nullptr;
}

constexpr PrepareFunction kPrepare[] = {
#define OP(T, tflite, tf) PrepareOf<ops::T>(),
#include "ops/ops.def"
#undef OP
};

template <class T>
constexpr bool SameScale() {
  if constexpr (requires { T::kQuant; })
    return T::kQuant.same_scale;
  else
    return false;
}

constexpr bool kSameScale[] = {
#define OP(T, tflite, tf) SameScale<ops::T>(),
#include "ops/ops.def"
#undef OP
};

}  // namespace

bool KeepsScale(const ops::Op& op) { return kSameScale[op.info().index]; }

const KernelSet& OwnKernels() {
  static constexpr KernelSet set = {"kernel", [](const ops::Op& op, PrepareContext& c) -> Result<Kernel> {
                                      PrepareFunction prepare = kPrepare[op.info().index];
                                      if (!prepare) return Kernel{};
                                      return prepare(op.data(), c);
                                    }};
  return set;
}

}  // namespace slipway::interpreter
