#include "cli/commands.h"

namespace slipway::cli {

std::span<const Command> Commands() {
  static const Command commands[] = {kTrain, kInspect, kConvert, kQuantize, kCompare, kRun, kBenchmark, kServe, kEnv};
  return commands;
}

}  // namespace slipway::cli
