#pragma once
// What LiteRT (2.3) reads otherwise than a file says, or dies of: such forms are not written. Found by asking it. What
// it has no kernel for is in formats/tflite/litert_types.def.
//
//  * operands that hold shapes, axes and the like and that its kernel reads as i32 whatever their type is
//  * broadcasting above the rank that its kernel indexes by

#include <algorithm>
#include <initializer_list>

#include "ops/binary/binary.h"
#include "ops/compare/compare.h"
#include "ops/select/select.h"
#include "ops/tables/tflite.h"

namespace slipway::ops {

inline Status NeedsI32(const TfliteTypes& types, std::initializer_list<size_t> operands) {
  for (size_t i : operands)
    if (types.in(i) != DType::kInvalid && types.in(i) != DType::kI32)
      return Unsupported("operand ", i, " is ", types.in(i), ", LiteRT reads i32");
  return OkStatus();
}

// The highest rank of a result that LiteRT broadcasts to.
inline int BroadcastRank(const Binary& op) {
  switch (op.kind) {
    case BinaryKind::kAdd:
    case BinaryKind::kSub:
    case BinaryKind::kMul:
      return kMaxRank;
    case BinaryKind::kBitwiseXor:
    case BinaryKind::kRightShift:
    case BinaryKind::kDiv:
    case BinaryKind::kMaximum:
    case BinaryKind::kMinimum:
      return 5;
    case BinaryKind::kAtan2:
      return 0;
    default:
      return 4;
  }
}
inline int BroadcastRank(const Compare&) { return 4; }
inline int BroadcastRank(const Select&) { return 5; }

inline bool Broadcasts(std::span<const TensorType> inputs, const TensorType& y) {
  return std::any_of(inputs.begin(), inputs.end(), [&](const TensorType& x) { return x.shape != y.shape; });
}

inline Status NeedsRank(const TfliteTypes& types, int most) {
  const Shape& y = types.outputs[0].shape;
  if (!y.has_rank() || y.rank() <= most || !Broadcasts(types.inputs, types.outputs[0])) return OkStatus();
  return Unsupported("operands are broadcast to rank ", y.rank(), ", LiteRT does it up to ", most);
}

}  // namespace slipway::ops
