#include "serving/log.h"

#include <chrono>
#include <cstdio>
#include <ctime>

#include "base/strings.h"

namespace slipway::serving {

void Log(std::string_view line) {
  auto now = std::chrono::system_clock::now();
  std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  auto millis = std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
  char stamp[32];
  std::tm tm{};
  std::strftime(stamp, sizeof stamp, "%Y-%m-%d %H:%M:%S", localtime_r(&seconds, &tm));
  char fraction[8];
  std::snprintf(fraction, sizeof fraction, ".%03d", static_cast<int>(millis));
  std::string text = StrCat(stamp, fraction, ": ", line, "\n");
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace slipway::serving
