#pragma once
// A fuzz target: one parser of bytes that others wrote, and whole inputs for it, made by our own writers.
//
// RunNAME must come back for any bytes: no crash, no hang, no memory out of proportion to the input. `fuzz_corpus NAME`
// runs the seeds, their truncations and mutations that are always the same (an ordinary test, with any compiler);
// preset `fuzz` builds fuzz_NAME with libFuzzer.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace slipway::fuzz {

struct Target {
  const char* name;
  void (*run)(std::string_view bytes);
  std::vector<std::string> (*seeds)();
};

#define TARGET(name)                       \
  void Run_##name(std::string_view bytes); \
  std::vector<std::string> Seeds_##name();
#include "tests/fuzz/targets.def"
#undef TARGET

// A folder of this process, in memory where the system has such a place. Gone when the process ends normally.
const std::string& Folder();
// The path of a file in it with these contents.
std::string FileWith(const char* name, std::string_view bytes);

}  // namespace slipway::fuzz
