#include "serving/model_server.h"

#include <thread>

#include "serving/log.h"

namespace slipway::serving {

// What is left to a cancelled request to say so.
static constexpr std::chrono::seconds kCancelledReplies(1);

Result<std::unique_ptr<ModelServer>> ModelServer::Start(const ServerOptions& options, ModelStore::Loader loader,
                                                        std::vector<ModelConfig> models) {
  if (options.no_grpc && options.no_rest) return UsageError("there is no port to listen on");
  std::unique_ptr<ModelServer> server(new ModelServer(options));
  StoreOptions store_options = options.store;
  store_options.on_change = [s = server.get()] { s->OnStoreChange(); };
  auto timed = [s = server.get(), loader = std::move(loader)](const std::string& directory) {
    auto begin = Call::Clock::now();
    Result<std::shared_ptr<Servable>> model = loader(directory);
    s->metrics_.NoteLoad(directory, model.ok(), Call::Clock::now() - begin);
    return model;
  };
  server->store_ = std::make_unique<ModelStore>(std::move(store_options), std::move(timed));
  RETURN_IF_ERROR(server->Listen());
  server->store_->SetModels(std::move(models));
  return server;
}

Status ModelServer::Listen() {
  if (!options_.no_grpc) {
    ServiceContext context{*store_, watch_, metrics_, options_.outputs_as_content, options_.check_method_names};
    ASSIGN_OR_RETURN(grpc_, GrpcServer::Start(context, options_.grpc));
    grpc_->SetServing(false);
  }
  if (options_.no_rest) return OkStatus();
  RestApi::Options api_options{.max_body_bytes = options_.rest.max_body_bytes,
                               .cors = options_.cors,
                               .check_method_names = options_.check_method_names,
                               .metrics_path = options_.metrics_path};
  api_ = std::make_unique<RestApi>(*store_, watch_, metrics_, api_options);
  ASSIGN_OR_RETURN(rest_, RestServer::Start(*api_, options_.rest));
  return OkStatus();
}

ModelServer::~ModelServer() {
  Drain(0);
  store_->Stop();
}

// On the store's watching thread.
void ModelServer::OnStoreChange() {
  if (grpc_ && !draining_) grpc_->SetServing(store_->Ready());
  if (announced_ || !store_->Settled()) return;
  announced_ = true;
  if (grpc_) Log(StrCat("Running gRPC ModelServer at ", options_.grpc.address, ":", grpc_->port(), " ..."));
  if (rest_) Log(StrCat("Exporting HTTP/REST API at:localhost:", rest_->port(), " ..."));
}

void ModelServer::Drain(double seconds) {
  if (draining_.exchange(true)) return;
  auto deadline = Call::Clock::now() + std::chrono::milliseconds(static_cast<int64_t>(seconds * 1000));
  if (api_) api_->StartDraining();
  std::thread grpc_drain([this, deadline] {
    if (!grpc_) return;
    grpc_->SetServing(false);
    grpc_->Drain(deadline);
  });
  if (rest_) rest_->WaitUntilIdle(deadline);
  grpc_drain.join();
  watch_.CancelAll();
  if (!rest_) return;
  rest_->WaitUntilIdle(Call::Clock::now() + kCancelledReplies);
  rest_->Close();
}

}  // namespace slipway::serving
