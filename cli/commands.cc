#include "cli/commands.h"

namespace slipway::cli {

std::span<const Command> Commands() {
  static const Command commands[] = {kEnv};
  return commands;
}

}  // namespace slipway::cli
