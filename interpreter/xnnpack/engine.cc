#include "interpreter/xnnpack/engine.h"

#include <memory>
#include <utility>

#include "interpreter/memory.h"
#include "interpreter/xnnpack/builder.h"
#include "interpreter/xnnpack/memory.h"
#include "interpreter/xnnpack/pool.h"
#include "interpreter/xnnpack/table.h"
#include "ops/conv_2d/conv_2d.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"
#include "ops/pad/pad.h"

namespace slipway::interpreter {

namespace {

struct DeleteGraph {
  void operator()(xnn_subgraph_t g) const { xnn_delete_subgraph(g); }
};
using Graph = std::unique_ptr<xnn_subgraph, DeleteGraph>;

struct DeleteRuntime {
  void operator()(xnn_runtime_t r) const { xnn_delete_runtime(r); }
};
using Runtime = std::unique_ptr<xnn_runtime, DeleteRuntime>;

Result<Graph> MakeGraph(size_t external_values) {
  xnn_subgraph_t graph = nullptr;
  if (xnn_create_subgraph(static_cast<uint32_t>(external_values), 0, &graph) != xnn_status_success)
    return MachineError("XNNPACK: no memory for a graph");
  return Graph(graph);
}

Result<Runtime> MakeRuntime(xnn_subgraph_t graph, pthreadpool_t pool) {
  xnn_runtime_t runtime = nullptr;
  xnn_status status = xnn_create_runtime_v2(graph, pool, 0, &runtime);
  if (status == xnn_status_out_of_memory) return MachineError("XNNPACK: out of memory");
  if (status != xnn_status_success) return Unsupported("XNNPACK: cannot build a run (", static_cast<int>(status), ")");
  return Runtime(runtime);
}

size_t ExternalValues(const PrepareContext& c) { return static_cast<size_t>(c.num_inputs() + c.num_outputs()); }

class XnnRun final : public EngineRun {
 public:
  explicit XnnRun(ThreadPool& pool) : pool_(pool) {}

  Status Build(std::span<const EngineNode> nodes);
  Status Setup() override {
    XnnMemoryScope memory;
    for (size_t i = 0; i < values_.size(); ++i)
      values_[i] = {addresses_[i].first, const_cast<void*>(*addresses_[i].second)};
    xnn_status status = xnn_setup_runtime(runtime_.get(), values_.size(), values_.data());
    bytes_ += memory.grown();
    if (status == xnn_status_success) return OkStatus();
    return status == xnn_status_out_of_memory ? MachineError("XNNPACK: out of memory")
                                              : Unsupported("XNNPACK: cannot set up a run");
  }
  Code Run() override {
    return xnn_invoke_runtime(runtime_.get()) == xnn_status_success ? Code::kOk : Code::kOutOfMemory;
  }
  size_t bytes() const override { return bytes_ > 0 ? static_cast<size_t>(bytes_) : 0; }

 private:
  XnnPool pool_;
  XnnBuilder::Addresses addresses_;
  std::vector<xnn_external_value> values_;
  std::vector<Buffer> kept_;
  int64_t bytes_ = 0;
  Runtime runtime_;  // goes first
};

// Does a convolution of the run that pads nothing itself read it?
bool FusesIntoConvolution(const EngineNode& pad, std::span<const EngineNode> nodes) {
  if (!pad.private_result || !pad.op->Is<ops::Pad>()) return false;
  for (const EngineNode& node : nodes) {
    if (node.operands.empty() || node.operands[0] != pad.result) continue;
    const auto* conv = node.op->As<ops::Conv2D>();
    const auto* depthwise = node.op->As<ops::DepthwiseConv2D>();
    return (conv && conv->padding == ops::Padding::kValid) || (depthwise && depthwise->padding == ops::Padding::kValid);
  }
  return false;
}

Status XnnRun::Build(std::span<const EngineNode> nodes) {
  XnnMemoryScope memory;
  size_t external = 0;
  for (const EngineNode& node : nodes) external += ExternalValues(node.context);
  ASSIGN_OR_RETURN(Graph graph, MakeGraph(external));
  XnnBuilder builder(graph.get());
  for (const EngineNode& node : nodes)
    if (FusesIntoConvolution(node, nodes)) builder.KeepInside(node.result);
  for (const EngineNode& node : nodes) {
    builder.Begin(node.context, &node);
    RETURN_IF_ERROR(XnnFacetOf(*node.op)(node.op->data(), builder));
  }
  ASSIGN_OR_RETURN(runtime_, MakeRuntime(graph.get(), pool_.handle()));
  addresses_ = builder.TakeAddresses();
  values_.resize(addresses_.size());
  kept_ = builder.TakeKept();
  graph.reset();
  for (const Buffer& b : kept_) bytes_ += static_cast<int64_t>(b.size());
  bytes_ += memory.grown();
  return OkStatus();
}

bool IsStaticAndFull(const TensorType& t) { return t.shape.IsStatic() && t.shape.Elements() > 0; }

class Engine final : public NodeEngine {
 public:
  explicit Engine(XnnUse use) : use_(use) {}
  const char* name() const override { return "xnnpack"; }

  bool Takes(const ops::Op& op, const PrepareContext& c) const override {
    XnnFacet define = XnnFacetOf(op);
    if (!define || c.num_outputs() != 1 || c.out(0).dtype != DType::kF32 || !IsStaticAndFull(c.out(0))) return false;
    for (int i = 0; i < c.num_inputs(); ++i)
      if (c.Has(i) && !IsStaticAndFull(c.in(i))) return false;
    if (use_ == XnnUse::kWhereFaster && !XnnIsFaster(op)) return false;
    Result<Graph> graph = MakeGraph(ExternalValues(c));
    if (!graph.ok()) return false;
    XnnBuilder builder(graph->get());
    builder.Begin(c, nullptr);
    if (!define(op.data(), builder).ok()) return false;
    // What has no weights is built at once to be sure; packing weights twice would double the time to load a model.
    return builder.has_weights() || MakeRuntime(graph->get(), nullptr).ok();
  }

  Result<std::unique_ptr<EngineRun>> Build(std::span<const EngineNode> nodes, ThreadPool& pool) const override {
    auto run = std::make_unique<XnnRun>(pool);
    RETURN_IF_ERROR(run->Build(nodes));
    return std::unique_ptr<EngineRun>(std::move(run));
  }

 private:
  XnnUse use_;
};

}  // namespace

const NodeEngine* XnnEngine(XnnUse use) {
  static const bool ready = xnn_initialize(&CountingAllocator()) == xnn_status_success;
  static const Engine all(XnnUse::kAll), where_faster(XnnUse::kWhereFaster);
  if (!ready) return nullptr;
  return use == XnnUse::kAll ? &all : &where_faster;
}

}  // namespace slipway::interpreter
