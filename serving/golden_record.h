#pragma once
// Golden records: what a model gave when it was trained. An export carries raw inputs and outputs of its signatures in
// assets.extra/slipway_golden/SIGNATURE.{inputs,outputs}.npz; a version that does not give them again is not served.

#include <string>

#include "serving/servable.h"

namespace slipway::serving {

// Replays every record of the directory that belongs to a signature that can run. kBadInput names the signature and the
// output that differs (beyond 1e-4 of its size).
Status ReplayGoldenRecords(const std::string& directory, Servable& model);

}  // namespace slipway::serving
