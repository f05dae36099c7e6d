// fuzz_corpus NAME [--mutations N] [--write DIR] [--file FILE]: the seeds of a target, each cut at places all along,
// and N mutations of them (default: as many as take a second or so). An input that crashes or takes longer than
// kLongest is left as NAME.crash in the current folder; --file runs it again. --write leaves the seeds for libFuzzer.
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/file.h"
#include "tests/fuzz/mutate.h"
#include "tests/fuzz/target.h"

namespace slipway::fuzz {

namespace {

constexpr time_t kLongest = 20;  // seconds of processor time

constexpr Target kTargets[] = {
#define TARGET(name) {#name, Run_##name, Seeds_##name},
#include "tests/fuzz/targets.def"
#undef TARGET
};

const char* running_name = nullptr;
std::string_view running;

// Only calls that a signal handler may make.
void LeaveInput(int signal_number) {
  char path[64] = {};
  std::strncat(path, running_name, 40);
  std::strcat(path, ".crash");
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  for (std::string_view rest = running; file >= 0 && !rest.empty();) {
    ssize_t n = write(file, rest.data(), rest.size());
    if (n <= 0) break;
    rest.remove_prefix(static_cast<size_t>(n));
  }
  for (const char* text : {running_name, signal_number == SIGPROF ? ": took too long" : ": crashed",
                           "; the input is left in ", static_cast<const char*>(path), "\n"})
    if (write(2, text, std::strlen(text)) < 0) break;
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

// An input that claims much more than it holds must not get it. Sanitizers reserve more than any limit.
void LimitMemory() {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(__clang__)
  rlimit limit = {rlim_t{4} << 30, rlim_t{4} << 30};
  CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
#endif
}

// Of processor time: a busy machine is no hang.
void SetTimer(time_t seconds) {
  itimerval timer = {};
  timer.it_value.tv_sec = seconds;
  setitimer(ITIMER_PROF, &timer, nullptr);
}

void Run(const Target& target, std::string_view bytes) {
  running = bytes;
  SetTimer(kLongest);
  target.run(bytes);
  SetTimer(0);
}

void RunAll(const Target& target, uint64_t mutations) {
  std::vector<std::string> seeds = target.seeds();
  CHECK(!seeds.empty());
  seeds.push_back("");
  uint64_t runs = 0;
  for (const std::string& seed : seeds) {
    Run(target, seed);
    size_t cuts = std::min<size_t>(seed.size(), 1 + 1000 / seeds.size());
    for (size_t i = 0; i < cuts; ++i) Run(target, std::string_view(seed).substr(0, i * seed.size() / cuts));
    runs += 1 + cuts;
  }
  for (uint64_t k = 0; k < mutations; ++k, ++runs) Run(target, Mutate(seeds, k % seeds.size(), k));
  std::printf("%s: %zu seeds, %llu inputs\n", target.name, seeds.size(), static_cast<unsigned long long>(runs));
}

int Main(int argc, char** argv) {
  const Target* target = nullptr;
  for (const Target& t : kTargets)
    if (argc > 1 && std::strcmp(t.name, argv[1]) == 0) target = &t;
  if (!target) {
    std::fprintf(stderr, "usage: fuzz_corpus NAME [--mutations N] [--write DIR] [--file FILE]; NAME is one of");
    for (const Target& t : kTargets) std::fprintf(stderr, " %s", t.name);
    std::fprintf(stderr, "\n");
    return 2;
  }
  running_name = target->name;
  LimitMemory();
  for (int s : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPROF}) signal(s, LeaveInput);
  uint64_t mutations = 3000;
  for (int i = 2; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--mutations") == 0) mutations = std::strtoull(argv[i + 1], nullptr, 10);
    if (std::strcmp(argv[i], "--write") == 0) {
      std::vector<std::string> seeds = target->seeds();
      CHECK(MakeDirectories(argv[i + 1]).ok());
      for (size_t k = 0; k < seeds.size(); ++k)
        CHECK(WriteFileAtomically(JoinPath(argv[i + 1], StrCat("seed", k)), seeds[k]).ok());
      return 0;
    }
    if (std::strcmp(argv[i], "--file") == 0) {
      Result<std::string> bytes = ReadFile(argv[i + 1]);
      CHECK(bytes.ok());
      Run(*target, *bytes);
      return 0;
    }
  }
  RunAll(*target, mutations);
  return 0;
}

}  // namespace

}  // namespace slipway::fuzz

int main(int argc, char** argv) { return slipway::fuzz::Main(argc, argv); }
