// The training kernel of every op that has one, in the order of ops.def: part of train_kernels.
#include "ops/ops.h"
#include "train/kernels.h"

namespace slipway::interpreter {

namespace {

template <class T>
concept NamesPrepareTrain = requires(const T& op, PrepareContext& c) {
  PrepareTrain(op, c);
};
template <class T>
concept HasPrepareTrain = requires(const T& op, PrepareContext& c) {
  { PrepareTrain(op, c) } -> std::same_as<Result<Kernel>>;
};

using PrepareFunction = Result<Kernel> (*)(const void*, PrepareContext&);

template <class T>
constexpr PrepareFunction PrepareTrainOf() {
  static_assert(!NamesPrepareTrain<T> || HasPrepareTrain<T>, "PrepareTrain is declared with another signature");
  if constexpr (HasPrepareTrain<T>)
    return [](const void* op, PrepareContext& c) { return PrepareTrain(*static_cast<const T*>(op), c); };
  else
    return nullptr;
}

constexpr PrepareFunction kPrepareTrain[] = {
#define OP(T, tflite, tf) PrepareTrainOf<ops::T>(),
#include "ops/ops.def"
#undef OP
};

}  // namespace

const KernelSet& TrainKernels() {
  static constexpr KernelSet set = {"train", [](const ops::Op& op, PrepareContext& c) -> Result<Kernel> {
                                      PrepareFunction prepare = kPrepareTrain[op.info().index];
                                      if (!prepare) return Kernel{};
                                      return prepare(op.data(), c);
                                    }};
  return set;
}

}  // namespace slipway::interpreter
