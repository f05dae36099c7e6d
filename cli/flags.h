#pragma once
// The flags of one subcommand: --snake_case, `--flag=value` and `--flag value` both work. On --help the usage is
// printed, on a wrong flag a sentence with the nearest valid one.

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"

namespace slipway::cli {

// What a flag takes, and its default where it has one.
struct FlagType {
  enum Kind { kText, kInteger, kNumber, kSwitch, kList } kind;
  const char* fallback = nullptr;
};
inline FlagType Text(const char* fallback = nullptr) { return {FlagType::kText, fallback}; }
inline FlagType Integer(const char* fallback = nullptr) { return {FlagType::kInteger, fallback}; }
inline FlagType Number(const char* fallback = nullptr) { return {FlagType::kNumber, fallback}; }
inline FlagType Switch(const char* fallback = "false") { return {FlagType::kSwitch, fallback}; }
inline FlagType List() { return {FlagType::kList}; }

class Flags {
 public:
  explicit Flags(const Command& command);
  ~Flags();

  struct Flag {
    const char* names;  // "num_threads,threads": the name and its aliases
    const char* help;
    FlagType type;
  };
  void Add(std::initializer_list<Flag> flags);
  // A flag that is taken with or without a value and has no effect; not shown by --help.
  void AddIgnored(const std::string& name);
  // Names of positional arguments, in order; a trailing "..." takes the rest.
  void Positional(std::vector<std::string> names);
  // False: return *exit_code from the command.
  bool Parse(int argc, char** argv, int* exit_code);

  // Was it given? Its value, which must have the type that it was added with and be given or have a default.
  bool Has(const std::string& name) const;
  std::string String(const std::string& name) const;
  int64_t Int(const std::string& name) const;
  double Double(const std::string& name) const;
  bool Bool(const std::string& name) const;
  std::vector<std::string> Strings(const std::string& name) const;

 private:
  struct Parser;  // of the library that parses
  const Command& command_;
  std::unique_ptr<Parser> parser_;
};

}  // namespace slipway::cli
