#include "formats/events/histogram.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slipway::events {

Tensor MakeHistogram(std::span<const float> values, int buckets) {
  CHECK(buckets > 0);
  Tensor histogram(DType::kF64, Shape{buckets, 3});
  auto rows = histogram.as<double>();
  double least = std::numeric_limits<double>::infinity(), greatest = -least;
  for (float v : values) {
    if (!std::isfinite(v)) continue;
    least = std::min<double>(least, v);
    greatest = std::max<double>(greatest, v);
  }
  if (least > greatest) return histogram;
  double width = (greatest - least) / buckets;
  for (int i = 0; i < buckets; ++i) {
    rows[3 * i] = i == 0 ? least : rows[3 * i - 2];
    rows[3 * i + 1] = i + 1 == buckets ? greatest : least + width * (i + 1);
  }
  for (float v : values) {
    if (!std::isfinite(v)) continue;
    int i = width == 0 ? buckets - 1 : std::min(static_cast<int>(std::floor((v - least) / width)), buckets - 1);
    rows[3 * i + 2] += 1;
  }
  return histogram;
}

}  // namespace slipway::events
