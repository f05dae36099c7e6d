#pragma once
// What every subcommand of `slipway` shares: exit codes, progress, JSON, tables. Its flags: cli/flags.h.
//
// Exit codes: 0 done, 1 the check or comparison said no, 2 wrong usage, 3 bad input file, 4 an error of the machine.

#include <atomic>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/status.h"

namespace slipway::cli {

inline constexpr int kExitOk = 0, kExitNo = 1, kExitUsage = 2, kExitBadInput = 3, kExitMachine = 4;

struct Command {
  const char* name;
  const char* arguments;  // "SAVED_MODEL_DIR --output_file FILE"
  const char* summary;
  int (*run)(int argc, char** argv);
};

// 2, 3 or 4 by the kind of error.
int ExitCode(const Status&);
// Prints "slipway CMD: MESSAGE" to stderr and gives the exit code.
int Fail(const char* command, const Status&);

// Writes the machine-readable result to a file, or to stdout for "-".
Status WriteJson(const std::string& path, const nlohmann::ordered_json& json);

// A progress line on a terminal (redrawn in place), plain lines now and then elsewhere, nothing when quiet.
class Progress {
 public:
  Progress(std::string what, int64_t total, bool quiet);
  ~Progress();
  void Update(int64_t done, const std::string& note = "");
  void SetTotal(int64_t total) { total_ = total; }
  void Finish();

 private:
  std::string what_;
  int64_t total_, last_percent_ = -1;
  bool quiet_, terminal_, open_ = false;
};

// Set by SIGINT/SIGTERM; long work looks at it and stops cleanly.
std::atomic<bool>& InterruptFlag();
inline bool Interrupted() { return InterruptFlag(); }
void CatchInterrupts();

// A table with aligned columns; the first row is the header. Numbers (cells that start with a digit, '-' or '+') align
// right.
std::string Table(const std::vector<std::vector<std::string>>& rows);

}  // namespace slipway::cli
