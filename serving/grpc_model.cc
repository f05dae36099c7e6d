#include "serving/grpc_services.h"
#include "serving/grpc_status.h"
#include "serving/metadata.h"
#include "tensorflow_serving/apis/model_service.grpc.pb.h"

namespace slipway::serving {

namespace {

namespace pb = tensorflow::serving;

class ModelService final : public pb::ModelService::Service {
 public:
  explicit ModelService(const ServiceContext& context) : context_(context) {}

  grpc::Status GetModelStatus(grpc::ServerContext*, const pb::GetModelStatusRequest* request,
                              pb::GetModelStatusResponse* response) override {
    if (!request->has_model_spec()) return ToGrpc(InvalidArgument("Missing ModelSpec"));
    VersionChoice choice;
    std::vector<VersionStatus> versions;
    RpcStatus s = ChoiceFromSpec(request->model_spec(), &choice);
    if (s.ok()) s = context_.store.StatusOf(request->model_spec().name(), choice, &versions);
    if (s.ok()) FillStatus(versions, response);
    return ToGrpc(s);
  }

  grpc::Status HandleReloadConfigRequest(grpc::ServerContext* rpc, const pb::ReloadConfigRequest* request,
                                         pb::ReloadConfigResponse* response) override {
    Call call(DeadlineOf(*rpc));
    CallWatch::Guard guard(context_.watch, call, [rpc] { return rpc->IsCancelled(); });
    std::vector<ModelConfig> models;
    RpcStatus s = ModelsFromConfig(request->config(), &models);
    if (s.ok()) s = context_.store.Reload(std::move(models), call);
    response->mutable_status()->set_error_code(static_cast<tensorflow::error::Code>(s.code));
    response->mutable_status()->set_error_message(CutMessage(s.message));
    for (const std::string& name : request->metric_names()) {  // none of TF Serving's counters is kept here
      pb::Metric* metric = response->add_metric();
      metric->set_name(name);
      metric->set_int64_value_increase(0);
    }
    return ToGrpc(s);
  }

 private:
  const ServiceContext context_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeModelService(const ServiceContext& context) {
  return std::make_unique<ModelService>(context);
}

}  // namespace slipway::serving
