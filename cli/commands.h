#pragma once
// The list of subcommands, in the order of a model's life.

#include <span>

#include "cli/command.h"

namespace slipway::cli {

extern const Command kTrain, kInspect, kConvert, kQuantize, kCompare, kRun, kBenchmark, kServe, kEnv;

std::span<const Command> Commands();

}  // namespace slipway::cli
