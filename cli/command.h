#pragma once
// What every subcommand of `slipway` shares: flags, exit codes, progress, JSON.
//
// Exit codes: 0 done, 1 the check or comparison said no, 2 wrong usage, 3 bad input file, 4 an error of the machine.

#include <atomic>
#include <cxxopts.hpp>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

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

// Parses flags; on --help prints the usage and on a wrong flag a sentence with the nearest valid flag; then the command
// returns *exit_code. Flags are --snake_case; --flag=value and --flag value both work.
class Flags {
 public:
  Flags(const Command& command);
  cxxopts::OptionAdder Add() { return options_.add_options(); }
  // A flag that is taken with or without a value and has no effect; not shown by --help.
  void AddIgnored(const std::string& name) {
    options_.add_options("ignored")(name, "", cxxopts::value<std::string>()->implicit_value(""));
  }
  // Names of positional arguments, in order; a trailing "..." takes the rest.
  void Positional(std::vector<std::string> names) { positional_ = std::move(names); }
  // False: return *exit_code from the command.
  bool Parse(int argc, char** argv, int* exit_code);

  bool Has(const std::string& name) const { return result_.count(name) > 0; }
  std::string String(const std::string& name) const { return result_[name].as<std::string>(); }
  int64_t Int(const std::string& name) const { return result_[name].as<int64_t>(); }
  double Double(const std::string& name) const { return result_[name].as<double>(); }
  bool Bool(const std::string& name) const { return result_[name].as<bool>(); }
  std::vector<std::string> Strings(const std::string& name) const {
    return Has(name) ? result_[name].as<std::vector<std::string>>() : std::vector<std::string>{};
  }

 private:
  const Command& command_;
  cxxopts::Options options_;
  cxxopts::ParseResult result_;
  std::vector<std::string> positional_;
};

// Writes the machine-readable result to a file, or to stdout for "-".
Status WriteJson(const std::string& path, const nlohmann::ordered_json& json);

// A progress line on a terminal (redrawn in place), plain lines now and then elsewhere, nothing when quiet.
class Progress {
 public:
  Progress(std::string what, int64_t total, bool quiet);
  ~Progress();
  void Update(int64_t done, const std::string& note = "");
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
