#pragma once
// Where the C API's messages go: the program's function, or stderr. Threads: as the program's function allows.

#include <cstdarg>

#include "base/status.h"

namespace slipway::c_api {

struct Reporter {
  void (*report)(void* user_data, const char* format, va_list args) = nullptr;
  void* user_data = nullptr;

  void SayVa(const char* format, va_list args) const;
  __attribute__((format(printf, 2, 3))) void Say(const char* format, ...) const;
  // True if the status is OK; else its message has been reported.
  bool Passes(const Status& status) const;
};

}  // namespace slipway::c_api
