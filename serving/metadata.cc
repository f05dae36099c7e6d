#include "serving/metadata.h"

#include <google/protobuf/util/json_util.h>

#include "tensorflow_serving/apis/get_model_metadata.pb.h"
#include "tensorflow_serving/apis/get_model_status.pb.h"

namespace slipway::serving {

namespace {

namespace pb = tensorflow::serving;

std::string ToJson(const google::protobuf::Message& message) {
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = options.always_print_primitive_fields = options.preserve_proto_field_names = true;
  std::string json;
  auto status = google::protobuf::util::MessageToJsonString(message, &json, options);
  CHECK(status.ok());
  return json;
}

void FillSpec(const std::string& name, int64_t version, pb::ModelSpec* spec) {
  spec->set_name(name);
  spec->mutable_version()->set_value(version);
}

pb::SignatureDefMap SignatureDefs(const Servable& model) {
  pb::SignatureDefMap map;
  CHECK(map.ParseFromString(model.signature_defs()));
  return map;
}

}  // namespace

void FillStatus(const std::vector<VersionStatus>& versions, pb::GetModelStatusResponse* response) {
  for (const VersionStatus& v : versions) {
    pb::ModelVersionStatus* out = response->add_model_version_status();
    out->set_version(v.version);
    out->set_state(static_cast<pb::ModelVersionStatus::State>(v.state));
    out->mutable_status()->set_error_code(static_cast<tensorflow::error::Code>(v.error.code));
    out->mutable_status()->set_error_message(CutMessage(v.error.message));
  }
}

void FillMetadata(const std::string& name, const ServedVersion& served, pb::GetModelMetadataResponse* response) {
  FillSpec(name, served.version, response->mutable_model_spec());
  (*response->mutable_metadata())["signature_def"].PackFrom(SignatureDefs(*served.model));
}

std::string StatusJson(const std::vector<VersionStatus>& versions) {
  pb::GetModelStatusResponse response;
  FillStatus(versions, &response);
  return ToJson(response);
}

std::string MetadataJson(const std::string& name, const ServedVersion& served) {
  pb::ModelSpec spec;
  FillSpec(name, served.version, &spec);
  return StrCat("{\n\"model_spec\":", ToJson(spec),
                ",\n\"metadata\": {\"signature_def\": ", ToJson(SignatureDefs(*served.model)), "}\n}\n");
}

}  // namespace slipway::serving
