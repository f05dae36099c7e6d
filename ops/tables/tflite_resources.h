#pragma once
// Variables and tables of a .tflite file: tensors that hold handles, which VAR_HANDLE and HASHTABLE give by name and
// number and which subgraphs take and return, become indices of the module's variables and tables. What the subgraph
// of a CALL_ONCE fills them with from constants becomes their initial elements.

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "formats/tflite/model.h"
#include "ops/graph_use.h"

namespace slipway::ops {

struct TfliteResource {
  enum Kind : uint8_t { kNone, kVariable, kTable };
  Kind kind = kNone;
  int index = -1;
  friend bool operator==(const TfliteResource&, const TfliteResource&) = default;
};

class TfliteResources {
 public:
  struct Variable {
    std::string name;
    TensorType type;
    Tensor initial;  // not valid(): none is given
  };
  struct Table {
    std::string name;
    DType key = DType::kInvalid, value = DType::kInvalid;
    Tensor keys, values;  // not valid(): filled when running, if at all
  };

  static Result<TfliteResources> Read(const tflite::Model&);

  const std::vector<Variable>& variables() const { return variables_; }
  const std::vector<Table>& tables() const { return tables_; }
  // What the handle in a subgraph's tensor stands for; kNone if it is no handle.
  TfliteResource Find(size_t subgraph, int32_t tensor) const;
  bool IsHandle(size_t subgraph, int32_t tensor) const { return Find(subgraph, tensor).kind != TfliteResource::kNone; }
  // Calls of this subgraph have become initial elements.
  bool IsInitializer(size_t subgraph) const { return initializers_.count(subgraph) > 0; }

  // What an operator on handles is. Its operands and results are those of the operator that are no handles.
  struct Use {
    bool nothing = false;  // it makes a handle, or its effects are initial elements
    Op op;                 // not valid(): not on handles, or on handles passed on
    std::string origin;    // where there is no result to name it after
  };
  Result<Use> Translate(const tflite::Model&, size_t subgraph, const tflite::Operator&) const;
  std::vector<int32_t> WithoutHandles(size_t subgraph, const std::vector<int32_t>& tensors) const;

  // The subgraphs that an operator runs, CALL_ONCE aside.
  static Result<std::vector<GraphUse>> CalledBy(const tflite::Model&, const tflite::Operator&);

 private:
  Status ReadHandles(const tflite::Model&);
  Status ReadCalls(const tflite::Model&);
  Result<bool> Follow(const tflite::Model&, size_t subgraph, const tflite::Operator&);
  Result<bool> Set(const tflite::Model&, size_t subgraph, int32_t tensor, TfliteResource);
  Status ReadTypes(const tflite::Model&);
  Status NoteType(int variable, const tflite::Model&, const tflite::TensorInfo&);
  Status ReadInitializers(const tflite::Model&);
  bool OnlyConstants(const tflite::Model&, size_t subgraph) const;
  Status ReadInitializer(const tflite::Model&, size_t subgraph);
  std::string NameOf(TfliteResource) const;

  std::vector<Variable> variables_;
  std::vector<Table> tables_;
  std::map<std::pair<std::string, std::string>, int> variable_of_;  // container, shared name
  std::map<int, int> table_of_;                                     // table_id
  std::map<std::pair<size_t, int32_t>, TfliteResource> by_tensor_;  // subgraph, tensor
  std::set<size_t> initializers_;
};

}  // namespace slipway::ops
