#pragma once
// The structs of model.h to messages of TensorFlow.

#include "formats/savedmodel/model.h"

namespace tensorflow {
class AttrValue;
class FunctionDef;
class NodeDef;
}  // namespace tensorflow

namespace slipway::savedmodel {

void EncodeAttr(const Attr& attr, tensorflow::AttrValue* proto);
void EncodeNode(const Node& node, tensorflow::NodeDef* proto);
void EncodeFunction(const Function& function, tensorflow::FunctionDef* proto);

}  // namespace slipway::savedmodel
