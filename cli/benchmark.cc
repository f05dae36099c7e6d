// slipway benchmark: latency, load time, memory and where the time goes.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "base/file.h"
#include "cli/any_model.h"
#include "cli/commands.h"
#include "cli/feeds.h"
#include "cli/flags.h"
#include "cli/input_layers.h"
#include "cli/op_profile.h"
#include "formats/npz/npz.h"

namespace slipway::cli {

namespace {

using Clock = std::chrono::steady_clock;

double MillisecondsSince(Clock::time_point t) {
  return std::chrono::duration<double, std::milli>(Clock::now() - t).count();
}

nlohmann::ordered_json Latency(std::vector<double> us) {
  std::sort(us.begin(), us.end());
  auto at = [&](double p) {
    return us[std::min(us.size() - 1, static_cast<size_t>(p * static_cast<double>(us.size())))];
  };
  double sum = 0;
  for (double v : us) sum += v;
  return {{"min", us.front()},
          {"p50", at(0.5)},
          {"p90", at(0.9)},
          {"p99", at(0.99)},
          {"mean", sum / static_cast<double>(us.size())},
          {"count", us.size()}};
}

// --backend, or what --use_xnnpack says where that is given.
Result<interpreter::Backend> BackendOf(const Flags& flags) {
  if (flags.Has("use_xnnpack") && !flags.Has("backend"))
    return flags.Bool("use_xnnpack") ? interpreter::Backend::kXnnpack : interpreter::Backend::kKernel;
  return interpreter::BackendFromName(flags.String("backend"));
}

std::string ModelPath(const Flags& flags) { return flags.Has("graph") ? flags.String("graph") : flags.String("model"); }

// How op times are shown: a table among the results, or a text of its own.
Status CheckProfileFlags(const Flags& flags) {
  std::string mode = flags.String("op_profiling_output_mode");
  if (mode == "stdout" || mode == "csv" || mode == "trace") return OkStatus();
  return UsageError("--op_profiling_output_mode is '", mode, "'; there are stdout, csv and trace");
}

Status WriteProfile(const Flags& flags, const OpProfile& profile) {
  std::string mode = flags.String("op_profiling_output_mode");
  if (mode == "stdout") return OkStatus();
  std::string text = mode == "csv" ? profile.Csv() : profile.Trace().dump() + "\n";
  if (flags.Has("op_profiling_output_file")) return WriteFileAtomically(flags.String("op_profiling_output_file"), text);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return OkStatus();
}

Status FeedInputs(const Flags& flags, interpreter::Runner& runner) {
  if (flags.Has("inputs")) {
    ASSIGN_OR_RETURN(NamedTensors feeds, npz::ReadNpz(flags.String("inputs")));
    return Feed(runner, feeds);
  }
  auto text = [&](const char* name) { return flags.Has(name) ? flags.String(name) : std::string(); };
  return FeedRandom(runner, {.names = text("input_layer"),
                             .shapes = text("input_layer_shape"),
                             .value_ranges = text("input_layer_value_range"),
                             .value_files = text("input_layer_value_files")});
}

// The counted runs, each in microseconds.
Result<std::vector<double>> TimeRuns(const Flags& flags, interpreter::Runner& runner) {
  std::vector<double> us;
  auto begin = Clock::now();
  double seconds = flags.Double("max_secs"), delay = flags.Double("run_delay");
  while (static_cast<int64_t>(us.size()) < flags.Int("num_runs") &&
         (us.empty() || MillisecondsSince(begin) < seconds * 1000) && !Interrupted()) {
    if (delay > 0) std::this_thread::sleep_for(std::chrono::duration<double>(delay));
    auto start = Clock::now();
    RETURN_IF_ERROR(runner.Invoke());
    us.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
  }
  return us;
}

Status Measure(const Flags& flags, nlohmann::ordered_json* out) {
  ASSIGN_OR_RETURN(interpreter::Backend backend, BackendOf(flags));
  RETURN_IF_ERROR(CheckProfileFlags(flags));
  int threads = static_cast<int>(flags.Int("num_threads"));
  std::vector<std::string> keys;
  for (const char* name : {"signature", "signature_to_run_for"})
    if (keys.empty() && flags.Has(name)) keys.push_back(flags.String(name));
  auto start = Clock::now();
  ASSIGN_OR_RETURN(AnyModel any, LoadAnyModel(ModelPath(flags), keys));
  interpreter::InterpreterOptions options{.num_threads = threads, .backend = backend};
  options.exact = backend == interpreter::Backend::kReference;
  ASSIGN_OR_RETURN(auto interpreter, interpreter::Interpreter::Create(any.model, options));
  ASSIGN_OR_RETURN(interpreter::Runner * runner, FindRunner(*interpreter, keys.empty() ? "" : keys[0]));
  double load_ms = MillisecondsSince(start);
  RETURN_IF_ERROR(FeedInputs(flags, *runner));
  if (flags.Bool("dry_run")) {
    *out = {{"model", any.path}, {"mode", any.kind}, {"num_threads", threads}, {"load_ms", load_ms}};
    return OkStatus();
  }
  start = Clock::now();
  RETURN_IF_ERROR(runner->Invoke());
  double first_ms = MillisecondsSince(start);
  for (int64_t i = 0; i < flags.Int("warmup_runs"); ++i) RETURN_IF_ERROR(runner->Invoke());
  ASSIGN_OR_RETURN(std::vector<double> us, TimeRuns(flags, *runner));
  rusage usage{};  // before the profiler, which makes engines pack weights a second time
  getrusage(RUSAGE_SELF, &usage);
  OpProfile profile(*any.model);
  if (flags.Bool("enable_op_profiling")) {
    interpreter->SetObserver(&profile);
    for (int i = 0; i < 10; ++i) RETURN_IF_ERROR(runner->Invoke());
    interpreter->SetObserver(nullptr);
    RETURN_IF_ERROR(WriteProfile(flags, profile));
  }
  *out = {{"model", any.path},
          {"mode", any.kind},
          {"num_threads", threads},
          {"backend", flags.String("backend")},
          {"load_ms", load_ms},
          {"first_run_ms", first_ms},
          {"latency_us", Latency(us)},
          {"arena_bytes", interpreter->arena_bytes()},
          {"engine_bytes", interpreter->engine_bytes()},
          {"peak_rss_bytes", static_cast<uint64_t>(usage.ru_maxrss) * 1024}};
  if (!interpreter->engine_failure().ok()) (*out)["engine_failure"] = interpreter->engine_failure().message();
  std::vector<ProfiledOp> ops = profile.Ops();
  double total = 0;
  for (const auto& op : ops) total += op.seconds;
  (*out)["ops"] = nlohmann::ordered_json::array();
  for (const auto& op : ops)
    (*out)["ops"].push_back({{"name", op.origin},
                             {"kind", op.op},
                             {"kernel", op.kernel},
                             {"us", op.seconds / static_cast<double>(op.runs) * 1e6},
                             {"percent", total > 0 ? op.seconds / total * 100 : 0},
                             {"macs", op.macs}});
  return OkStatus();
}

void Print(const nlohmann::ordered_json& j, bool table) {
  if (!j.contains("latency_us")) return;
  auto ms = [](double us) {
    char text[32];
    std::snprintf(text, sizeof text, us < 1000 ? "%.1f us" : "%.3f ms", us < 1000 ? us : us / 1000);
    return std::string(text);
  };
  const auto& l = j["latency_us"];
  std::printf("%s",
              Table({{"min", "p50", "p90", "p99", "runs", "load", "first run", "arena", "XNNPACK", "peak RSS"},
                     {ms(l["min"]), ms(l["p50"]), ms(l["p90"]), ms(l["p99"]), StrCat(l["count"].get<int64_t>()),
                      ms(j["load_ms"].get<double>() * 1000), ms(j["first_run_ms"].get<double>() * 1000),
                      HumanBytes(j["arena_bytes"]), HumanBytes(j["engine_bytes"]), HumanBytes(j["peak_rss_bytes"])}})
                  .c_str());
  if (j.contains("engine_failure"))
    std::printf("without XNNPACK: %s\n", j["engine_failure"].get<std::string>().c_str());
  if (j["ops"].empty() || !table) return;
  std::vector<std::vector<std::string>> rows = {{"op", "time", "%", "MACs", "kernel", "node"}};
  for (const auto& op : j["ops"]) {
    char percent[16];
    std::snprintf(percent, sizeof percent, "%.1f", op["percent"].get<double>());
    std::string full = op["name"];
    std::string name = full.size() > 36 ? StrCat("...", std::string_view(full).substr(full.size() - 33)) : full;
    int64_t macs = op["macs"];
    rows.push_back({op["kind"], ms(op["us"]), percent, macs ? StrCat(macs) : "", op["kernel"], name});
  }
  std::printf("\n%s", Table(rows).c_str());
}

int Run(int argc, char** argv) {
  Flags flags(kBenchmark);
  flags.Add({
      {"num_threads,threads", "Threads, the caller included", Integer("1")},
      {"warmup_runs", "Runs that are not counted", Integer("1")},
      {"num_runs,runs", "Counted runs at most", Integer("50")},
      {"max_secs", "Seconds at most", Number("10")},
      {"run_delay", "Seconds between runs", Number("0")},
      {"enable_op_profiling", "Show each op's time", Switch()},
      {"op_profiling_output_mode", "Where op times go: stdout (a table), csv or trace (for chrome://tracing)",
       Text("stdout")},
      {"op_profiling_output_file", "Write csv or trace to this file instead of stdout", Text()},
      {"backend", "auto, reference, kernel, xnnpack or bfloat16", Text("auto")},
      {"use_xnnpack", "true: --backend xnnpack, false: --backend kernel", Switch()},
      {"signature", "Signature key", Text()},
      {"inputs", "Arrays by argument name (.npz); else random ones", Text()},
      {"input_layer", "Names of inputs with a shape: a,b", Text()},
      {"input_layer_shape", "Their shapes: 1,224,224,3:1,10", Text()},
      {"input_layer_value_range", "Random elements between: a,0,255:b,-1,1", Text()},
      {"input_layer_value_files", "Raw elements: a:FILE,b:FILE", Text()},
      {"dry_run", "Load the model and stop", Switch()},
      {"graph", "The model, as benchmark_model names it", Text()},
      {"signature_to_run_for", "--signature, as benchmark_model names it", Text()},
      {"json", "Write the result as JSON to this file (- for stdout)", Text()},
  });
  flags.AddIgnored("report_peak_memory_footprint");  // it is always reported
  flags.Positional({"model"});
  int code;
  if (!flags.Parse(argc, argv, &code)) return code;
  if (ModelPath(flags).empty()) return Fail("benchmark", UsageError("give a model: slipway benchmark MODEL"));
  CatchInterrupts();
  nlohmann::ordered_json json;
  Status s = Measure(flags, &json);
  if (s.ok() && flags.Has("json")) s = WriteJson(flags.String("json"), json);
  if (!s.ok()) return Fail("benchmark", s);
  bool machine = flags.String("op_profiling_output_mode") != "stdout" && !flags.Has("op_profiling_output_file");
  if (!machine && !(flags.Has("json") && flags.String("json") == "-"))
    Print(json, flags.String("op_profiling_output_mode") == "stdout");
  return kExitOk;
}

}  // namespace

const Command kBenchmark = {"benchmark", "MODEL [--num_threads N] [--enable_op_profiling]",
                            "Measure latency, load time and memory of a model", Run};

}  // namespace slipway::cli
