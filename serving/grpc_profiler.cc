#include <algorithm>
#include <thread>

#include "serving/grpc_services.h"
#include "tensorflow/core/profiler/profiler_service.grpc.pb.h"

namespace slipway::serving {

namespace {

constexpr auto kLongest = std::chrono::milliseconds(60000), kTick = std::chrono::milliseconds(50);

class ProfilerService final : public tensorflow::ProfilerService::Service {
 public:
  explicit ProfilerService(const ServiceContext& context) : context_(context) {}

  grpc::Status Monitor(grpc::ServerContext* rpc, const tensorflow::MonitorRequest* request,
                       tensorflow::MonitorResponse* response) override {
    Metrics::Totals before = context_.metrics.totals();
    auto begin = Call::Clock::now();
    auto end =
        begin + std::min(std::chrono::milliseconds(std::min<uint64_t>(request->duration_ms(), 1u << 30)), kLongest);
    while (Call::Clock::now() < end && !rpc->IsCancelled()) std::this_thread::sleep_for(kTick);
    Metrics::Totals after = context_.metrics.totals();
    uint64_t succeeded = after.succeeded - before.succeeded, failed = after.failed - before.failed;
    double busy_ms = std::chrono::duration<double, std::milli>(after.busy - before.busy).count();
    double seconds = std::chrono::duration<double>(Call::Clock::now() - begin).count();
    uint64_t requests = succeeded + failed;
    response->set_data(StrCat("  Requests: ", requests, " (", failed, " failed) in ", seconds, " s\n",
                              "  Mean latency: ", requests ? busy_ms / static_cast<double>(requests) : 0, " ms\n",
                              "  Running now: ", context_.watch.running(), "\n"));
    return grpc::Status::OK;
  }

  grpc::Status Profile(grpc::ServerContext*, const tensorflow::ProfileRequest*, tensorflow::ProfileResponse*) override {
    return {grpc::StatusCode::UNIMPLEMENTED, "this server takes no traces; profile the model by 'slipway benchmark'"};
  }

 private:
  const ServiceContext context_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeProfilerService(const ServiceContext& context) {
  return std::make_unique<ProfilerService>(context);
}

}  // namespace slipway::serving
