#pragma once
// What a server says about its models: replies of GetModelStatus and GetModelMetadata, and their JSON in REST.

#include <string>
#include <vector>

#include "serving/model_store.h"

namespace tensorflow::serving {
class GetModelMetadataResponse;
class GetModelStatusResponse;
}  // namespace tensorflow::serving

namespace slipway::serving {

void FillStatus(const std::vector<VersionStatus>& versions, tensorflow::serving::GetModelStatusResponse* response);
// The field "signature_def": every signature of the model's file.
void FillMetadata(const std::string& name, const ServedVersion& served,
                  tensorflow::serving::GetModelMetadataResponse* response);

// Field names as in the protos, default values written, 64-bit integers as strings.
std::string StatusJson(const std::vector<VersionStatus>& versions);
std::string MetadataJson(const std::string& name, const ServedVersion& served);

}  // namespace slipway::serving
