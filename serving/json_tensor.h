#pragma once
// Nested JSON lists to tensors, with TF Serving's rules and messages. The first list of each level says that level's
// size; every other must agree. Include this in .cc files only.

#include <string>

#include "base/tensor.h"
#include "serving/json_document.h"

namespace slipway::serving {

// One tensor, e.g. an argument of the column form.
RpcStatus TensorFromJson(const JsonDocument&, const JsonDocument::Element&, DType dtype, Tensor* tensor);

// Equal-shaped tensors one by one into a batch: an argument of the row form.
class BatchReader {
 public:
  BatchReader(const JsonDocument& document, DType dtype, size_t rows)
      : document_(document), dtype_(dtype), rows_(rows) {}
  RpcStatus Add(const JsonDocument::Element&);
  // After `rows` calls of Add.
  Tensor Take() && { return std::move(batch_); }

 private:
  RpcStatus Begin(const Shape& item);
  RpcStatus DifferentShape(const JsonDocument::Element&, const Shape& shape) const;

  const JsonDocument& document_;
  const DType dtype_;
  const size_t rows_;
  size_t added_ = 0;
  Shape item_;
  Tensor batch_;
};

}  // namespace slipway::serving
