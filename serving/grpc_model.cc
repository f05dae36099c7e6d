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

  grpc::Status HandleReloadConfigRequest(grpc::ServerContext*, const pb::ReloadConfigRequest*,
                                         pb::ReloadConfigResponse*) override {
    return ToGrpc({RpcCode::kUnimplemented,
                   "this server does not take its configuration by HandleReloadConfigRequest; use "
                   "--model_config_file with --model_config_file_poll_wait_seconds"});
  }

 private:
  const ServiceContext context_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeModelService(const ServiceContext& context) {
  return std::make_unique<ModelService>(context);
}

}  // namespace slipway::serving
