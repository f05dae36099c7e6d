#pragma once
// Which models a server has: ModelServerConfig in text or message form, with TF Serving's rules and messages.

#include <map>
#include <string>
#include <vector>

#include "serving/rpc_status.h"
#include "serving/version_policy.h"

namespace tensorflow::serving {
class ModelServerConfig;
}

namespace slipway::serving {

struct ModelConfig {
  std::string name, base_path;
  VersionPolicy policy = {};
  std::map<std::string, int64_t> labels = {};  // label -> version
};

// INVALID_ARGUMENT: no list of models, a name twice, a base path that is not absolute, no or another platform.
RpcStatus ModelsFromConfig(const tensorflow::serving::ModelServerConfig&, std::vector<ModelConfig>* models);
// The text form. `name` is the file's, for messages.
Result<std::vector<ModelConfig>> ParseModelConfig(const std::string& text, const std::string& name);
Result<std::vector<ModelConfig>> ReadModelConfig(const std::string& path);

}  // namespace slipway::serving
