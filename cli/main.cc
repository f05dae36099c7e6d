// slipway: one binary, one file per subcommand.
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "cli/commands.h"
#include "interpreter/external_kernels.h"

namespace slipway::cli {

static void PrintUsage(FILE* out) {
  std::fprintf(out, "Usage: slipway COMMAND ...\n\nThe whole life of a model in TensorFlow's formats.\n\n");
  for (const Command& c : Commands()) std::fprintf(out, "  %-10s %s\n", c.name, c.summary);
  std::fprintf(out, "\n'slipway help COMMAND' shows every flag with its default.\n");
}

static const Command* Find(const char* name) {
  for (const Command& c : Commands())
    if (std::strcmp(c.name, name) == 0) return &c;
  return nullptr;
}

static int UnknownCommand(const char* name) {
  std::vector<std::string> names;
  for (const Command& c : Commands()) names.push_back(c.name);
  std::string nearest = NearestWord(name, names);
  std::fprintf(stderr, "slipway: there is no command '%s'", name);
  if (!nearest.empty()) std::fprintf(stderr, " (did you mean '%s'?)", nearest.c_str());
  std::fprintf(stderr, "\nTry 'slipway help'.\n");
  return kExitUsage;
}

static int Main(int argc, char** argv) {
  if (argc < 2) {
    PrintUsage(stderr);
    return kExitUsage;
  }
  const char* name = argv[1];
  if (std::strcmp(name, "--version") == 0 || std::strcmp(name, "version") == 0) {
    std::printf("slipway %s\n", SLIPWAY_VERSION);
    return kExitOk;
  }
  bool help = std::strcmp(name, "help") == 0 || std::strcmp(name, "--help") == 0 || std::strcmp(name, "-h") == 0;
  if (help && argc == 2) {
    PrintUsage(stdout);
    return kExitOk;
  }
  const Command* command = Find(help ? argv[2] : name);
  if (!command) return UnknownCommand(help ? argv[2] : name);
  if (!help) return command->run(argc - 1, argv + 1);
  char flag[] = "--help";
  char* arguments[] = {argv[2], flag, nullptr};
  return command->run(2, arguments);
}

}  // namespace slipway::cli

int main(int argc, char** argv) {
  slipway::interpreter::SetExternalKernels(&slipway::interpreter::ExternalKernels());
  try {
    return slipway::cli::Main(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "slipway: out of memory\n");
  } catch (const std::exception& e) {
    std::fprintf(stderr, "slipway: %s\n", e.what());
  }
  return slipway::cli::kExitMachine;
}
