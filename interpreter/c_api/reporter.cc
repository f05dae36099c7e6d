#include "interpreter/c_api/reporter.h"

#include <cstdio>

namespace slipway::c_api {

void Reporter::SayVa(const char* format, va_list args) const {
  if (report) return report(user_data, format, args);
  std::fputs("ERROR: ", stderr);
  std::vfprintf(stderr, format, args);
  std::fputc('\n', stderr);
}

void Reporter::Say(const char* format, ...) const {
  va_list args;
  va_start(args, format);
  SayVa(format, args);
  va_end(args);
}

bool Reporter::Passes(const Status& status) const {
  if (!status.ok()) Say("%s", status.message().c_str());
  return status.ok();
}

}  // namespace slipway::c_api
