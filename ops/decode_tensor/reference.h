#pragma once

#include "ops/decode_tensor/decode_tensor.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const DecodeTensor& op, RefArgs<T>& a) {
  constexpr int64_t kMost = int64_t{1} << 28;
  Result<Tensor> y = TensorFromProto(a.Strings(0)[0], op.out_type, kMost);
  if (!y.ok()) return a.Fail(std::string(y.status().message()));  // decode_tensor_c3
  if (!a.Resize(0, y->shape())) return;
  for (int64_t i = 0; i < y->elements(); ++i) {
    size_t at = static_cast<size_t>(i);
    if (op.out_type == DType::kString)
      a.OutStrings(0)[at] = y->strings()[at];
    else if (IsFloat(op.out_type))
      a.SetReal(0, i, y->AsDoubles()[at]);
    else
      a.OutInts(0)[at] = y->AsInts()[at];
  }
}

}  // namespace slipway::ops
