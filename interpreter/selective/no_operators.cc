// In place of c_api's operator_node.cc, context_functions.cc and opaque.cc, for models without custom operators of the
// program: none is asked for.
#include "interpreter/c_api/operator_node.h"

namespace slipway::c_api {

void GraphContext::SetFunctions() {}

Result<std::shared_ptr<const ops::CustomFunctions>> OperatorNodes::Find(const interpreter::CustomNode&) {
  return std::shared_ptr<const ops::CustomFunctions>();
}

}  // namespace slipway::c_api
