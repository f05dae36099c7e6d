#include "cli/command.h"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/file.h"

namespace slipway::cli {

int ExitCode(const Status& s) {
  if (s.ok()) return kExitOk;
  switch (s.kind()) {
    case ErrorKind::kUsage:
      return kExitUsage;
    case ErrorKind::kBadInput:
    case ErrorKind::kUnsupported:
    case ErrorKind::kNotFound:
      return kExitBadInput;
    case ErrorKind::kMachine:
    case ErrorKind::kCancelled:
      return kExitMachine;
  }
  return kExitMachine;
}

int Fail(const char* command, const Status& s) {
  std::fprintf(stderr, "slipway %s: %s\n", command, s.message().c_str());
  return ExitCode(s);
}

Status WriteJson(const std::string& path, const nlohmann::ordered_json& json) {
  std::string text = json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  if (path == "-") {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) return MachineError("cannot write to stdout");
    return OkStatus();
  }
  return WriteFileAtomically(path, text);
}

Progress::Progress(std::string what, int64_t total, bool quiet)
    : what_(std::move(what)), total_(total), quiet_(quiet), terminal_(isatty(2)) {}

Progress::~Progress() { Finish(); }

void Progress::Update(int64_t done, const std::string& note) {
  if (quiet_) return;
  int64_t percent = total_ > 0 ? done * 100 / total_ : 0;
  if (percent == last_percent_) return;
  if (terminal_) {
    int filled = static_cast<int>(percent / 5);
    std::string bar =
        std::string(static_cast<size_t>(filled), '#') + std::string(static_cast<size_t>(20 - filled), '.');
    std::fprintf(stderr, "\r\033[K%s [%s] %3d%% %s", what_.c_str(), bar.c_str(), static_cast<int>(percent),
                 note.c_str());
    open_ = true;
  } else if (percent / 25 != last_percent_ / 25 || last_percent_ < 0) {
    std::fprintf(stderr, "%s %d%% %s\n", what_.c_str(), static_cast<int>(percent), note.c_str());
  }
  std::fflush(stderr);
  last_percent_ = percent;
}

void Progress::Finish() {
  if (open_) std::fprintf(stderr, "\r\033[K");
  open_ = false;
}

static std::atomic<bool> interrupted{false};
std::atomic<bool>& InterruptFlag() { return interrupted; }

void CatchInterrupts() {
  struct sigaction action = {};
  action.sa_handler = [](int) { interrupted = true; };
  sigaction(SIGTERM, &action, nullptr);              // again and again: what drains goes on draining
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // the second ctrl-C ends the process at once
  sigaction(SIGINT, &action, nullptr);
}

// Columns, not bytes: cells may hold UTF-8.
static size_t Width(const std::string& s) {
  size_t n = 0;
  for (unsigned char c : s) n += (c & 0xc0) != 0x80;
  return n;
}

std::string Table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<size_t> widths;
  for (const auto& row : rows)
    for (size_t i = 0; i < row.size(); ++i) {
      if (widths.size() <= i) widths.push_back(0);
      widths[i] = std::max(widths[i], Width(row[i]));
    }
  std::string out;
  for (size_t r = 0; r < rows.size(); ++r) {
    std::string line;
    for (size_t i = 0; i < rows[r].size(); ++i) {
      const std::string& cell = rows[r][i];
      const std::string& sample = rows.size() > 1 && i < rows[1].size() ? rows[1][i] : cell;
      bool right = i > 0 && !sample.empty() &&
                   (std::isdigit(static_cast<unsigned char>(sample[0])) || sample[0] == '-' || sample[0] == '+');
      std::string space(widths[i] - Width(cell), ' ');
      StrAppend(line, i ? "  " : "", right ? space : "", cell, right ? "" : space);
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    StrAppend(out, line, "\n");
  }
  return out;
}

}  // namespace slipway::cli
