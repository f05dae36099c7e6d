// The kernels that need outside libraries, in the order of ops.def: part of interpreter_kernels_ext.
#include "interpreter/external_kernels.h"
#include "ops/ops.h"

namespace slipway::interpreter {

namespace {

template <class T>
concept NamesPrepareExt = requires(const T& op, PrepareContext& c) {
  PrepareExt(op, c);
};
template <class T>
concept HasPrepareExt = requires(const T& op, PrepareContext& c) {
  { PrepareExt(op, c) } -> std::same_as<Result<Kernel>>;
};

using PrepareFunction = Result<Kernel> (*)(const void*, PrepareContext&);

template <class T>
constexpr PrepareFunction PrepareOf() {
  static_assert(!NamesPrepareExt<T> || HasPrepareExt<T>, "PrepareExt is declared with another signature");
  if constexpr (HasPrepareExt<T>)
    return [](const void* op, PrepareContext& c) { return PrepareExt(*static_cast<const T*>(op), c); };
  else
    return nullptr;
}

constexpr PrepareFunction kPrepare[] = {
#define OP(T, tflite, tf) PrepareOf<ops::T>(),
#include "ops/ops.def"
#undef OP
};

}  // namespace

const KernelSet& ExternalKernels() {
  static constexpr KernelSet set = {"external", [](const ops::Op& op, PrepareContext& c) -> Result<Kernel> {
                                      PrepareFunction prepare = kPrepare[op.info().index];
                                      if (!prepare) return Kernel{};
                                      return prepare(op.data(), c);
                                    }};
  return set;
}

}  // namespace slipway::interpreter
