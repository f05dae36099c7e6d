#pragma once
// From a version directory to a model that answers. Everything is checked before the model exists: every checksum of
// the variables, every op, the golden records, the warm-up requests; so a half-copied or damaged directory gives an
// error, never a model.

#include <memory>
#include <string>
#include <vector>

#include "serving/loaded_model.h"

namespace slipway::serving {

struct LoadOptions {
  std::vector<std::string> tags = {"serve"};  // exactly those of the MetaGraph
  bool prefer_tflite = false;                 // DIRECTORY/model.tflite, where there is one
  int warmup_iterations = 1;                  // of each warm-up request; 0: none runs
  RunOptions run;
};

// A signature that needs what we lack is left out with its reason; the load fails only if that is true of all.
Result<std::shared_ptr<Servable>> LoadModel(const std::string& directory, const LoadOptions&);

Result<std::shared_ptr<Servable>> LoadSavedModel(const std::string& directory, const LoadOptions&);
// Its signatures, or its main graph as serving_default.
Result<std::shared_ptr<Servable>> LoadTflite(const std::string& path, const LoadOptions&);

}  // namespace slipway::serving
