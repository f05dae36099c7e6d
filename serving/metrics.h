#pragma once
// Metrics: what the server counts, under TF Serving's names, and Prometheus' text of it. Thread safe.

#include <chrono>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "serving/rpc_status.h"

namespace slipway::serving {

class Metrics {
 public:
  using Duration = std::chrono::steady_clock::duration;

  // Without a page nobody asks for more than the totals.
  explicit Metrics(bool has_page) : has_page_(has_page) {}

  // An answered request. `api` and `entrypoint` as TF Serving says them: "Predict" and "GRPC", "predict" and "REST".
  void NoteRequest(const std::string& model, const char* api, const char* entrypoint, const RpcStatus&, Duration);
  // A run of the model for a request of this kind ("Predict", "Classify", "Regress").
  void NoteRun(const std::string& model, const char* api, Duration);
  // Examples of a request.
  void NoteExamples(const std::string& model, size_t count);
  void NoteLoad(const std::string& directory, bool ok, Duration);

  struct Totals {
    uint64_t succeeded = 0, failed = 0;
    Duration busy{};
  };
  Totals totals() const;
  std::string PrometheusText() const;

 private:
  struct Histogram {
    std::vector<uint64_t> counts;  // per bound, and beyond the last
    double sum = 0;
    uint64_t count = 0;
  };
  using Labels = std::vector<std::pair<const char*, std::string>>;

  void Count(const char* name, const Labels&, double n = 1);
  void Observe(const char* name, const Labels&, std::span<const double> bounds, double v);

  const bool has_page_;
  mutable std::mutex mutex_;
  std::map<std::string, std::map<std::string, double>> counters_;  // name -> labels as text
  std::map<std::string, std::map<std::string, Histogram>> histograms_;
  Totals totals_;
};

// The path of Prometheus' page from --monitoring_config_file, a tensorflow.serving.MonitoringConfig in text form; empty
// if it is not enabled.
inline constexpr const char kMetricsPath[] = "/monitoring/prometheus/metrics";
Result<std::string> ReadMonitoringConfig(const std::string& path);

}  // namespace slipway::serving
