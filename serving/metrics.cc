#include "serving/metrics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "base/file.h"
#include "serving/text_message.h"
#include "tensorflow_serving/config/monitoring_config.pb.h"

namespace slipway::serving {

namespace {

constexpr char kRequests[] = ":tensorflow:serving:request_count", kLatency[] = ":tensorflow:serving:request_latency",
               kRuntime[] = ":tensorflow:serving:runtime_latency",
               kExamples[] = ":tensorflow:serving:request_example_counts",
               kExampleTotal[] = ":tensorflow:serving:request_example_count_total",
               kLoads[] = ":tensorflow:cc:saved_model:load_attempt_count",
               kLoadTime[] = ":tensorflow:cc:saved_model:load_latency";

// Names come from clients; whoever invents more models than this is counted under "".
constexpr size_t kMaxSeries = 4096;

template <size_t n>
std::array<double, n> Geometric(double first, double ratio) {
  std::array<double, n> bounds;
  for (size_t i = 0; i < n; ++i) bounds[i] = first * std::pow(ratio, static_cast<double>(i));
  return bounds;
}

std::span<const double> LatencyBounds() {
  static const auto bounds = Geometric<33>(10, 1.8);
  return bounds;
}

std::span<const double> CountBounds() {
  static const auto bounds = Geometric<15>(1, 2);
  return bounds;
}

double Microseconds(Metrics::Duration d) { return std::chrono::duration<double, std::micro>(d).count(); }

std::string Number(double v) {
  char text[32];
  std::snprintf(text, sizeof text, "%.15g", v);
  return text;
}

std::string Escaped(std::string_view value) {
  std::string out;
  for (char c : value) {
    if (c == '\\' || c == '"') out += '\\';
    if (c == '\n')
      out += "\\n";
    else
      out += c;
  }
  return out;
}

std::string Text(const std::vector<std::pair<const char*, std::string>>& labels, bool with_values) {
  std::string text;
  for (const auto& [name, value] : labels)
    StrAppend(text, text.empty() ? "" : ",", name, "=\"", with_values ? Escaped(value) : "", "\"");
  return text;
}

// The series of these labels, or the common one when there are too many.
template <class Value>
Value& SeriesOf(std::map<std::string, Value>& family, const std::vector<std::pair<const char*, std::string>>& labels) {
  std::string key = Text(labels, true);
  if (family.size() >= kMaxSeries && !family.count(key)) key = Text(labels, false);
  return family[key];
}

}  // namespace

void Metrics::Count(const char* name, const Labels& labels, double n) { SeriesOf(counters_[name], labels) += n; }

void Metrics::Observe(const char* name, const Labels& labels, std::span<const double> bounds, double v) {
  Histogram& h = SeriesOf(histograms_[name], labels);
  h.counts.resize(bounds.size() + 1);
  ++h.counts[static_cast<size_t>(std::lower_bound(bounds.begin(), bounds.end(), v) - bounds.begin())];
  h.sum += v;
  ++h.count;
}

void Metrics::NoteRequest(const std::string& model, const char* api, const char* entrypoint, const RpcStatus& status,
                          Duration took) {
  std::lock_guard lock(mutex_);
  ++(status.ok() ? totals_.succeeded : totals_.failed);
  totals_.busy += took;
  if (!has_page_) return;
  Count(kRequests, {{"model_name", model}, {"status", CodeName(status.code)}});
  if (status.ok())
    Observe(kLatency, {{"model_name", model}, {"API", api}, {"entrypoint", entrypoint}}, LatencyBounds(),
            Microseconds(took));
}

void Metrics::NoteRun(const std::string& model, const char* api, Duration took) {
  if (!has_page_) return;
  std::lock_guard lock(mutex_);
  Observe(kRuntime, {{"model_name", model}, {"API", api}, {"runtime", "Slipway"}}, LatencyBounds(), Microseconds(took));
}

void Metrics::NoteExamples(const std::string& model, size_t count) {
  if (!has_page_) return;
  std::lock_guard lock(mutex_);
  Observe(kExamples, {{"model", model}}, CountBounds(), static_cast<double>(count));
  Count(kExampleTotal, {{"model", model}}, static_cast<double>(count));
}

void Metrics::NoteLoad(const std::string& directory, bool ok, Duration took) {
  if (!has_page_) return;
  std::lock_guard lock(mutex_);
  Count(kLoads, {{"model_path", directory}, {"status", ok ? "success" : "fail"}});
  Count(kLoadTime, {{"model_path", directory}}, Microseconds(took));
}

Metrics::Totals Metrics::totals() const {
  std::lock_guard lock(mutex_);
  return totals_;
}

std::string Metrics::PrometheusText() const {
  std::lock_guard lock(mutex_);
  std::string out;
  for (const auto& [name, family] : counters_) {
    StrAppend(out, "# TYPE ", name, " counter\n");
    for (const auto& [labels, value] : family) StrAppend(out, name, "{", labels, "} ", Number(value), "\n");
  }
  for (const auto& [name, family] : histograms_) {
    StrAppend(out, "# TYPE ", name, " histogram\n");
    std::span<const double> bounds = name == kExamples ? CountBounds() : LatencyBounds();
    for (const auto& [labels, h] : family) {
      uint64_t below = 0;
      for (size_t i = 0; i <= bounds.size(); ++i) {
        below += h.counts[i];
        std::string bound = i < bounds.size() ? Number(bounds[i]) : "+Inf";
        StrAppend(out, name, "_bucket{", labels, ",le=\"", bound, "\"} ", below, "\n");
      }
      StrAppend(out, name, "_sum{", labels, "} ", Number(h.sum), "\n", name, "_count{", labels, "} ", h.count, "\n");
    }
  }
  return out;
}

Result<std::string> ReadMonitoringConfig(const std::string& path) {
  ASSIGN_OR_RETURN(std::string text, ReadFile(path));
  tensorflow::serving::MonitoringConfig config;
  RETURN_IF_ERROR(ParseTextMessage(text, path, &config));
  const auto& prometheus = config.prometheus_config();
  if (!prometheus.enable()) return std::string();
  if (prometheus.path().empty()) return std::string(kMetricsPath);
  if (prometheus.path()[0] != '/')
    return BadInput("'", path, "': the path '", prometheus.path(), "' of the metrics does not begin with '/'");
  return prometheus.path();
}

}  // namespace slipway::serving
