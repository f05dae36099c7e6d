#pragma once
// The gRPC front end: PredictionService, ModelService and ProfilerService with reflection and health.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "serving/grpc_services.h"

namespace slipway::serving {

struct TlsCredentials {
  std::string server_key, server_cert;  // PEM
  std::string custom_ca;                // PEM; empty: the system's roots
  bool client_verify = false;
};
// From --ssl_config_file, a tensorflow.serving.SSLConfig in text form.
Result<TlsCredentials> ReadTlsConfig(const std::string& path);

struct GrpcOptions {
  int port = 8500;
  std::string address = "0.0.0.0";
  std::string socket_path;  // not empty: also on this Unix socket
  std::optional<TlsCredentials> tls;
  int max_threads = 0;  // 0: as many as requests run
  std::vector<std::pair<std::string, std::string>> channel_arguments;
  bool health_service = true;
};

class GrpcServer {
 public:
  // kMachine if the port is in use.
  static Result<std::unique_ptr<GrpcServer>> Start(const ServiceContext&, const GrpcOptions&);
  virtual ~GrpcServer() = default;
  virtual int port() const = 0;
  // What the health service says.
  virtual void SetServing(bool serving) = 0;
  // Refuses new calls, lets those that run finish until `deadline`, then cancels them. Blocks.
  virtual void Drain(Call::Clock::time_point deadline) = 0;
};

}  // namespace slipway::serving
