#pragma once
// Messages of TensorFlow to the structs of model.h. `owner` keeps the message alive, so that constants need no copy.

#include <memory>

#include "base/status.h"
#include "formats/savedmodel/model.h"

namespace tensorflow {
class GraphDef;
class MetaGraphDef;
}  // namespace tensorflow

namespace slipway::savedmodel {

Result<Graph> DecodeGraph(const tensorflow::GraphDef& proto, const std::shared_ptr<const void>& owner);
Result<MetaGraph> DecodeMetaGraph(const tensorflow::MetaGraphDef& proto, const std::shared_ptr<const void>& owner);

}  // namespace slipway::savedmodel
