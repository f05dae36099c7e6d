#include "serving/inference.h"

#include "serving/predict.h"

namespace slipway::serving {

namespace {

constexpr const char kInputs[] = "inputs", kClasses[] = "classes", kScores[] = "scores", kOutputs[] = "outputs";

struct Task {
  const char *kind, *method;
  std::vector<std::string> results;  // at least one of them
};

RpcStatus FindExampleSignature(const Servable& model, const ExampleInputs& in, const Task& task, const Signature** s) {
  const std::string key = in.signature.empty() ? kDefaultSignature : in.signature;
  *s = model.FindSignature(key);
  if (!*s) return InvalidArgument("No signature was found with the name: ", key);
  if (in.check_method_name && (*s)->method_name != task.method)
    return InvalidArgument("Expected ", task.kind, " signature method_name to be ", task.method,
                           ". Was: ", (*s)->method_name);
  if ((*s)->inputs.size() != 1 || (*s)->inputs[0].name != kInputs || (*s)->inputs[0].type.dtype != DType::kString)
    return InvalidArgument("signature '", key, "' takes no examples: its one input should be the strings '", kInputs,
                           "'");
  if (in.examples.empty()) return InvalidArgument("Input is empty.");
  return {};
}

RpcStatus RunOnExamples(Servable& model, const ExampleInputs& in, const Task& task, Call& call, PredictOutputs* out) {
  const Signature* s;
  RETURN_IF_RPC_ERROR(FindExampleSignature(model, in, task, &s));
  PredictInputs inputs{.signature = s->key};
  for (const std::string& name : task.results)
    if (s->FindOutput(name)) inputs.output_filter.push_back(name);
  if (inputs.output_filter.empty())
    return InvalidArgument("signature '", s->key, "' has no result '", StrJoin(task.results, "' or '"), "', which a ",
                           task.kind, " needs");
  inputs.tensors[kInputs] =
      Tensor::Of<std::string>({static_cast<int64_t>(in.examples.size())}, std::span<const std::string>(in.examples));
  return Predict(model, inputs, call, out);
}

// A result of one row per example.
RpcStatus CheckRows(const std::string& name, const Tensor& t, DType dtype, size_t rows) {
  if (t.dtype() == dtype && t.shape().rank() == 2 && t.shape()[0] == static_cast<int64_t>(rows)) return {};
  return InvalidArgument("Expected '", name, "' to be ", TensorflowTypeName(dtype), " of shape [", rows,
                         ", classes], got ", TensorflowTypeName(t.dtype()), " ", ToString(t.shape()));
}

}  // namespace

RpcStatus Classify(Servable& model, const ExampleInputs& in, Call& call, std::vector<Classification>* out) {
  PredictOutputs results;
  RETURN_IF_RPC_ERROR(
      RunOnExamples(model, in, {"classification", kClassifyMethod, {kClasses, kScores}}, call, &results));
  size_t rows = in.examples.size();
  int64_t columns = -1;
  for (const auto& [name, t] : results.tensors) {
    RETURN_IF_RPC_ERROR(CheckRows(name, t, name == kClasses ? DType::kString : DType::kF32, rows));
    if (columns >= 0 && t.shape()[1] != columns)
      return InvalidArgument("the model gives ", columns, " classes and ", t.shape()[1], " scores");
    columns = t.shape()[1];
  }
  out->assign(rows, Classification(static_cast<size_t>(columns)));
  for (const auto& [name, t] : results.tensors)
    for (size_t i = 0; i < static_cast<size_t>(t.elements()); ++i) {
      ScoredClass& c = (*out)[i / static_cast<size_t>(columns)][i % static_cast<size_t>(columns)];
      if (name == kClasses)
        c.label = t.strings()[i];
      else
        c.score = t.as<float>()[i];
    }
  return {};
}

RpcStatus Regress(Servable& model, const ExampleInputs& in, Call& call, std::vector<float>* out) {
  PredictOutputs results;
  RETURN_IF_RPC_ERROR(RunOnExamples(model, in, {"regression", kRegressMethod, {kOutputs}}, call, &results));
  const Tensor& t = results.tensors[0].second;
  const Shape& shape = t.shape();
  bool one_column = shape.rank() == 1 || (shape.rank() == 2 && shape[1] == 1);
  if (!one_column || shape[0] != static_cast<int64_t>(in.examples.size()) || t.dtype() != DType::kF32)
    return InvalidArgument("Expected output Tensor shape to be either [batch_size] or [batch_size, 1] of float for ",
                           in.examples.size(), " examples, got ", TensorflowTypeName(t.dtype()), " ", ToString(shape));
  out->assign(t.as<float>().begin(), t.as<float>().end());
  return {};
}

}  // namespace slipway::serving
