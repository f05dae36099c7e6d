// slipway train: a training run from a configuration file.
#include "train/run/run.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/flags.h"

namespace slipway::cli {

static int Run(int argc, char** argv) {
  Flags flags(kTrain);
  flags.Add({
      {"epochs", "Epochs, instead of the configuration's", Integer()},
      {"batch_size", "Batch size, instead of the configuration's", Integer()},
      {"learning_rate", "Learning rate, instead of the configuration's", Number()},
      {"seed", "The one seed of data order, initial weights and dropout", Integer()},
      {"deterministic", "Only deterministic kernels (all are, on the CPU)", Switch()},
      {"log_dir", "Where TensorBoard's event files go", Text()},
      {"checkpoint_dir", "Where checkpoints go", Text()},
      {"resume", "Go on from the newest checkpoint of --checkpoint_dir", Switch()},
      {"export_dir", "Where the SavedModel goes", Text()},
      {"num_threads,threads", "Threads (0: all CPUs)", Integer("0")},
      {"set", "Override one setting: KEY=VALUE, with dots (optimizer.learning_rate=0.01); may be repeated", List()},
      {"json", "Write the result as JSON to this file (- for stdout)", Text()},
      {"quiet", "No progress", Switch()},
  });
  flags.Positional({"config"});
  int code;
  if (!flags.Parse(argc, argv, &code)) return code;
  if (flags.String("config").empty())
    return Fail("train", UsageError("give a configuration: slipway train CONFIG.yaml"));
  CatchInterrupts();
  train::TrainOptions options;
  options.config = flags.String("config");
  if (flags.Has("epochs")) options.epochs = flags.Int("epochs");
  if (flags.Has("batch_size")) options.batch_size = flags.Int("batch_size");
  if (flags.Has("learning_rate")) options.learning_rate = flags.Double("learning_rate");
  if (flags.Has("seed")) options.seed = flags.Int("seed");
  if (flags.Has("log_dir")) options.log_dir = flags.String("log_dir");
  if (flags.Has("checkpoint_dir")) options.checkpoint_dir = flags.String("checkpoint_dir");
  if (flags.Has("export_dir")) options.export_dir = flags.String("export_dir");
  options.resume = flags.Bool("resume");
  options.num_threads = static_cast<int>(flags.Int("num_threads"));
  options.set = flags.Strings("set");
  options.quiet = flags.Bool("quiet");
  options.stop = &InterruptFlag();
  auto report = train::RunTraining(options);
  if (!report.ok()) return Fail("train", report.status());
  if (flags.Has("json")) {
    nlohmann::ordered_json j = {{"epochs", report->epochs},
                                {"steps", report->steps},
                                {"seconds", report->seconds},
                                {"interrupted", report->interrupted}};
    for (const auto& [name, value] : report->metrics) j["metrics"][name] = value;
    Status s = WriteJson(flags.String("json"), j);
    if (!s.ok()) return Fail("train", s);
  }
  return report->interrupted ? kExitMachine : kExitOk;
}

const Command kTrain = {"train", "CONFIG.yaml [--export_dir DIR] [--checkpoint_dir DIR] [--log_dir DIR]",
                        "Train a model, log, checkpoint and export it", Run};

}  // namespace slipway::cli
