#include "serving/grpc_status.h"

#include "tensorflow_serving/apis/model.pb.h"

namespace slipway::serving {

grpc::Status ToGrpc(const RpcStatus& s) {
  if (s.ok()) return grpc::Status::OK;
  return grpc::Status(static_cast<grpc::StatusCode>(s.code), CutMessage(s.message));
}

RpcStatus ChoiceFromSpec(const tensorflow::serving::ModelSpec& spec, VersionChoice* choice) {
  using Kind = VersionChoice::Kind;
  if (spec.name().empty()) return InvalidArgument("ModelSpec has no name specified.");
  *choice = {};
  if (spec.has_version()) *choice = {.kind = Kind::kVersion, .version = spec.version().value()};
  if (!spec.version_label().empty()) *choice = {.kind = Kind::kLabel, .label = spec.version_label()};
  return {};
}

Call::Clock::time_point DeadlineOf(const grpc::ServerContext& context) {
  auto deadline = context.deadline();
  if (deadline == std::chrono::system_clock::time_point::max()) return Call::Clock::time_point::max();
  auto left = deadline - std::chrono::system_clock::now();
  if (left > std::chrono::hours(24 * 365)) return Call::Clock::time_point::max();
  return Call::Clock::now() + std::chrono::duration_cast<Call::Clock::duration>(left);
}

}  // namespace slipway::serving
