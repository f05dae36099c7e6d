#pragma once
// What a model's initialization fills its static tables with: LookupTableImportV2 and InitializeTableV2 from constants,
// InitializeTableFromTextFileV2 from a file among the assets. Internal to ir/wire.

#include <map>
#include <string>
#include <unordered_map>

#include "formats/savedmodel/model.h"
#include "ir/graph.h"

namespace slipway::wire {

class TfTables {
 public:
  // `directory`: of the SavedModel; empty: no assets. Both must live as long.
  TfTables(const savedmodel::MetaGraph& meta_graph, std::string directory);

  // The table that a HashTableV2 of the main graph makes. Unsupported if it is not filled when the model is loaded, or
  // with something that is computed.
  Result<ir::Table> Make(const savedmodel::Node& node);

 private:
  struct Scope {
    const std::vector<savedmodel::Node>* nodes = nullptr;
    const savedmodel::Function* function = nullptr;
    const Scope* outer = nullptr;  // of the call
    const savedmodel::Node* call = nullptr;
    int depth = 0;
  };
  // A table's node, or a constant, or neither.
  struct Value {
    const savedmodel::Node* table = nullptr;
    Tensor constant;
  };

  void Visit(const Scope& scope, const savedmodel::Node& node);
  void VisitCall(const Scope& scope, const savedmodel::Node& node);
  void Fill(const Scope& scope, const savedmodel::Node& node);
  Status FillFrom(const Scope& scope, const savedmodel::Node& node, ir::Table* table);
  Value Resolve(const Scope& scope, std::string_view ref, int steps = 0) const;
  Value OfNode(const Scope& scope, const savedmodel::Node& node, int steps) const;
  Value Assigned(const savedmodel::Node& variable, int steps) const;
  Tensor AssetPath(const savedmodel::Node& placeholder) const;

  const savedmodel::MetaGraph& meta_graph_;
  std::string directory_;
  Scope main_;
  bool visited_ = false;
  struct Content {
    Status status;
    ir::Table table;
  };
  std::unordered_map<const savedmodel::Node*, Content> contents_;
  int64_t visits_ = 0;
};

// The lines of a text file as TensorFlow's initializer reads them into a table: `key_index` and `value_index` are
// columns, -1 the line's number, -2 the whole line.
struct TextTable {
  int64_t key_index = -2, value_index = -1, vocab_size = -1, offset = 0;
  char delimiter = '\t';
};
Status FillFromText(std::string_view text, const TextTable& format, ir::Table* table);

// Fills a table; equal keys with different values are an error.
Status FillTable(const Tensor& keys, const Tensor& values, ir::Table* table);

}  // namespace slipway::wire
