#pragma once
// Tensor <-> TensorProto, with TensorFlow's rules: raw bytes win over lists, a short list repeats its last value, an
// empty one means zeros, a long one is cut. Thread safe.

#include <memory>

#include "base/status.h"
#include "base/tensor.h"

namespace tensorflow {
class TensorProto;
}

namespace slipway::proto {

// A shape of unknown rank counts as a scalar, as in TensorFlow. kUnsupported for element types that we do not hold
// (resources and variants among them), kBadInput for shapes and contents that do not fit or fill above 1 GiB from a
// shorter list. With `owner`, which must keep `proto` alive, aligned raw bytes are not copied.
Result<Tensor> TensorFromProto(const tensorflow::TensorProto& proto, std::shared_ptr<const void> owner = nullptr);

// Replaces `proto`: raw bytes, or a list for strings, int4 and single elements (what readers of text expect).
void TensorToProto(const Tensor& tensor, tensorflow::TensorProto* proto);

}  // namespace slipway::proto
