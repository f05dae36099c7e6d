// slipway serve: TF Serving's server.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "base/file.h"
#include "base/thread_pool.h"
#include "cli/commands.h"
#include "cli/flags.h"
#include "serving/batching.h"
#include "serving/log.h"
#include "serving/model_loader.h"
#include "serving/model_server.h"

namespace slipway::cli {

namespace {

constexpr auto kTick = std::chrono::milliseconds(50);

// Flags of tensorflow_model_server that mean nothing here: taken, named once, ignored.
const char* const kIgnored[] = {"num_unload_threads",
                                "flush_filesystem_caches",
                                "tensorflow_session_parallelism",
                                "tensorflow_inter_op_parallelism",
                                "use_alts_credentials",
                                "platform_config_file",
                                "per_process_gpu_memory_fraction",
                                "remove_unused_fields_from_bundle_metagraph",
                                "num_tflite_pools",
                                "num_tflite_interpreters_per_pool",
                                "xla_cpu_compilation_enabled",
                                "xla_gpu_compilation_enabled",
                                "enable_profiler",
                                "thread_pool_factory_config_file",
                                "mixed_precision",
                                "skip_initialize_tpu"};

void AddFlags(Flags& flags) {
  flags.Add({
      {"port", "gRPC port (0: none)", Integer("8500")},
      {"grpc_socket_path", "Unix socket to serve gRPC on, too", Text("")},
      {"rest_api_port", "REST port (0: none)", Integer("0")},
      {"bind_address", "IP address to listen on", Text("0.0.0.0")},
  });
  flags.Add({
      {"model_name", "Name of the one model", Text("default")},
      {"model_base_path", "Its directory, with one numbered child per version", Text("")},
      {"model_config_file", "ModelServerConfig in text form: several models, versions, labels", Text()},
      {"model_config_file_poll_wait_seconds", "How often to read that file again (0: never)", Number("0")},
      {"file_system_poll_wait_seconds", "How often to look for new versions (0: once)", Number("1")},
      {"saved_model_tags", "Tags of the MetaGraph, comma separated", Text("serve")},
      {"prefer_tflite_model", "Serve VERSION/model.tflite where there is one", Switch()},
  });
  flags.Add({
      {"num_load_threads", "Threads that load models (0: 2)", Integer("0")},
      {"max_num_load_retries", "How often to retry a version that does not load", Integer("5")},
      {"load_retry_interval_micros", "Time between two tries", Integer("60000000")},
  });
  flags.Add({
      {"rest_api_num_threads", "Threads that answer REST requests (0: four per CPU)", Integer("0")},
      {"rest_api_timeout_in_ms", "Longest REST request", Integer("30000")},
      {"rest_api_enable_cors_support", "Let browsers call from other sites", Switch()},
      {"grpc_max_threads", "Most gRPC threads (0: no limit)", Integer("0")},
      {"grpc_channel_arguments", "key=value,... for the gRPC server", Text("")},
      {"ssl_config_file", "SSLConfig in text form: gRPC speaks TLS", Text()},
      {"enable_grpc_healthcheck_service", "grpc.health.v1, tied to readiness", Switch("true")},
      {"enable_serialization_as_tensor_content", "Results as raw bytes instead of typed lists", Switch()},
      {"tensorflow_intra_op_parallelism", "Threads of one run (0: all CPUs)", Integer("0")},
      {"monitoring_config_file", "MonitoringConfig in text form: a page for Prometheus on the REST port", Text()},
      {"metrics", "That page at /monitoring/prometheus/metrics, without a file", Switch()},
      {"drain_seconds", "How long to let running requests finish on SIGTERM", Number("30")},
  });
  flags.Add({
      {"enable_batching", "Run requests that come close together as one", Switch()},
      {"batching_parameters_file", "BatchingParameters in text form", Text()},
      {"enable_per_model_batching_parameters", "Those of VERSION/batching_params.pbtxt, where there is one", Switch()},
      {"enable_model_warmup", "Run a model's recorded requests before it answers", Switch("true")},
      {"num_request_iterations_for_warmup", "How often to run each of them", Integer("1")},
      {"allow_version_labels_for_unavailable_models",
       "HandleReloadConfigRequest may label versions that do not answer yet", Switch()},
      {"enable_signature_method_name_check", "Classify and Regress only signatures made for them", Switch()},
  });
  flags.Add({
      {"version", "Print the version and exit", Switch()},
  });
  for (const char* name : kIgnored) flags.AddIgnored(name);
}

Result<std::vector<serving::ModelConfig>> Models(const Flags& flags) {
  if (flags.Has("model_config_file")) return serving::ReadModelConfig(flags.String("model_config_file"));
  std::string base_path = flags.String("model_base_path");
  if (base_path.empty())
    return UsageError("give a model: --model_name NAME --model_base_path DIR, or --model_config_file FILE");
  if (base_path[0] != '/') {
    char* cwd = getcwd(nullptr, 0);
    if (!cwd) return MachineError("the current directory is gone; give an absolute --model_base_path");
    base_path = JoinPath(cwd, base_path);
    std::free(cwd);
  }
  return std::vector<serving::ModelConfig>{{.name = flags.String("model_name"), .base_path = base_path}};
}

Result<int> Port(const Flags& flags, const char* name) {
  int64_t port = flags.Int(name);
  if (port < 0 || port > 65535) return UsageError("--", name, "=", port, " is no port: give 0 to 65535");
  return static_cast<int>(port);
}

Result<serving::GrpcOptions> GrpcFrom(const Flags& flags) {
  serving::GrpcOptions options{.address = flags.String("bind_address"),
                               .socket_path = flags.String("grpc_socket_path"),
                               .max_threads = static_cast<int>(flags.Int("grpc_max_threads")),
                               .health_service = flags.Bool("enable_grpc_healthcheck_service")};
  ASSIGN_OR_RETURN(options.port, Port(flags, "port"));
  if (flags.Has("ssl_config_file")) {
    ASSIGN_OR_RETURN(options.tls, serving::ReadTlsConfig(flags.String("ssl_config_file")));
  }
  std::string arguments = flags.String("grpc_channel_arguments");
  if (arguments.empty()) return options;
  for (const std::string& pair : StrSplit(arguments, ',')) {
    size_t equals = pair.find('=');
    if (equals == std::string::npos) return UsageError("--grpc_channel_arguments: '", pair, "' is not key=value");
    options.channel_arguments.emplace_back(pair.substr(0, equals), pair.substr(equals + 1));
  }
  return options;
}

Result<serving::ServerOptions> ServerFrom(const Flags& flags) {
  serving::ServerOptions options;
  ASSIGN_OR_RETURN(options.grpc, GrpcFrom(flags));
  ASSIGN_OR_RETURN(options.rest.port, Port(flags, "rest_api_port"));
  options.rest.address = options.grpc.address;
  options.rest.num_threads = static_cast<int>(flags.Int("rest_api_num_threads"));
  options.rest.timeout_seconds = static_cast<double>(flags.Int("rest_api_timeout_in_ms")) / 1000;
  options.no_grpc = options.grpc.port == 0;
  options.no_rest = options.rest.port == 0;
  if (options.no_grpc && options.no_rest) return UsageError("nothing to listen on: give --port or --rest_api_port");
  options.outputs_as_content = flags.Bool("enable_serialization_as_tensor_content");
  options.cors = flags.Bool("rest_api_enable_cors_support");
  if (flags.Bool("metrics")) options.metrics_path = serving::kMetricsPath;
  if (flags.Has("monitoring_config_file")) {
    ASSIGN_OR_RETURN(options.metrics_path, serving::ReadMonitoringConfig(flags.String("monitoring_config_file")));
  }
  options.check_method_names = flags.Bool("enable_signature_method_name_check");
  options.store.labels_for_unavailable = flags.Bool("allow_version_labels_for_unavailable_models");
  options.store.poll_seconds = flags.Double("file_system_poll_wait_seconds");
  options.store.max_load_retries = static_cast<int>(flags.Int("max_num_load_retries"));
  options.store.retry_seconds = static_cast<double>(flags.Int("load_retry_interval_micros")) / 1e6;
  if (int64_t threads = flags.Int("num_load_threads"); threads > 0)
    options.store.load_threads = static_cast<int>(std::min<int64_t>(threads, 64));
  return options;
}

serving::LoadOptions LoadFrom(const Flags& flags) {
  int cpus = ThreadPool::AvailableCpus();
  int64_t threads = flags.Int("tensorflow_intra_op_parallelism");
  return {.tags = StrSplit(flags.String("saved_model_tags"), ','),
          .prefer_tflite = flags.Bool("prefer_tflite_model"),
          .warmup_iterations =
              flags.Bool("enable_model_warmup") ? static_cast<int>(flags.Int("num_request_iterations_for_warmup")) : 0,
          .run = {.max_concurrency = cpus,
                  .pool = std::make_shared<ThreadPool>(threads > 0 ? static_cast<int>(std::min<int64_t>(threads, cpus))
                                                                   : cpus)}};
}

// Reads the configuration again when its time has come; a file that cannot be used changes nothing.
class ConfigPoller {
 public:
  explicit ConfigPoller(const Flags& flags) : seconds_(flags.Double("model_config_file_poll_wait_seconds")) {
    if (!flags.Has("model_config_file") || seconds_ <= 0) return;
    path_ = flags.String("model_config_file");
    text_ = ReadFile(path_);
  }

