// OpInfo of every op, in the order of ops.def.
#include "ops/op.h"
#include "ops/ops.h"

namespace slipway::ops {

namespace {

enum Index {
#define OP(T, tflite, tf) kIndex##T,
#include "ops/ops.def"
#undef OP
};

template <class T>
constexpr OpInfo MakeInfo(const char* name, int index) {
  OpInfo info{};
  info.name = name;
  info.index = index;
  if constexpr (requires { T::kStateful; }) info.stateful = T::kStateful;
  if constexpr (requires { T::kView; }) info.view = T::kView;
  if constexpr (requires { T::kShapeOnly; }) info.shape_only = T::kShapeOnly;
  if constexpr (requires { T::kRowWise; }) info.row_wise = T::kRowWise;
  if constexpr (requires { T::kSharesVariable; }) info.shares_variable = T::kSharesVariable;
  if constexpr (requires(const T& op) { T::Variables(op); })
    info.variables = [](const void* op) { return T::Variables(*static_cast<const T*>(op)); };
  if constexpr (requires(const T& op) { T::OwnVariable(op); }) {
    info.own_variable = [](const void* op) { return T::OwnVariable(*static_cast<const T*>(op)); };
    info.set_variable = [](void* op, int variable) { static_cast<T*>(op)->variable = variable; };
  }
  info.make = [] { return MakeShared(T()); };
  info.clone = [](const void* op) { return MakeShared(T(*static_cast<const T*>(op))); };
  info.fields = [](void* op, FieldVisitor& visitor) { T::Fields(*static_cast<T*>(op), FieldCall{visitor}); };
  return info;
}

constexpr OpInfo kInfos[] = {
#define OP(T, tflite, tf) MakeInfo<T>(#T, kIndex##T),
#include "ops/ops.def"
#undef OP
};

template <class T>
struct RowOf;
#define OP(T, tflite, tf)                   \
  template <>                               \
  struct RowOf<T> {                         \
    static constexpr int value = kIndex##T; \
  };
#include "ops/ops.def"
#undef OP

}  // namespace

template <class T>
const OpInfo& OpInfoOf() {
  return kInfos[RowOf<T>::value];
}
#define OP(T, tflite, tf) template const OpInfo& OpInfoOf<T>();
#include "ops/ops.def"
#undef OP

const OpInfo* FindOp(std::string_view name) {
  for (const OpInfo& info : kInfos)
    if (name == info.name) return &info;
  return nullptr;
}

std::span<const OpInfo> AllOps() { return kInfos; }

}  // namespace slipway::ops
