#pragma once
// Where progress goes: a terminal, whose last line can be rewritten, or anything else, which gets whole lines.

#include <string_view>

namespace slipway::train {

class ProgressSink {
 public:
  virtual ~ProgressSink() = default;
  virtual bool rewritable() const = 0;
  // Replaces the line that is being rewritten. Only if rewritable().
  virtual void Update(std::string_view line) = 0;
  // A line that stays; takes the place of the rewritten one.
  virtual void Line(std::string_view line) = 0;
};

// Nothing at all.
class SilentSink final : public ProgressSink {
 public:
  bool rewritable() const override { return false; }
  void Update(std::string_view) override {}
  void Line(std::string_view) override {}
};

// Standard error: rewritten if it is a terminal.
class TerminalSink final : public ProgressSink {
 public:
  TerminalSink();
  bool rewritable() const override { return terminal_; }
  void Update(std::string_view line) override;
  void Line(std::string_view line) override;

 private:
  bool terminal_;
  size_t width_ = 0;  // of the line on screen
};

}  // namespace slipway::train
