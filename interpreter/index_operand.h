#pragma once
// IndexOperand: the elements of an operand that holds indices, ids, lengths or axes, whatever its integer dtype is.

#include <concepts>

#include "interpreter/kernel.h"

namespace slipway::interpreter {

class IndexOperand {
 public:
  static bool Takes(DType t) { return t == DType::kI16 || t == DType::kI32 || t == DType::kI64; }
  IndexOperand(const void* data, DType dtype) : data_(data), bytes_(DTypeSize(dtype)) { DCHECK(Takes(dtype)); }

  template <std::integral I>
  int64_t operator[](I i) const {
    if (bytes_ == 4) return static_cast<const int32_t*>(data_)[i];
    if (bytes_ == 8) return static_cast<const int64_t*>(data_)[i];
    return static_cast<const int16_t*>(data_)[i];
  }

 private:
  const void* data_;
  int bytes_;
};

}  // namespace slipway::interpreter
