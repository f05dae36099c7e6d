#pragma once
// From our statuses and the client's ModelSpec to gRPC's and back.

#include <grpcpp/grpcpp.h>

#include "serving/model_store.h"

namespace tensorflow::serving {
class ModelSpec;
}

namespace slipway::serving {

grpc::Status ToGrpc(const RpcStatus&);

// INVALID_ARGUMENT when no model is named.
RpcStatus ChoiceFromSpec(const tensorflow::serving::ModelSpec&, VersionChoice*);

// The client's deadline on our clock.
Call::Clock::time_point DeadlineOf(const grpc::ServerContext&);

}  // namespace slipway::serving
