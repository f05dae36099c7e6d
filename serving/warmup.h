#pragma once
// Warm-up: requests that a model brings along and that run before it answers anybody.

#include <string>

#include "serving/servable.h"

namespace slipway::serving {

// Runs each record of DIRECTORY/assets.extra/tf_serving_warmup_requests, where there is one: a TFRecord file of at most
// 1000 PredictionLogs, whatever model they name. An error in the file or in a run is one of the load.
Status ReplayWarmupRequests(const std::string& directory, Servable& model, int iterations);

}  // namespace slipway::serving
