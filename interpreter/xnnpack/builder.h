#pragma once
// XnnBuilder: what `Status ToXnn(const OP&, XnnBuilder&)`, the facet of ops/NAME/xnnpack.cc, describes a node with. The
// facet first refuses what XNNPACK cannot do (Refuse), then defines one XNNPACK node:
//
//   uint32_t x = b.In(0), y = b.Out();
//   return b.Define(xnn_define_abs(b.graph(), x, y, 0));
//
// Tensors are static and not empty, and may be shown to XNNPACK under any shape with as many elements. Tensors that are
// not f32 or have too many axes make Define refuse. The same facet answers whether a node can be taken: then weights
// are not looked at.

#include <xnnpack.h>

#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "interpreter/node_engine.h"

namespace slipway::interpreter {

class XnnBuilder {
 public:
  using Dims = std::vector<size_t>;
  // Rearranges the elements of a constant.
  using Arrange = std::function<void(const float* from, float* to)>;

  explicit XnnBuilder(xnn_subgraph_t graph) : graph_(graph) {}

  const PrepareContext& node() const { return *node_; }
  xnn_subgraph_t graph() const { return graph_; }
  // Values of operand i and of result 0, under their own shape or `dims`.
  uint32_t In(int i) { return In(i, DimsOf(node_->in(i).shape)); }
  uint32_t In(int i, Dims dims);
  uint32_t Out() { return Out(DimsOf(node_->out(0).shape)); }
  uint32_t Out(Dims dims);
  // A constant operand that XNNPACK packs when the run is built; absent: XNN_INVALID_VALUE_ID. Not constant: refused.
  uint32_t Weights(int i, Dims dims, const Arrange& arrange = nullptr);
  Status Refuse(const char* what) { return Unsupported("XNNPACK: cannot take ", what); }
  Status Define(xnn_status);

  static Dims DimsOf(const Shape& shape) { return Dims(shape.begin(), shape.end()); }

  // The engine's side. The node that the facet sees next; `bound` is nullptr when it is only asked.
  void Begin(const PrepareContext& node, const EngineNode* bound) {
    node_ = &node;
    bound_ = bound;
  }
  // The tensor stays inside XNNPACK.
  void KeepInside(int tensor) { internal_[tensor] = XNN_INVALID_VALUE_ID; }
  bool has_weights() const { return has_weights_; }
  using Addresses = std::vector<std::pair<uint32_t, const void* const*>>;  // external value, where its address is
  Addresses TakeAddresses() { return std::move(addresses_); }
  // Constants that the runtime reads in place.
  std::vector<Buffer> TakeKept() { return std::move(kept_); }

 private:
  bool CanHold(const TensorType&, const Dims&);
  uint32_t Value(const Dims&, const void* data, uint32_t external, uint32_t flags);

  xnn_subgraph_t graph_;
  const PrepareContext* node_ = nullptr;
  const EngineNode* bound_ = nullptr;
  Status failure_;
  bool has_weights_ = false;
  uint32_t next_external_ = 0;
  Addresses addresses_;
  std::map<int, uint32_t> internal_;  // tensor of the plan -> value
  std::vector<Buffer> kept_;
  std::vector<Buffer> packed_;  // weights in XNNPACK's order, until the runtime has packed them
};

}  // namespace slipway::interpreter