  void Tick(serving::ModelStore& store) {
    auto now = std::chrono::steady_clock::now();
    if (path_.empty() || now - last_ < std::chrono::duration<double>(seconds_)) return;
    last_ = now;
    Result<std::string> text = ReadFile(path_);
    if (!text.ok() || (text_.ok() && *text == *text_)) return;
    text_ = text;
    auto models = serving::ParseModelConfig(*text, path_);
    if (models.ok()) return store.SetModels(std::move(models).value());
    serving::Log(StrCat(models.status().message(), "; the models stay as they are"));
  }

 private:
  double seconds_;
  std::string path_;
  Result<std::string> text_ = std::string();
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// What wraps a model after its load: a queue, if requests are to be batched.
using Wrapper = std::function<Result<std::shared_ptr<serving::Servable>>(const std::string& directory,
                                                                         std::shared_ptr<serving::Servable>)>;

Result<Wrapper> BatchingFrom(const Flags& flags) {
  bool has_file = flags.Has("batching_parameters_file");
  if (!flags.Bool("enable_batching")) {
    if (has_file) return UsageError("--batching_parameters_file needs --enable_batching");
    return Wrapper([](const std::string&, std::shared_ptr<serving::Servable> model) { return model; });
  }
  serving::BatchingOptions common = serving::DefaultBatchingOptions();
  if (has_file) {
    ASSIGN_OR_RETURN(common, serving::ReadBatchingOptions(flags.String("batching_parameters_file")));
  }
  bool per_model = flags.Bool("enable_per_model_batching_parameters");
  return Wrapper([=](const std::string& directory,
                     std::shared_ptr<serving::Servable> model) -> Result<std::shared_ptr<serving::Servable>> {
    std::string own = JoinPath(directory, "batching_params.pbtxt");
    if (!per_model || !FileExists(own)) return serving::MakeBatched(std::move(model), common);
    ASSIGN_OR_RETURN(serving::BatchingOptions options, serving::ReadBatchingOptions(own));
    return serving::MakeBatched(std::move(model), options);
  });
}

Status Serve(const Flags& flags) {
  ASSIGN_OR_RETURN(auto models, Models(flags));
  ASSIGN_OR_RETURN(serving::ServerOptions options, ServerFrom(flags));
  MappedFile::ReadInsteadOfMapping();
  ASSIGN_OR_RETURN(Wrapper wrap, BatchingFrom(flags));
  auto loader = [load = LoadFrom(flags),
                 wrap](const std::string& directory) -> Result<std::shared_ptr<serving::Servable>> {
    ASSIGN_OR_RETURN(std::shared_ptr<serving::Servable> model, serving::LoadModel(directory, load));
    return wrap(directory, std::move(model));
  };
  ConfigPoller poller(flags);
  ASSIGN_OR_RETURN(auto server, serving::ModelServer::Start(options, loader, std::move(models)));
  while (!Interrupted()) {
    std::this_thread::sleep_for(kTick);
    poller.Tick(server->store());
  }
  serving::Log("Stopping: no new requests, those that run are finished.");
  server->Drain(flags.Double("drain_seconds"));
  serving::Log("Stopped.");
  if (server->Loading()) std::_Exit(kExitOk);  // nobody waits for a model that will not serve
  return OkStatus();
}

int Run(int argc, char** argv) {
  Flags flags(kServe);
  AddFlags(flags);
  int code;
  if (!flags.Parse(argc, argv, &code)) return code;
  if (flags.Bool("version")) {
    std::printf("slipway %s\n", SLIPWAY_VERSION);
    return kExitOk;
  }
  for (const char* name : kIgnored)
    if (flags.Has(name)) serving::Log(StrCat("--", name, " has no meaning here and is ignored"));
  CatchInterrupts();
  Status s = Serve(flags);
  return s.ok() ? kExitOk : Fail("serve", s);
}

}  // namespace

const Command kServe = {"serve", "--model_name NAME --model_base_path DIR [--port N] [--rest_api_port N]",
                        "Serve models over TensorFlow Serving's gRPC and REST API", Run};

}  // namespace slipway::cli
