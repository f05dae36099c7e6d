#pragma once
// The body of a REST predict request.

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/tensor.h"
#include "serving/rpc_status.h"
#include "serving/servable.h"

namespace slipway::serving {

class JsonDocument;

// Row form: "instances", one item per row; the batch dimension is added. Column form: "inputs", whole tensors.
enum class JsonForm { kRow, kColumn };

class JsonRequest {
 public:
  JsonRequest();
  ~JsonRequest();

  // INVALID_ARGUMENT "JSON Parse error: ...", or a signature_name that is no string.
  RpcStatus Parse(std::string_view body);
  // Empty if the body names none.
  const std::string& signature_name() const { return signature_name_; }
  // The tensors of the signature's inputs. UNIMPLEMENTED for types without a JSON form.
  RpcStatus ReadTensors(const Signature&, JsonForm* form, std::map<std::string, Tensor>* tensors) const;

 private:
  std::unique_ptr<JsonDocument> document_;
  std::string signature_name_;
};

}  // namespace slipway::serving
