#include "cli/op_profile.h"

#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "ops/conv_2d/conv_2d.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"
#include "ops/fully_connected/fully_connected.h"
#include "ops/mat_mul/mat_mul.h"
#include "ops/transpose_conv/transpose_conv.h"

namespace slipway::cli {

namespace {

double Now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

double Total(const std::vector<ProfiledOp>& ops) {
  double total = 0;
  for (const ProfiledOp& op : ops) total += op.seconds;
  return total;
}

}  // namespace

OpProfile::OpProfile(const interpreter::Model& model) : model_(model), begin_(Now()) {}

void OpProfile::OnInputs(int graph, std::span<const interpreter::ObservedTensor> inputs) {
  for (const auto& x : inputs) shapes_[{graph, x.tensor}] = x.type.shape;
}

void OpProfile::OnOp(const interpreter::OpEvent& event) {
  for (const auto& y : event.outputs) shapes_[{event.graph, y.tensor}] = y.type.shape;
  if (event.kernel.empty()) return;
  ProfiledOp& op = ops_[{event.graph, event.index}];
  if (op.runs == 0) op = {event.op.origin, Label(event.op.op), std::string(event.kernel)};
  ++op.runs;
  op.seconds += event.seconds;
  op.macs = Macs(event);
  events_.push_back({event.graph, event.index, Now() - begin_ - event.seconds, event.seconds});
}

Shape OpProfile::ShapeOf(int graph, int tensor) const {
  auto it = shapes_.find({graph, tensor});
  if (it != shapes_.end()) return it->second;
  return tensor < 0 ? Shape::UnknownRank() : model_.graph(graph).tensors[static_cast<size_t>(tensor)].type.shape;
}

int64_t OpProfile::Macs(const interpreter::OpEvent& e) const {
  auto operand = [&](size_t i) {
    return i < e.op.inputs.size() ? ShapeOf(e.graph, e.op.inputs[i]) : Shape::UnknownRank();
  };
  const ops::Op& op = e.op.op;
  const auto* product = op.As<ops::MatMul>();
  const auto* back = op.As<ops::TransposeConv>();
  bool weighted = op.Is<ops::Conv2D>() || op.Is<ops::DepthwiseConv2D>() || op.Is<ops::FullyConnected>() || back;
  if ((!weighted && !product) || e.outputs.empty()) return 0;
  Shape x = operand(0), filter = operand(1), y = e.outputs[0].type.shape;
  if (product) {
    if (!x.IsStatic() || x.rank() < 2) return 0;
    return y.Elements() * x[x.rank() - (product->transpose_a ? 2 : 1)];
  }
  if (!filter.IsStatic() || !y.IsStatic() || y.rank() == 0) return 0;
  if (!back) return y.back() ? y.Elements() * (filter.Elements() / y.back()) : 0;
  Shape from = operand(2);
  return from.IsStatic() && from.rank() && from.back() ? from.Elements() * (filter.Elements() / from.back()) : 0;
}

std::vector<ProfiledOp> OpProfile::Ops() const {
  std::vector<ProfiledOp> list;
  for (const auto& [where, op] : ops_) list.push_back(op);
  return list;
}

std::string OpProfile::Csv() const {
  std::string text = "name,kind,kernel,runs,mean_us,percent,macs\n";
  std::vector<ProfiledOp> ops = Ops();
  double total = Total(ops);
  for (const ProfiledOp& op : ops) {
    char numbers[100];
    std::snprintf(numbers, sizeof numbers, "%lld,%.3f,%.2f,%lld", static_cast<long long>(op.runs),
                  op.seconds / static_cast<double>(op.runs) * 1e6, total > 0 ? op.seconds / total * 100 : 0,
                  static_cast<long long>(op.macs));
    StrAppend(text, Quoted(op.origin), ",", Quoted(op.op), ",", Quoted(op.kernel), ",", numbers, "\n");
  }
  return text;
}

nlohmann::ordered_json OpProfile::Trace() const {
  nlohmann::ordered_json events = nlohmann::ordered_json::array();
  for (const Event& e : events_) {
    const ProfiledOp& op = ops_.at({e.graph, e.index});
    events.push_back({{"name", op.op},
                      {"cat", "op"},
                      {"ph", "X"},
                      {"ts", e.start * 1e6},
                      {"dur", e.seconds * 1e6},
                      {"pid", 1},
                      {"tid", 1},
                      {"args", {{"name", op.origin}, {"kernel", op.kernel}, {"macs", op.macs}}}});
  }
  return {{"displayTimeUnit", "ms"}, {"traceEvents", std::move(events)}};
}

}  // namespace slipway::cli
