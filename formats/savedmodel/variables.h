#pragma once
// VariableStore: where the values of a SavedModel's variables lie, and their values on demand.
//
// A variable node of the main graph (VarHandleOp, VariableV2, Variable) gets its key in the variables bundle from
//   1. the graph's own restore nodes (saver_def.restore_op_name), followed through functions: what TensorFlow runs;
//   2. else the object graph: the variable that a signature's function is bound to in its place, or the only one of
//   that
//      name; its path matched with the checkpoint's object graph;
//   3. else the bundle: a tensor of the variable's name.
// Thread safe after Open.

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/status.h"
#include "formats/bundle/reader.h"
#include "formats/savedmodel/model.h"

namespace slipway::savedmodel {

bool IsVariableOp(std::string_view op);

struct StoredVariable {
  std::string key;    // in the bundle
  std::string slice;  // "4 3 0,2:-" when the node holds a part of a larger tensor, else empty
  int object = -1;    // index into MetaGraph::objects, -1 when it is in no object graph
};

class VariableStore {
 public:
  // Reads the bundle's index if the graph has variables; kNotFound when it is missing.
  static Result<VariableStore> Open(const std::string& directory, const MetaGraph& meta_graph);

  // Nullptr: there is no stored value for that node.
  const StoredVariable* Find(std::string_view node) const;
  Result<Tensor> Read(std::string_view node) const;

 private:
  std::unique_ptr<bundle::Reader> reader_;
  std::map<std::string, StoredVariable, std::less<>> variables_;
};

}  // namespace slipway::savedmodel
