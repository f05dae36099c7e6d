#include "serving/grpc_server.h"

#include <grpc/support/log.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/resource_quota.h>
#include <algorithm>

#include <cstdlib>
#include <limits>

#include "base/file.h"
#include "serving/text_message.h"
#include "tensorflow_serving/apis/model_service.pb.h"
#include "tensorflow_serving/apis/prediction_service.pb.h"
#include "tensorflow_serving/config/ssl_config.pb.h"

namespace slipway::serving {

namespace {

// Services as TF Serving names them in its health service.
constexpr const char* kHealthNames[] = {"", "ModelService", "PredictionService"};

// A file of services without messages is linked only if somebody names it, and reflection needs it.
void LinkServiceFiles() {
  const void* volatile files[] = {&descriptor_table_tensorflow_5fserving_2fapis_2fprediction_5fservice_2eproto,
                                  &descriptor_table_tensorflow_5fserving_2fapis_2fmodel_5fservice_2eproto};
  CHECK(files[0] != files[1]);
}

// gRPC tells every failed connection on stderr; that is for who asks for it.
void QuietLibraryLog() {
  if (!std::getenv("GRPC_VERBOSITY")) gpr_set_log_function([](gpr_log_func_args*) {});
}

std::shared_ptr<grpc::ServerCredentials> Credentials(const std::optional<TlsCredentials>& tls) {
  if (!tls) return grpc::InsecureServerCredentials();
  grpc::SslServerCredentialsOptions options(tls->client_verify
                                                ? GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY
                                                : GRPC_SSL_DONT_REQUEST_CLIENT_CERTIFICATE);
  options.pem_root_certs = tls->custom_ca;
  options.pem_key_cert_pairs.push_back({tls->server_key, tls->server_cert});
  return grpc::SslServerCredentials(options);
}

class Server final : public GrpcServer {
 public:
  explicit Server(const ServiceContext& context) {
    services_.push_back(MakePredictionService(context));
    services_.push_back(MakeModelService(context));
    services_.push_back(MakeProfilerService(context));
  }
  ~Server() override { Drain(Call::Clock::now()); }

  Status Listen(const GrpcOptions& options) {
    QuietLibraryLog();
    LinkServiceFiles();
    grpc::EnableDefaultHealthCheckService(options.health_service);
    grpc::reflection::InitProtoReflectionServerBuilderPlugin();
    grpc::ServerBuilder builder;
    builder.SetMaxReceiveMessageSize(std::numeric_limits<int>::max());
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    for (const auto& [key, value] : options.channel_arguments) {
      if (auto number = ParseNumber<int>(value))
        builder.AddChannelArgument(key, *number);
      else
        builder.AddChannelArgument(key, value);
    }
    if (options.max_threads > 0)
      builder.SetResourceQuota(grpc::ResourceQuota("slipway").SetMaxThreads(options.max_threads));
    auto credentials = Credentials(options.tls);
    builder.AddListeningPort(StrCat(options.address, ":", options.port), credentials, &port_);
    int socket = 1;
    if (!options.socket_path.empty()) builder.AddListeningPort("unix:" + options.socket_path, credentials, &socket);
    for (const auto& service : services_) builder.RegisterService(service.get());
    server_ = builder.BuildAndStart();
    if (server_ && port_ != 0 && socket != 0) return OkStatus();
    if (server_ && socket == 0)
      return MachineError("cannot listen on '", options.socket_path, "': choose another --grpc_socket_path");
    return MachineError("cannot listen on gRPC port ", options.port, " of ", options.address, ": it is in use or not ",
                        options.tls ? "allowed, or the key and certificate of --ssl_config_file are not valid"
                                    : "allowed; choose another by --port");
  }

  int port() const override { return port_; }

  void SetServing(bool serving) override {
    auto* health = server_->GetHealthCheckService();
    if (!health) return;
    for (const char* name : kHealthNames) health->SetServingStatus(name, serving);
  }

  void Drain(Call::Clock::time_point deadline) override {
    if (!server_ || std::exchange(drained_, true)) return;
    auto left = std::max(deadline - Call::Clock::now(), Call::Clock::duration::zero());
    server_->Shutdown(std::chrono::system_clock::now() + std::chrono::duration_cast<std::chrono::milliseconds>(left));
    server_->Wait();
  }

 private:
  std::vector<std::unique_ptr<grpc::Service>> services_;
  std::unique_ptr<grpc::Server> server_;
  int port_ = 0;
  bool drained_ = false;
};

}  // namespace

Result<TlsCredentials> ReadTlsConfig(const std::string& path) {
  ASSIGN_OR_RETURN(std::string text, ReadFile(path));
  tensorflow::serving::SSLConfig config;
  RETURN_IF_ERROR(ParseTextMessage(text, path, &config));
  return TlsCredentials{config.server_key(), config.server_cert(), config.custom_ca(), config.client_verify()};
}

Result<std::unique_ptr<GrpcServer>> GrpcServer::Start(const ServiceContext& context, const GrpcOptions& options) {
  auto server = std::make_unique<Server>(context);
  RETURN_IF_ERROR(server->Listen(options));
  return std::unique_ptr<GrpcServer>(std::move(server));
}

}  // namespace slipway::serving
