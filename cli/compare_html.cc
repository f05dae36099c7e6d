#include "cli/compare_html.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "cli/compare_outputs.h"
#include "cli/html.h"

namespace slipway::cli {

namespace {

using Json = nlohmann::ordered_json;
using Rows = std::vector<std::vector<std::string>>;

std::string Number(const Json& v, const char* format = "%.4g") {
  char text[40];
  std::snprintf(text, sizeof text, format, v.is_number() ? v.get<double>() : 0.0);
  return text;
}

std::string Decibels(const Json& v) { return v.get<double>() >= 200 ? "equal" : Number(v, "%.1f"); }

void AddModels(const Json& r, HtmlPage* page) {
  std::vector<std::string> columns = {"model", "size", "latency"};
  bool metric = r.contains("metric");
  if (metric) columns.push_back(r["metric"]["name"]);
  Rows rows;
  for (size_t i = 0; i < 2; ++i) {
    const Json& m = r["models"][i];
    rows.push_back({m["path"], HumanBytes(m["bytes"].get<uint64_t>()), Number(m["latency_us"], "%.1f us")});
    if (metric) rows.back().push_back(ShowMetric(columns.back(), r["metric"][i ? "b" : "a"]));
  }
  page->Table("Models", columns, rows);
}

void AddOutputs(const Json& r, HtmlPage* page) {
  Rows rows;
  for (const auto& [name, o] : r["outputs"].items())
    rows.push_back({name, Decibels(o["snr_db"]), Number(o["max_abs"]), Number(o["cosine"], "%.6f"),
                    Number(o["mismatch"], "%.3g")});
  page->Table("Outputs", {"output", "SNR dB", "max error", "cosine", "mismatches"}, rows);
}

// SNR of the layers in the order of computing: where the line falls, accuracy is lost.
std::string Chart(std::vector<Json> layers) {
  std::sort(layers.begin(), layers.end(),
            [](const Json& x, const Json& y) { return x["order"].get<int>() < y["order"].get<int>(); });
  constexpr double kTop = 80, kWidth = 1000, kHeight = 200;  // dB, units of the picture
  auto y_of = [&](double db) { return kHeight - std::clamp(db, 0.0, kTop) / kTop * kHeight + 10; };
  double step = layers.size() > 1 ? kWidth / static_cast<double>(layers.size() - 1) : 0;
  std::string points, dots, svg = "<svg viewBox='-40 0 1060 220' width='100%'>\n";
  char text[160];
  for (double db = 0; db <= kTop; db += 20) {
    std::snprintf(text, sizeof text,
                  "<path d='M0 %.0fH1000' stroke='#ccc'/><text x='-34' y='%.0f' font-size='12'>%.0f</text>\n", y_of(db),
                  y_of(db) + 4, db);
    svg += text;
  }
  for (size_t i = 0; i < layers.size(); ++i) {
    double x = static_cast<double>(i) * step, y = y_of(layers[i]["snr_db"].get<double>());
    std::snprintf(text, sizeof text, "%.1f,%.1f ", x, y);
    points += text;
    std::snprintf(text, sizeof text, "<circle cx='%.1f' cy='%.1f' r='3' fill='#b00020'><title>", x, y);
    StrAppend(dots, text, HtmlEscaped(layers[i]["tensor"].get<std::string>()), ": ", Decibels(layers[i]["snr_db"]),
              "</title></circle>\n");
  }
  return StrCat(svg, "<polyline fill='none' stroke='#b00020' points='", points, "'/>\n", dots, "</svg>\n");
}

void AddLayers(const Json& r, HtmlPage* page) {
  if (!r.contains("layers")) return;
  if (r["layers"].empty()) return page->Paragraph("No tensors of the two models have the same name.");
  page->Section("Signal-to-noise ratio (dB) of the tensors, in the order of computing",
                Chart(r["layers"].get<std::vector<Json>>()));
  Rows rows;
  for (const Json& l : r["layers"])
    rows.push_back({l["tensor"], l["op"], l["dtype"], Decibels(l["snr_db"]), Number(l["max_abs"]), Number(l["largest"]),
                    Number(100 * l["noise_added"].get<double>(), "%.3g %%")});
  page->Table("Layers", {"tensor", "op", "type", "SNR dB", "max error", "largest", "noise added"}, rows);
  page->Paragraph("Noise added: noise / signal power that was not there in the operands.");
}

void AddSamples(const Json& r, HtmlPage* page) {
  Rows rows;
  for (const Json& s : r["worst_samples"]) {
    std::string classes = s.contains("a") ? StrCat(Number(s["a"], "%.0f"), " became ", Number(s["b"], "%.0f")) : "";
    if (s.contains("label")) StrAppend(classes, " (label ", Number(s["label"], "%.0f"), ")");
    rows.push_back({Number(s["row"], "%.0f"), s["output"], Number(s["max_abs"]), classes});
  }
  page->Table("Worst samples", {"row", "output", "max error", "largest score"}, rows);
}

}  // namespace

std::string CompareHtml(const Json& r) {
  HtmlPage page(
      StrCat("Comparison on ", r["rows"].get<int64_t>(), " rows: ", r["pass"].get<bool>() ? "pass" : "does not pass"));
  AddModels(r, &page);
  AddOutputs(r, &page);
  AddLayers(r, &page);
  AddSamples(r, &page);
  return std::move(page).Finish();
}

}  // namespace slipway::cli
