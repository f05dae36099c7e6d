#pragma once
// ModelServer: the store and both front ends as one thing that starts, serves and stops.
//
// Ports are open at once (/healthz answers, /readyz says 503); the lines that scripts wait for ("Running gRPC
// ModelServer at ...", "Exporting HTTP/REST API at ...") are logged when every model has been loaded or has failed
// once.

#include <atomic>
#include <memory>
#include <vector>

#include "serving/grpc_server.h"
#include "serving/rest_server.h"

namespace slipway::serving {

struct ServerOptions {
  StoreOptions store;
  GrpcOptions grpc;  // port 0: any free port; see no_grpc
  RestOptions rest;
  bool no_grpc = false, no_rest = false;
  bool outputs_as_content = false;  // --enable_serialization_as_tensor_content
  bool cors = false;
  bool check_method_names = false;  // --enable_signature_method_name_check
  std::string metrics_path;         // of Prometheus' page on the REST port; empty: none
};

class ModelServer {
 public:
  // kMachine if a port is in use. Loading starts, but is not waited for.
  static Result<std::unique_ptr<ModelServer>> Start(const ServerOptions&, ModelStore::Loader loader,
                                                    std::vector<ModelConfig> models);
  ~ModelServer();

  ModelStore& store() { return *store_; }
  int grpc_port() const { return grpc_ ? grpc_->port() : 0; }
  int rest_port() const { return rest_ ? rest_->port() : 0; }

  // Says "not ready", refuses what is new, finishes what runs within `seconds` and cancels the rest. Blocks; once.
  void Drain(double seconds);
  // A model is being loaded; the destructor would wait for it.
  bool Loading() const { return store_->Loading(); }

 private:
  explicit ModelServer(const ServerOptions& options) : options_(options), metrics_(!options.metrics_path.empty()) {}
  Status Listen();
  void OnStoreChange();

  const ServerOptions options_;
  Metrics metrics_;
  CallWatch watch_;
  std::unique_ptr<ModelStore> store_;
  std::unique_ptr<RestApi> api_;
  std::unique_ptr<GrpcServer> grpc_;
  std::unique_ptr<RestServer> rest_;
  std::atomic<bool> draining_{false};
  bool announced_ = false;
};

}  // namespace slipway::serving
