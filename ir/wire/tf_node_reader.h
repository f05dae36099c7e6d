#pragma once
// NodeReader: what a FromTf or a lowering builds one node with. Internal to ir/wire.

#include <string>
#include <string_view>
#include <vector>

#include "ir/wire/tf.h"

namespace slipway::wire {

class NodeReader final : public TfImporter {
 public:
  NodeReader(ir::Graph& graph, std::string origin, std::vector<ir::ValueId> inputs)
      : graph_(graph), origin_(std::move(origin)), inputs_(std::move(inputs)) {}

  int num_inputs() const override { return static_cast<int>(inputs_.size()); }
  ir::ValueId input(int i) const override {
    return i < num_inputs() ? inputs_[static_cast<size_t>(i)] : ir::ValueId::kNone;
  }
  const TensorType& type(ir::ValueId v) const override;
  const Tensor* ConstantOf(ir::ValueId v) const override { return graph_.ConstantOf(v); }
  ir::ValueId Constant(Tensor t, std::string name) override {
    return graph_.AddConstant(std::move(t), StrCat(origin_, "/", name));
  }
  Result<std::vector<ir::ValueId>> Add(ops::Op op, std::vector<ir::ValueId> inputs, std::string_view suffix) override;

 private:
  void Fold(std::vector<ir::ValueId>& outputs);

  ir::Graph& graph_;
  std::string origin_;
  std::vector<ir::ValueId> inputs_;
};

}  // namespace slipway::wire
