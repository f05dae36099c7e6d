#include "serving/grpc_inference.h"
#include "serving/grpc_services.h"
#include "serving/grpc_status.h"
#include "serving/metadata.h"
#include "serving/request_message.h"
#include "serving/tensor_message.h"
#include "tensorflow_serving/apis/prediction_service.grpc.pb.h"

namespace slipway::serving {

namespace {

namespace pb = tensorflow::serving;

class PredictionService final : public pb::PredictionService::Service {
 public:
  explicit PredictionService(const ServiceContext& context) : context_(context) {}

  grpc::Status Predict(grpc::ServerContext* rpc, const pb::PredictRequest* request,
                       pb::PredictResponse* response) override {
    return Guarded(*rpc, "Predict", request->model_spec().name(),
                   [&](Call& call) { return Answer(*request, call, response); });
  }

  grpc::Status Classify(grpc::ServerContext* rpc, const pb::ClassificationRequest* request,
                        pb::ClassificationResponse* response) override {
    return Guarded(*rpc, "Classify", request->model_spec().name(),
                   [&](Call& call) { return AnswerClassify(context_, *request, call, response); });
  }

  grpc::Status Regress(grpc::ServerContext* rpc, const pb::RegressionRequest* request,
                       pb::RegressionResponse* response) override {
    return Guarded(*rpc, "Regress", request->model_spec().name(),
                   [&](Call& call) { return AnswerRegress(context_, *request, call, response); });
  }

  grpc::Status MultiInference(grpc::ServerContext* rpc, const pb::MultiInferenceRequest* request,
                              pb::MultiInferenceResponse* response) override {
    const std::string model = request->tasks().empty() ? std::string() : request->tasks(0).model_spec().name();
    return Guarded(*rpc, "MultiInference", model,
                   [&](Call& call) { return AnswerMultiInference(context_, *request, call, response); });
  }

  grpc::Status GetModelMetadata(grpc::ServerContext*, const pb::GetModelMetadataRequest* request,
                                pb::GetModelMetadataResponse* response) override {
    return ToGrpc(Describe(*request, response));
  }

 private:
  // Work that may take its time, with the client's deadline.
  template <class Work>
  grpc::Status Guarded(grpc::ServerContext& rpc, const char* api, const std::string& model, const Work& work) {
    auto begin = Call::Clock::now();
    Call call(DeadlineOf(rpc));
    CallWatch::Guard guard(context_.watch, call, [&rpc] { return rpc.IsCancelled(); });
    RpcStatus status;
    try {
      status = work(call);
    } catch (const std::bad_alloc&) {
      status = {RpcCode::kResourceExhausted, "there is not enough memory for this request"};
    }
    context_.metrics.NoteRequest(model, api, "GRPC", status, Call::Clock::now() - begin);
    return ToGrpc(status);
  }

  RpcStatus Answer(const pb::PredictRequest& request, Call& call, pb::PredictResponse* response) {
    if (!request.has_model_spec()) return InvalidArgument("Missing ModelSpec");
    const pb::ModelSpec& spec = request.model_spec();
    VersionChoice choice;
    ServedVersion served;
    RETURN_IF_RPC_ERROR(ChoiceFromSpec(spec, &choice));
    RETURN_IF_RPC_ERROR(context_.store.Find(spec.name(), choice, &served));
    PredictInputs inputs;
    RETURN_IF_RPC_ERROR(PredictInputsFrom(request, &inputs));
    PredictOutputs outputs;
    auto begin = Call::Clock::now();
    RETURN_IF_RPC_ERROR(serving::Predict(*served.model, inputs, call, &outputs));
    context_.metrics.NoteRun(spec.name(), "Predict", Call::Clock::now() - begin);
    response->mutable_model_spec()->set_name(spec.name());
    response->mutable_model_spec()->mutable_version()->set_value(served.version);
    response->mutable_model_spec()->set_signature_name(outputs.signature);
    auto write = context_.outputs_as_content ? TensorToContent : TensorToTypedFields;
    for (const auto& [alias, t] : outputs.tensors) write(t, &(*response->mutable_outputs())[alias]);
    return {};
  }

  RpcStatus Describe(const pb::GetModelMetadataRequest& request, pb::GetModelMetadataResponse* response) {
    if (!request.has_model_spec()) return InvalidArgument("Missing ModelSpec");
    if (request.metadata_field_size() == 0)
      return InvalidArgument("GetModelMetadataRequest must specify at least one metadata_field");
    for (const std::string& field : request.metadata_field())
      if (field != "signature_def") return InvalidArgument("Metadata field ", field, " is not supported");
    const pb::ModelSpec& spec = request.model_spec();
    VersionChoice choice;
    ServedVersion served;
    RETURN_IF_RPC_ERROR(ChoiceFromSpec(spec, &choice));
    RETURN_IF_RPC_ERROR(context_.store.Find(spec.name(), choice, &served));
    FillMetadata(spec.name(), served, response);
    return {};
  }

  const ServiceContext context_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakePredictionService(const ServiceContext& context) {
  return std::make_unique<PredictionService>(context);
}

}  // namespace slipway::serving
