#include "serving/model_config.h"

#include <set>

#include "base/file.h"
#include "serving/text_message.h"
#include "tensorflow_serving/config/model_server_config.pb.h"

namespace slipway::serving {

namespace {

namespace pb = tensorflow::serving;

VersionPolicy PolicyFrom(const pb::FileSystemStoragePathSourceConfig::ServableVersionPolicy& policy) {
  if (policy.has_all()) return {.kind = VersionPolicy::Kind::kAll};
  if (policy.has_specific())
    return {.kind = VersionPolicy::Kind::kSpecific,
            .specific = {policy.specific().versions().begin(), policy.specific().versions().end()}};
  return {.num_versions = policy.latest().num_versions() ? policy.latest().num_versions() : 1};
}

RpcStatus CheckPlatform(const pb::ModelConfig& m) {
  bool has_type = m.model_type() != pb::MODEL_TYPE_UNSPECIFIED;
  if (m.model_platform().empty() && !has_type)
    return InvalidArgument(
        "Illegal setting neither ModelServerConfig::model_type (deprecated) nor ModelServerConfig::model_platform, "
        "model name is ",
        m.name());
  bool known = m.model_platform().empty() ? m.model_type() == pb::TENSORFLOW : m.model_platform() == "tensorflow";
  if (!known)
    return InvalidArgument("model ", m.name(), " asks for the platform '", m.model_platform(),
                           "'; only 'tensorflow' is served");
  return {};
}

}  // namespace

RpcStatus ModelsFromConfig(const pb::ModelServerConfig& config, std::vector<ModelConfig>* models) {
  if (!config.has_model_config_list())
    return InvalidArgument("the configuration has no model_config_list: Only ModelConfigList is currently supported");
  std::vector<ModelConfig> found;
  std::set<std::string> names;
  for (const pb::ModelConfig& m : config.model_config_list().config()) {
    if (m.name().empty()) return InvalidArgument("a model of the configuration has no name");
    if (!names.insert(m.name()).second)
      return InvalidArgument("Illegal to list model ", m.name(), " multiple times in config list");
    if (m.base_path().empty() || m.base_path()[0] != '/')
      return InvalidArgument("Expected model ", m.name(),
                             " to have an absolute path or URI; got base_path()=", m.base_path());
    RETURN_IF_RPC_ERROR(CheckPlatform(m));
    found.push_back({.name = m.name(),
                     .base_path = m.base_path(),
                     .policy = PolicyFrom(m.model_version_policy()),
                     .labels = {m.version_labels().begin(), m.version_labels().end()}});
  }
  *models = std::move(found);
  return {};
}

Result<std::vector<ModelConfig>> ParseModelConfig(const std::string& text, const std::string& name) {
  pb::ModelServerConfig config;
  RETURN_IF_ERROR(ParseTextMessage(text, name, &config));
  std::vector<ModelConfig> models;
  if (RpcStatus s = ModelsFromConfig(config, &models); !s.ok()) return BadInput("'", name, "': ", s.message);
  return models;
}

Result<std::vector<ModelConfig>> ReadModelConfig(const std::string& path) {
  ASSIGN_OR_RETURN(std::string text, ReadFile(path));
  return ParseModelConfig(text, path);
}

}  // namespace slipway::serving
