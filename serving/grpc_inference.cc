#include "serving/grpc_inference.h"

#include <set>

#include "serving/grpc_status.h"
#include "serving/request_message.h"
#include "tensorflow_serving/apis/inference.pb.h"

namespace slipway::serving {

namespace {

namespace pb = tensorflow::serving;

void FillClassifications(const std::vector<Classification>& rows, pb::ClassificationResult* result) {
  for (const Classification& row : rows) {
    pb::Classifications* out = result->add_classifications();
    for (const ScoredClass& c : row) {
      pb::Class* one = out->add_classes();
      one->set_label(c.label);
      one->set_score(c.score);
    }
  }
}

void FillRegressions(const std::vector<float>& values, pb::RegressionResult* result) {
  for (float v : values) result->add_regressions()->set_value(v);
}

RpcStatus FindModel(const ServiceContext& context, const pb::ModelSpec& spec, ServedVersion* served) {
  VersionChoice choice;
  RETURN_IF_RPC_ERROR(ChoiceFromSpec(spec, &choice));
  return context.store.Find(spec.name(), choice, served);
}

void FillSpec(const pb::ModelSpec& asked, int64_t version, const std::string& signature, pb::ModelSpec* spec) {
  spec->set_name(asked.name());
  spec->mutable_version()->set_value(version);
  spec->set_signature_name(signature);
}

std::string KeyOf(const pb::ModelSpec& spec) {
  return spec.signature_name().empty() ? kDefaultSignature : spec.signature_name();
}

template <class Request>
void NoteRun(const ServiceContext& context, const Request& request, const char* api, size_t examples,
             Metrics::Duration took) {
  context.metrics.NoteRun(request.model_spec().name(), api, took);
  context.metrics.NoteExamples(request.model_spec().name(), examples);
}

RpcStatus CheckTasks(const pb::MultiInferenceRequest& request, const Servable& model) {
  std::set<std::string> seen;
  for (const pb::InferenceTask& task : request.tasks()) {
    const std::string key = KeyOf(task.model_spec());
    if (task.model_spec().name() != request.tasks(0).model_spec().name())
      return InvalidArgument("All ModelSpecs in a MultiInferenceRequest must access the same model name.");
    if (!seen.insert(key).second) return InvalidArgument("Duplicate evaluation of signature: ", key);
    if (!model.FindSignature(key)) return InvalidArgument("Requested signature not found in model graph: ", key);
    if (task.method_name() != kClassifyMethod && task.method_name() != kRegressMethod)
      return {RpcCode::kUnimplemented, StrCat("Unsupported signature method_name: ", task.method_name())};
  }
  return {};
}

RpcStatus RunTask(const pb::InferenceTask& task, const ServedVersion& served, ExampleInputs inputs, Call& call,
                  pb::InferenceResult* result) {
  inputs.signature = task.model_spec().signature_name();
  if (task.method_name() == kClassifyMethod) {
    std::vector<Classification> rows;
    RETURN_IF_RPC_ERROR(Classify(*served.model, inputs, call, &rows));
    FillClassifications(rows, result->mutable_classification_result());
  } else {
    std::vector<float> values;
    RETURN_IF_RPC_ERROR(Regress(*served.model, inputs, call, &values));
    FillRegressions(values, result->mutable_regression_result());
  }
  FillSpec(task.model_spec(), served.version, task.model_spec().signature_name(), result->mutable_model_spec());
  return {};
}

}  // namespace

RpcStatus AnswerClassify(const ServiceContext& context, const pb::ClassificationRequest& request, Call& call,
                         pb::ClassificationResponse* response) {
  if (!request.has_model_spec()) return InvalidArgument("Missing ModelSpec");
  ServedVersion served;
  RETURN_IF_RPC_ERROR(FindModel(context, request.model_spec(), &served));
  std::vector<Classification> rows;
  ExampleInputs inputs{request.model_spec().signature_name(), ExamplesFrom(request.input()),
                       context.check_method_names};
  auto begin = Call::Clock::now();
  RETURN_IF_RPC_ERROR(Classify(*served.model, inputs, call, &rows));
  NoteRun(context, request, "Classify", inputs.examples.size(), Call::Clock::now() - begin);
  FillClassifications(rows, response->mutable_result());
  FillSpec(request.model_spec(), served.version, KeyOf(request.model_spec()), response->mutable_model_spec());
  return {};
}

RpcStatus AnswerRegress(const ServiceContext& context, const pb::RegressionRequest& request, Call& call,
                        pb::RegressionResponse* response) {
  if (!request.has_model_spec()) return InvalidArgument("Missing ModelSpec");
  ServedVersion served;
  RETURN_IF_RPC_ERROR(FindModel(context, request.model_spec(), &served));
  std::vector<float> values;
  ExampleInputs inputs{request.model_spec().signature_name(), ExamplesFrom(request.input()),
                       context.check_method_names};
  auto begin = Call::Clock::now();
  RETURN_IF_RPC_ERROR(Regress(*served.model, inputs, call, &values));
  NoteRun(context, request, "Regress", inputs.examples.size(), Call::Clock::now() - begin);
  FillRegressions(values, response->mutable_result());
  FillSpec(request.model_spec(), served.version, KeyOf(request.model_spec()), response->mutable_model_spec());
  return {};
}

RpcStatus AnswerMultiInference(const ServiceContext& context, const pb::MultiInferenceRequest& request, Call& call,
                               pb::MultiInferenceResponse* response) {
  if (request.tasks().empty()) return InvalidArgument("the request has no tasks");
  ServedVersion served;
  RETURN_IF_RPC_ERROR(FindModel(context, request.tasks(0).model_spec(), &served));
  RETURN_IF_RPC_ERROR(CheckTasks(request, *served.model));
  ExampleInputs inputs{.examples = ExamplesFrom(request.input()), .check_method_name = context.check_method_names};
  for (const pb::InferenceTask& task : request.tasks())
    RETURN_IF_RPC_ERROR(RunTask(task, served, inputs, call, response->add_results()));
  context.metrics.NoteExamples(request.tasks(0).model_spec().name(), inputs.examples.size());
  return {};
}

}  // namespace slipway::serving
