#include "cli/inspect_html.h"

#include <algorithm>
#include <map>

#include "base/strings.h"
#include "cli/html.h"

namespace slipway::cli {

namespace {

using Json = nlohmann::ordered_json;
using Rows = std::vector<std::vector<std::string>>;

constexpr size_t kMostBoxes = 400;  // of a picture; larger graphs are only listed

std::string Text(const Json& v) { return v.is_string() ? v.get<std::string>() : v.is_null() ? "?" : v.dump(); }

std::string TypeText(const Json& t) {
  if (t["shape"].is_null()) return StrCat(Text(t["dtype"]), "[*]");
  std::string dims;
  for (const Json& d : t["shape"])
    StrAppend(dims, dims.empty() ? "" : ",", d.get<int64_t>() < 0 ? std::string("?") : Text(d));
  return StrCat(Text(t["dtype"]), "[", dims, "]");
}

Rows SignatureRows(const Json& signatures) {
  Rows rows;
  for (const auto& [key, s] : signatures.items())
    for (const char* side : {"inputs", "outputs"})
      for (const Json& t : s[side]) rows.push_back({key, side[0] == 'i' ? "in" : "out", Text(t["name"]), TypeText(t)});
  return rows;
}

// A node, or an input of the graph.
struct Box {
  std::string label, origin, type;
  std::vector<size_t> from;
  int layer = 0;   // the longest way from an input
  int column = 0;  // in its layer
};

std::vector<Box> BoxesOf(const ir::Graph& g) {
  std::vector<Box> boxes;
  std::map<ir::ValueId, size_t> maker;
  for (ir::ValueId v : g.inputs()) {
    maker[v] = boxes.size();
    boxes.push_back({.label = "input", .origin = g.value(v).name, .type = ToString(g.type(v)), .from = {}});
  }
  for (ir::NodeId id : g.Order()) {
    const ir::Node& n = g.node(id);
    Box box{.label = Label(n.op), .origin = n.origin, .type = "", .from = {}};
    if (!n.outputs.empty()) box.type = ToString(g.type(n.outputs[0]));
    for (ir::ValueId v : n.inputs)
      if (auto it = maker.find(v); it != maker.end()) {
        box.from.push_back(it->second);
        box.layer = std::max(box.layer, boxes[it->second].layer + 1);
      }
    for (ir::ValueId v : n.outputs) maker[v] = boxes.size();
    boxes.push_back(std::move(box));
  }
  std::map<int, int> used;
  for (Box& box : boxes) box.column = used[box.layer]++;
  return boxes;
}

// Layers from top to bottom; names and types show where the mouse rests on a box.
std::string Picture(const std::vector<Box>& boxes) {
  constexpr int kWidth = 150, kHeight = 26, kAcross = 170, kDown = 56;
  int right = 0, bottom = 0;
  std::string lines, nodes;
  for (const Box& box : boxes) {
    int x = 10 + box.column * kAcross, y = 10 + box.layer * kDown;
    right = std::max(right, x + kAcross);
    bottom = std::max(bottom, y + kDown);
    for (size_t from : box.from) {
      int from_x = 10 + boxes[from].column * kAcross + kWidth / 2, from_y = 10 + boxes[from].layer * kDown + kHeight;
      StrAppend(lines, "<path d=\"M", from_x, " ", from_y, "L", x + kWidth / 2, " ", y, "\"/>");
    }
    StrAppend(nodes, "<g><title>", HtmlEscaped(box.origin), "\n", HtmlEscaped(box.type), "</title><rect x=\"", x,
              "\" y=\"", y, "\" width=\"", kWidth, "\" height=\"", kHeight, "\" rx=\"4\" fill=\"",
              box.label == "input" ? "#e4efe0" : "#eef3fa", "\" stroke=\"#9ab\"/><text x=\"", x + kWidth / 2, "\" y=\"",
              y + 18, "\" text-anchor=\"middle\" font-size=\"13\">", HtmlEscaped(box.label), "</text></g>\n");
  }
  return StrCat("<div class=\"wide\"><svg width=\"", right, "\" height=\"", bottom,
                "\" font-family=\"system-ui,sans-serif\"><g stroke=\"#bbb\" fill=\"none\">", lines, "</g>\n", nodes,
                "</svg></div>");
}

void AddGraph(const ir::Graph& g, HtmlPage* page) {
  std::vector<Box> boxes = BoxesOf(g);
  if (!boxes.empty() && boxes.size() <= kMostBoxes) page->Section(StrCat("Graph ", g.name), Picture(boxes));
  Rows rows;
  for (const Box& box : boxes) rows.push_back({box.label, box.origin, box.type});
  page->Table(StrCat("Nodes of ", g.name), {"operator", "layer", "first result"}, rows);
}

}  // namespace

std::string InspectHtml(const std::string& path, const Json& j, const ir::Module& module) {
  HtmlPage page(path);
  page.Paragraph(StrCat(Text(j["kind"]), ", ", HumanBytes(j["bytes"].get<uint64_t>())));
  if (j.contains("signatures"))
    page.Table("Signatures", {"signature", "", "name", "type"}, SignatureRows(j["signatures"]));
  Rows verdicts, unsupported, ops, numbers;
  if (j.contains("convertible_signatures"))
    for (const auto& [key, verdict] : j["convertible_signatures"].items())
      verdicts.push_back({key, verdict.get<bool>() ? "yes" : "no"});
  else if (j.contains("convertible"))
    verdicts.push_back({"", j["convertible"].get<bool>() ? "yes" : "no"});
  page.Table("Does it convert to .tflite?", {"signature", ""}, verdicts);
  if (j.contains("unsupported"))
    for (const Json& u : j["unsupported"])
      unsupported.push_back({u.value("signature", ""), Text(u["op"]), Text(u["node"]), Text(u["reason"])});
  page.Table("What stands in the way", {"signature", "operator", "layer", "why"}, unsupported);
  if (j.contains("ops"))
    for (const auto& [op, count] : j["ops"].items()) ops.push_back({op, Text(count)});
  page.Table("Operators", {"operator", "count"}, ops);
  for (const char* number : {"records", "record_bytes", "events"})
    if (j.contains(number)) numbers.push_back({number, Text(j[number])});
  page.Table("Numbers", {"", ""}, numbers);
  for (const char* list : {"variables", "tensors"}) {
    Rows rows;
    if (j.contains(list))
      for (const Json& t : j[list]) rows.push_back({Text(t["name"]), TypeText(t)});
    page.Table(list, {"name", "type"}, rows);
  }
  for (const auto& g : module.graphs) AddGraph(*g, &page);
  return std::move(page).Finish();
}

}  // namespace slipway::cli
