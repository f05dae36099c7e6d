// slipway env: the machine, the instruction set chosen, what was built in.
#include <sys/utsname.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/cpu.h"
#include "base/thread_pool.h"
#include "cli/commands.h"
#include "cli/flags.h"
#include "interpreter/xnnpack/engine.h"

namespace slipway::cli {

static std::string CpuModel() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown";
}

static int Run(int argc, char** argv) {
  Flags flags(kEnv);
  flags.Add({
      {"json", "Write the result as JSON to this file (- for stdout)", Text()},
  });
  int code;
  if (!flags.Parse(argc, argv, &code)) return code;
  utsname name{};
  uname(&name);
  nlohmann::ordered_json j;
  j["version"] = SLIPWAY_VERSION;
  j["system"] = StrCat(name.sysname, " ", name.release, " ", name.machine);
  j["cpu"] = CpuModel();
  j["cpus"] = ThreadPool::AvailableCpus();
  j["isa"] = IsaName(CpuIsa());
  j["compiler"] = __VERSION__;
  j["xnnpack"] = interpreter::XnnEngine(interpreter::XnnUse::kAll) ? "built in" : "not built in";
  j["cuda"] = "not built in";
  if (flags.Has("json")) {
    Status s = WriteJson(flags.String("json"), j);
    return s.ok() ? kExitOk : Fail("env", s);
  }
  std::vector<std::vector<std::string>> rows;
  for (const auto& [key, value] : j.items())
    rows.push_back({key, value.is_string() ? value.get<std::string>() : value.dump()});
  std::printf("%s", Table(rows).c_str());
  return kExitOk;
}

const Command kEnv = {"env", "[--json FILE]", "Show the machine, the instruction set chosen and versions", Run};

}  // namespace slipway::cli
