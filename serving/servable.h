#pragma once
// Servable: one version of a model that answers requests. Protocol-free: tensors in, tensors out.

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/tensor.h"
#include "serving/call.h"

namespace slipway::serving {

struct Argument {
  std::string name;
  TensorType type;            // as the model declares it; only the dtype is held against requests
  std::string tensor = {};    // its name in the graph ("x:0"), for messages
  Tensor default_value = {};  // valid(): fed when the request leaves the argument out
};

struct Signature {
  std::string key, method_name;
  std::vector<Argument> inputs, outputs;  // sorted by name
  std::string unsupported = {};           // not empty: why this signature cannot run here

  const Argument* FindInput(std::string_view name) const;
  const Argument* FindOutput(std::string_view name) const;
};

// Immutable for its users and thread safe.
class Servable {
 public:
  virtual ~Servable() = default;

  const std::vector<Signature>& signatures() const { return signatures_; }
  // nullptr if there is none.
  const Signature* FindSignature(std::string_view key) const;
  // A tensorflow.serving.SignatureDefMap as the model's file has it, serialized.
  const std::string& signature_defs() const { return signature_defs_; }

  // One run; inputs and results are in the signature's order. Waits while too many run. kCancelled when the call is.
  virtual Result<std::vector<Tensor>> Run(const Signature&, std::span<const Tensor> inputs, Call&) = 0;

 protected:
  std::vector<Signature> signatures_;
  std::string signature_defs_;
};

}  // namespace slipway::serving
