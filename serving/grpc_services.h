#pragma once
// The gRPC services: they translate messages, everything else is behind them.

#include <grpcpp/impl/service_type.h>

#include <memory>

#include "serving/call.h"
#include "serving/metrics.h"
#include "serving/model_store.h"

namespace slipway::serving {

// What the services stand on; all of it must outlive them.
struct ServiceContext {
  ModelStore& store;
  CallWatch& watch;
  Metrics& metrics;
  bool outputs_as_content = false;
  bool check_method_names = false;  // of Classify and Regress
};

// tensorflow.serving.PredictionService: Predict, Classify, Regress, MultiInference and GetModelMetadata.
std::unique_ptr<grpc::Service> MakePredictionService(const ServiceContext&);
// tensorflow.serving.ModelService: GetModelStatus and HandleReloadConfigRequest.
std::unique_ptr<grpc::Service> MakeModelService(const ServiceContext&);
// tensorflow.ProfilerService: Monitor tells the traffic of the time asked for.
std::unique_ptr<grpc::Service> MakeProfilerService(const ServiceContext&);

}  // namespace slipway::serving
