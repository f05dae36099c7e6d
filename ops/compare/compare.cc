#include "ops/compare/compare.h"

namespace slipway::ops {

namespace {

enum Types { kNumber, kAny };

constexpr Types kTypes[] = {
#define COMPARE(kind, tflite, tf, types, relation) types,
#include "ops/compare/kinds.def"
#undef COMPARE
};

}  // namespace

std::span<const char* const> EnumNames(CompareKind) {
  static constexpr const char* names[] = {
#define COMPARE(kind, ...) #kind,
#include "ops/compare/kinds.def"
#undef COMPARE
  };
  return names;
}

Result<TensorTypes> Infer(const Compare& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  DType t = in.dtype(0);
  if (t != in.dtype(1)) return BadInput("a is ", t, " but b is ", in.dtype(1));  // compare_c1
  bool other = (t == DType::kBool || t == DType::kString) && kTypes[static_cast<size_t>(op.kind)] == kAny;
  if (!IsNumber(t) && !other)
    return BadInput(EnumNames(op.kind)[static_cast<size_t>(op.kind)], " does not take ", t);  // compare_c2
  ASSIGN_OR_RETURN(Shape shape, BroadcastShapes(in.shape(0), in.shape(1)));                   // compare_c3
  return TensorTypes{{DType::kBool, shape}};                                                  // compare_c4
}

}  // namespace slipway::ops
