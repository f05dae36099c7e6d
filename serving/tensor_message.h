#pragma once
// Tensors of requests and replies: TensorProto with the rules of a server, which trusts nobody and answers in the form
// that every client reads.

#include <string>

#include "base/tensor.h"
#include "serving/rpc_status.h"

namespace tensorflow {
class TensorProto;
}

namespace slipway::serving {

// INVALID_ARGUMENT "tensor parsing error: ALIAS" with the reason, also for a short list that would be repeated into
// more than 64 MiB. The tensor may view the bytes of `proto`, which must outlive it.
RpcStatus TensorFromRequest(const std::string& alias, const tensorflow::TensorProto& proto, Tensor* tensor);

// Elements in the typed field of the dtype (float_val, int_val, ...), tensor_content empty.
void TensorToTypedFields(const Tensor& tensor, tensorflow::TensorProto* proto);
// Elements in tensor_content; strings in string_val.
void TensorToContent(const Tensor& tensor, tensorflow::TensorProto* proto);

}  // namespace slipway::serving
