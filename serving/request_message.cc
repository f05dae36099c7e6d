#include "serving/request_message.h"

#include "serving/tensor_message.h"
#include "tensorflow_serving/apis/input.pb.h"
#include "tensorflow_serving/apis/predict.pb.h"

namespace slipway::serving {

namespace pb = tensorflow::serving;

RpcStatus PredictInputsFrom(const pb::PredictRequest& request, PredictInputs* inputs) {
  inputs->signature = request.model_spec().signature_name();
  inputs->output_filter = {request.output_filter().begin(), request.output_filter().end()};
  for (const auto& [alias, proto] : request.inputs())
    RETURN_IF_RPC_ERROR(TensorFromRequest(alias, proto, &inputs->tensors[alias]));
  return {};
}

std::vector<std::string> ExamplesFrom(const pb::Input& input) {
  std::vector<std::string> examples;
  if (input.has_example_list_with_context()) {
    const auto& list = input.example_list_with_context();
    std::string context = list.context().SerializeAsString();
    for (const auto& e : list.examples()) examples.push_back(context + e.SerializeAsString());
  } else {
    for (const auto& e : input.example_list().examples()) examples.push_back(e.SerializeAsString());
  }
  return examples;
}

}  // namespace slipway::serving
