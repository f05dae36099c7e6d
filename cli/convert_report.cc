#include "cli/convert_report.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/strings.h"
#include "cli/html.h"
#include "cli/signature_json.h"
#include "ops/tables/tflite.h"

namespace slipway::cli {

namespace {

using Json = nlohmann::ordered_json;

// -1: not known before the model runs.
int64_t BytesOf(const TensorType& type) {
  if (!type.shape.IsStatic() || type.dtype == DType::kString) return -1;
  return static_cast<int64_t>(DTypeBytes(type.dtype, static_cast<size_t>(type.shape.Elements())));
}

Json BytesJson(int64_t bytes) { return bytes < 0 ? Json(nullptr) : Json(bytes); }

struct OpSize {
  int count = 0;
  int64_t weights = 0, results = 0;
};

Json LayerJson(const ir::Graph& g, const ir::Node& n, std::set<ir::ValueId>* counted,
               std::map<std::string, OpSize>* sizes) {
  std::string op = ops::TfliteFormName(n.op);
  OpSize& size = (*sizes)[op];
  int64_t weights = 0;
  for (ir::ValueId v : n.inputs)
    if (v != ir::ValueId::kNone && g.ConstantOf(v) && counted->insert(v).second)
      weights += std::max<int64_t>(0, BytesOf(g.type(v)));
  Json results = Json::array();
  for (ir::ValueId v : n.outputs) {
    results.push_back(TypeJson(g.value(v).name, g.type(v)));
    results.back()["bytes"] = BytesJson(BytesOf(g.type(v)));
    size.results += std::max<int64_t>(0, BytesOf(g.type(v)));
  }
  ++size.count;
  size.weights += weights;
  return {{"graph", g.name}, {"op", op}, {"layer", n.origin}, {"weight_bytes", weights}, {"results", results}};
}

std::string Origin(const ir::Graph& g, ir::ValueId v) {
  if (g.ConstantOf(v)) return "a constant";
  ir::NodeId producer = g.value(v).producer;
  if (producer != ir::NodeId::kNone) return g.node(producer).origin;
  return StrCat("the input '", g.value(v).name, "'");
}

std::string Text(const Json& v) { return v.is_string() ? v.get<std::string>() : v.is_null() ? "?" : v.dump(); }

std::string ShapeText(const Json& type) {
  if (type["shape"].is_null()) return StrCat(Text(type["dtype"]), " of any shape");
  std::string dims;
  for (const Json& d : type["shape"])
    StrAppend(dims, dims.empty() ? "" : " x ", d.get<int64_t>() < 0 ? std::string("?") : Text(d));
  return StrCat(Text(type["dtype"]), dims.empty() ? " (scalar)" : " ", dims);
}

// The members of each object of a list, as texts.
std::vector<std::vector<std::string>> Rows(const Json& report, const char* list,
                                           const std::vector<const char*>& members) {
  std::vector<std::vector<std::string>> rows;
  if (!report.contains(list)) return rows;
  for (const Json& item : report[list]) {
    rows.emplace_back();
    for (const char* member : members) rows.back().push_back(item.contains(member) ? Text(item[member]) : "");
  }
  return rows;
}

std::vector<std::vector<std::string>> SignatureRows(const Json& signatures) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& [key, s] : signatures.items())
    for (const char* side : {"inputs", "outputs"})
      for (const Json& t : s[side])
        rows.push_back({key, std::string(side, 0, 2) == "in" ? "in" : "out", Text(t["name"]), ShapeText(t)});
  return rows;
}

std::vector<std::vector<std::string>> LayerRows(const Json& report) {
  std::vector<std::vector<std::string>> rows;
  if (!report.contains("layers")) return rows;
  for (const Json& layer : report["layers"]) {
    std::string results;
    for (const Json& r : layer["results"]) StrAppend(results, results.empty() ? "" : ", ", ShapeText(r));
    rows.push_back({Text(layer["graph"]), Text(layer["layer"]), Text(layer["op"]), results,
                    HumanBytes(layer["weight_bytes"].get<uint64_t>())});
  }
  return rows;
}

std::vector<std::vector<std::string>> SizeRows(const Json& report) {
  std::vector<std::vector<std::string>> rows;
  if (!report.contains("sizes")) return rows;
  for (const auto& [op, size] : report["sizes"].items())
    rows.push_back({op, Text(size["count"]), HumanBytes(size["weight_bytes"].get<uint64_t>()),
                    HumanBytes(size["result_bytes"].get<uint64_t>())});
  return rows;
}

}  // namespace

void DescribeGraphs(const ir::Module& m, Json* report) {
  std::map<std::string, OpSize> sizes;
  Json layers = Json::array(), outputs = Json::array(), by_op = Json::object();
  for (const auto& g : m.graphs) {
    std::set<ir::ValueId> counted;
    for (ir::NodeId id : g->Order()) layers.push_back(LayerJson(*g, g->node(id), &counted, &sizes));
  }
  for (const auto& [op, size] : sizes)
    by_op[op] = {{"count", size.count}, {"weight_bytes", size.weights}, {"result_bytes", size.results}};
  for (const ir::Signature& s : m.signatures) {
    const ir::Graph& g = *m.graphs[static_cast<size_t>(s.graph)];
    for (const auto& a : s.outputs)
      outputs.push_back(
          {{"signature", s.key}, {"name", a.name}, {"from", Origin(g, g.outputs()[static_cast<size_t>(a.index)])}});
  }
  (*report)["outputs"] = outputs;
  (*report)["sizes"] = by_op;
  (*report)["layers"] = layers;
}

std::string ReportHtml(const Json& report) {
  HtmlPage page(StrCat("Conversion of ", Text(report["input"])));
  if (!report["unsupported"].empty())
    page.Paragraph(StrCat("Not converted: ", report["unsupported"].size(), " problems, all below."));
  else
    page.Paragraph(StrCat(Text(report["output"]), ": ", Text(report["mode"]), ", ",
                          HumanBytes(report["bytes"].get<uint64_t>()), "."));
  page.Table("What cannot be converted", {"operator", "layer", "why", "way out"},
             Rows(report, "unsupported", {"op", "node", "reason", "way_out"}));
  std::vector<std::vector<std::string>> warnings;
  for (const Json& w : report["warnings"]) warnings.push_back({Text(w)});
  page.Table("Warnings", {""}, warnings);
  page.Table("Rules that changed numbers and were switched off", {"rule", "layer", "what changed"},
             Rows(report, "changed_numbers", {"rule", "node", "difference"}));
  if (report.contains("signatures") && report["signatures"].is_object())
    page.Table("Signatures", {"signature", "", "name", "type"}, SignatureRows(report["signatures"]));
  page.Table("Where outputs come from", {"signature", "output", "layer"},
             Rows(report, "outputs", {"signature", "name", "from"}));
  page.Table("Sizes by operator", {"operator", "count", "weights", "results"}, SizeRows(report));
  page.Table("Rewriting rules that fired", {"rule", "times"}, Rows(report, "rewrites", {"rule", "count"}));
  page.Table("Rules that looked at a layer and left it", {"rule", "layer", "why"},
             Rows(report, "declined_rewrites", {"rule", "node", "reason"}));
  page.Table("Layers", {"graph", "layer", "operator", "results", "weights"}, LayerRows(report));
  return std::move(page).Finish();
}

}  // namespace slipway::cli
