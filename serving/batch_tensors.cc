#include "serving/batch_tensors.h"

#include <algorithm>
#include <cstring>

namespace slipway::serving {

namespace {

Shape WithRows(Shape shape, int64_t rows) {
  shape[0] = rows;
  return shape;
}

// Elements [from, from + n) of `in` to `out` at `to`.
void CopyElements(const Tensor& in, int64_t from, int64_t n, Tensor* out, int64_t to) {
  if (n == 0) return;
  if (in.dtype() == DType::kString) {
    std::copy_n(in.strings().begin() + from, n, out->strings().begin() + to);
    return;
  }
  size_t size = in.bytes() / static_cast<size_t>(in.elements());
  std::memcpy(static_cast<char*>(out->data()) + static_cast<size_t>(to) * size,
              static_cast<const char*>(in.data()) + static_cast<size_t>(from) * size, static_cast<size_t>(n) * size);
}

int64_t RowElements(const Tensor& t) {
  int64_t n = 1;
  for (int i = 1; i < t.shape().rank(); ++i) n *= t.shape()[i];
  return n;
}

}  // namespace

Tensor ConcatRows(std::span<const Tensor> parts, int64_t rows) {
  Tensor out(parts[0].dtype(), WithRows(parts[0].shape(), rows));
  int64_t row = RowElements(parts[0]), at = 0;
  for (const Tensor& part : parts) {
    CopyElements(part, 0, part.elements(), &out, at);
    at += part.elements();
  }
  for (; at < rows * row; at += row) CopyElements(parts[0], 0, row, &out, at);
  return out;
}

Tensor SliceRows(const Tensor& t, int64_t begin, int64_t rows) {
  Tensor out(t.dtype(), WithRows(t.shape(), rows));
  int64_t row = RowElements(t);
  CopyElements(t, begin * row, rows * row, &out, 0);
  return out;
}

Tensor PadTo(const Tensor& t, const Shape& shape) {
  if (t.shape() == shape) return t;
  Tensor out(t.dtype(), shape);
  if (t.elements() == 0) return out;
  for (int64_t i = 0; i < out.elements(); ++i) CopyElements(t, 0, 1, &out, i);
  int rank = shape.rank();
  int64_t width = t.shape()[rank - 1];
  for (int64_t line = 0; line * width < t.elements(); ++line) {
    int64_t rest = line, at = 0, stride = shape[rank - 1];
    for (int d = rank - 2; d >= 0; --d) {
      at += rest % t.shape()[d] * stride;
      rest /= t.shape()[d];
      stride *= shape[d];
    }
    CopyElements(t, line * width, width, &out, at);
  }
  return out;
}

}  // namespace slipway::serving
