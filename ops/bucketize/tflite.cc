#include "ops/tables/tflite.h"
#include "ops/bucketize/bucketize.h"

namespace slipway::ops {

static constexpr auto kOptions = [](auto& v, auto& boundaries) { v.Floats(0, "boundaries", boundaries); };

Status Bucketize::FromTflite(const TfliteOperator& in, Bucketize* op) {
  std::vector<float> boundaries;
  RETURN_IF_ERROR(ReadOptions(in, OptionsType::BucketizeOptions, boundaries, kOptions));
  op->boundaries.assign(boundaries.begin(), boundaries.end());
  return OkStatus();
}

Result<TfliteForm> ToTflite(const Bucketize& op, const TfliteTypes&) {
  std::vector<float> boundaries;
  for (double b : op.boundaries) boundaries.push_back(static_cast<float>(b));
  return MakeForm(Builtin::BUCKETIZE, 1, OptionsType::BucketizeOptions, boundaries, kOptions);
}

}  // namespace slipway::ops
