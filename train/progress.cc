#include "train/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace slipway::train {

TerminalSink::TerminalSink() : terminal_(isatty(STDERR_FILENO) != 0) {}

void TerminalSink::Update(std::string_view line) {
  if (!terminal_) return;
  std::string text;
  text.reserve(1 + std::max(line.size(), width_));
  text.push_back('\r');
  text.append(line);
  if (line.size() < width_) text.append(width_ - line.size(), ' ');
  width_ = line.size();
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

void TerminalSink::Line(std::string_view line) {
  std::string text;
  if (terminal_ && width_ > 0) text.push_back('\r');
  text.append(line);
  if (line.size() < width_) text.append(width_ - line.size(), ' ');
  width_ = 0;
  text.push_back('\n');
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace slipway::train
