// slipway benchmark: latency, load time, memory and where the time goes.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/random.h"
#include "cli/any_model.h"
#include "cli/commands.h"
#include "cli/feeds.h"
#include "cli/flags.h"
#include "formats/npz/npz.h"
#include "interpreter/profiler.h"

namespace slipway::cli {

namespace {

using Clock = std::chrono::steady_clock;

double MillisecondsSince(Clock::time_point t) {
  return std::chrono::duration<double, std::milli>(Clock::now() - t).count();
}

// Seeded elements; unknown dimensions are 1.
Tensor RandomInput(const TensorType& type) {
  Shape shape = type.shape.has_rank() ? type.shape : Shape{};
  for (int i = 0; i < shape.rank(); ++i) shape[i] = std::max<int64_t>(shape[i], 1);
  Tensor t(TensorType(type.dtype, shape, type.quant));
  RandomStream random(1);
  VisitFixedDType(type.dtype, [&](auto tag) {
    using T = decltype(tag);
    for (T& v : t.as<T>()) {
      if constexpr (std::is_same_v<T, bool>)
        v = random.Word() & 1;
      else if constexpr (std::is_integral_v<T>)
        v = DTypeSize(type.dtype) == 1 ? static_cast<T>(random.Word()) : T(0);
      else
        v = T(random.Uniform());
    }
  });
  return t;
}

Status FeedRandom(interpreter::Runner& runner) {
  for (int i = 0; i < runner.num_inputs(); ++i)
    RETURN_IF_ERROR(runner.SetInput(i, RandomInput(runner.declared_input_type(i))));
  return OkStatus();
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

Status Measure(const Flags& flags, nlohmann::ordered_json* out, std::vector<interpreter::OpTime>* profile) {
  ASSIGN_OR_RETURN(interpreter::Backend backend, interpreter::BackendFromName(flags.String("backend")));
  int threads = static_cast<int>(flags.Int("num_threads"));
  std::vector<std::string> keys;
  if (flags.Has("signature")) keys.push_back(flags.String("signature"));
  auto start = Clock::now();
  ASSIGN_OR_RETURN(AnyModel any, LoadAnyModel(flags.String("model"), keys));
  interpreter::InterpreterOptions options{.num_threads = threads, .backend = backend};
  options.exact = backend == interpreter::Backend::kReference;
  ASSIGN_OR_RETURN(auto interpreter, interpreter::Interpreter::Create(any.model, options));
  ASSIGN_OR_RETURN(interpreter::Runner * runner, FindRunner(*interpreter, keys.empty() ? "" : keys[0]));
  double load_ms = MillisecondsSince(start);
  if (flags.Has("inputs")) {
    ASSIGN_OR_RETURN(NamedTensors feeds, npz::ReadNpz(flags.String("inputs")));
    RETURN_IF_ERROR(Feed(*runner, feeds));
  } else {
    RETURN_IF_ERROR(FeedRandom(*runner));
  }
  start = Clock::now();
  RETURN_IF_ERROR(runner->Invoke());
  double first_ms = MillisecondsSince(start);
  for (int64_t i = 0; i < flags.Int("warmup_runs"); ++i) RETURN_IF_ERROR(runner->Invoke());
  std::vector<double> us;
  auto begin = Clock::now();
  int64_t most = flags.Int("num_runs");
  double seconds = flags.Double("max_secs");
  while (static_cast<int64_t>(us.size()) < most && (us.empty() || MillisecondsSince(begin) < seconds * 1000) &&
         !Interrupted()) {
    start = Clock::now();
    RETURN_IF_ERROR(runner->Invoke());
    us.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
  }
  rusage usage{};  // before the profiler, which makes engines pack weights a second time
  getrusage(RUSAGE_SELF, &usage);
  if (flags.Bool("enable_op_profiling")) {
    interpreter::Profiler profiler;
    interpreter->SetObserver(&profiler);
    for (int i = 0; i < 10; ++i) RETURN_IF_ERROR(runner->Invoke());
    interpreter->SetObserver(nullptr);
    *profile = profiler.Times();
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
  double total = 0;
  for (const auto& op : *profile) total += op.seconds;
  (*out)["ops"] = nlohmann::ordered_json::array();
  for (const auto& op : *profile)
    (*out)["ops"].push_back({{"name", op.origin},
                             {"kind", op.op},
                             {"kernel", op.kernel},
                             {"us", op.seconds / static_cast<double>(op.runs) * 1e6},
                             {"percent", total > 0 ? op.seconds / total * 100 : 0}});
  return OkStatus();
}

void Print(const nlohmann::ordered_json& j) {
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
  if (j["ops"].empty()) return;
  std::vector<std::vector<std::string>> rows = {{"op", "time", "%", "kernel", "node"}};
  for (const auto& op : j["ops"]) {
    char percent[16];
    std::snprintf(percent, sizeof percent, "%.1f", op["percent"].get<double>());
    std::string full = op["name"];
    std::string name = full.size() > 36 ? StrCat("...", std::string_view(full).substr(full.size() - 33)) : full;
    rows.push_back({op["kind"], ms(op["us"]), percent, op["kernel"], name});
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
      {"enable_op_profiling", "Show each op's time", Switch()},
      {"backend", "auto, reference, kernel or xnnpack", Text("auto")},
      {"signature", "Signature key", Text()},
      {"inputs", "Arrays by argument name (.npz); else random ones", Text()},
      {"json", "Write the result as JSON to this file (- for stdout)", Text()},
  });
  flags.Positional({"model"});
  int code;
  if (!flags.Parse(argc, argv, &code)) return code;
  if (flags.String("model").empty()) return Fail("benchmark", UsageError("give a model: slipway benchmark MODEL"));
  CatchInterrupts();
  nlohmann::ordered_json json;
  std::vector<interpreter::OpTime> profile;
  Status s = Measure(flags, &json, &profile);
  if (s.ok() && flags.Has("json")) s = WriteJson(flags.String("json"), json);
  if (!s.ok()) return Fail("benchmark", s);
  if (!(flags.Has("json") && flags.String("json") == "-")) Print(json);
  return kExitOk;
}

}  // namespace

const Command kBenchmark = {"benchmark", "MODEL [--num_threads N] [--enable_op_profiling]",
                            "Measure latency, load time and memory of a model", Run};

}  // namespace slipway::cli
