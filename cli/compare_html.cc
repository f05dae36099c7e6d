#include "cli/compare_html.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/strings.h"

namespace slipway::cli {

namespace {

using Json = nlohmann::ordered_json;

const char kStyle[] = R"(<style>
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62em; margin: 2em auto; padding: 0 1em; color: #222; }
table { border-collapse: collapse; margin: 1em 0; width: 100%; }
th, td { text-align: left; padding: .2em .8em .2em 0; border-bottom: 1px solid #ddd; vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.name { overflow-wrap: anywhere; }
.pass { color: #176b2c; } .no { color: #b00020; } .note { color: #666; }
svg { width: 100%; background: #f7f7f7; }
</style>
)";

std::string Escaped(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::string Number(const Json& v, const char* format = "%.4g") {
  char text[40];
  std::snprintf(text, sizeof text, format, v.is_number() ? v.get<double>() : 0.0);
  return text;
}

std::string Decibels(const Json& v) { return v.get<double>() >= 200 ? "equal" : Number(v, "%.1f"); }
std::string N(const std::string& text) { return StrCat("<td class=n>", text, "</td>"); }
std::string Name(const Json& v) { return StrCat("<td class=name>", Escaped(v.get<std::string>()), "</td>"); }

std::string Models(const Json& r) {
  std::string html = "<table><tr><th>model<th class=n>size<th class=n>latency";
  bool metric = r.contains("metric");
  if (metric) StrAppend(html, "<th class=n>", r["metric"]["name"].get<std::string>());
  html += "</tr>\n";
  for (size_t i = 0; i < 2; ++i) {
    const Json& m = r["models"][i];
    StrAppend(html, "<tr>", Name(m["path"]), N(HumanBytes(m["bytes"].get<uint64_t>())),
              N(Number(m["latency_us"], "%.1f us")));
    if (metric) StrAppend(html, N(Number(r["metric"][i ? "b" : "a"], "%.5g")));
    html += "</tr>\n";
  }
  html += "</table>\n";
  if (metric) StrAppend(html, "<p>Drop: ", Number(r["metric"]["drop"], "%.4g"), "</p>\n");
  return html;
}

std::string OutputTable(const Json& r) {
  std::string html =
      "<h2>Outputs</h2>\n<table><tr><th>output<th class=n>SNR dB<th class=n>max error<th class=n>cosine"
      "<th class=n>mismatches</tr>\n";
  for (const auto& [name, o] : r["outputs"].items())
    StrAppend(html, "<tr><td class=name>", Escaped(name), "</td>", N(Decibels(o["snr_db"])), N(Number(o["max_abs"])),
              N(Number(o["cosine"], "%.6f")), N(Number(o["mismatch"], "%.3g")), "</tr>\n");
  return html + "</table>\n";
}

std::string Samples(const Json& r) {
  std::string html =
      "<h2>Worst samples</h2>\n<table><tr><th class=n>row<th>output<th class=n>max error<th>predictions</tr>\n";
  for (const Json& s : r["worst_samples"]) {
    std::string predictions;
    if (s.contains("a")) StrAppend(predictions, Number(s["a"], "%.0f"), " &rarr; ", Number(s["b"], "%.0f"));
    if (s.contains("label")) StrAppend(predictions, " (label ", Number(s["label"], "%.0f"), ")");
    StrAppend(html, "<tr>", N(Number(s["row"], "%.0f")), Name(s["output"]), N(Number(s["max_abs"])), "<td>",
              predictions, "</td></tr>\n");
  }
  return html + "</table>\n";
}

// SNR of the layers in the order of computing: where the line falls, accuracy is lost.
std::string Chart(std::vector<Json> layers) {
  std::sort(layers.begin(), layers.end(),
            [](const Json& x, const Json& y) { return x["order"].get<int>() < y["order"].get<int>(); });
  constexpr double kTop = 80, kWidth = 1000, kHeight = 200;  // dB, units of the picture
  auto y_of = [&](double db) { return kHeight - std::clamp(db, 0.0, kTop) / kTop * kHeight + 10; };
  double step = layers.size() > 1 ? kWidth / static_cast<double>(layers.size() - 1) : 0;
  std::string points, dots, svg = "<svg viewBox='-40 0 1060 220'>\n";
  char text[160];
  for (double db : {0.0, 20.0, 40.0, 60.0, 80.0}) {
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
    StrAppend(dots, text, Escaped(layers[i]["tensor"].get<std::string>()), ": ", Decibels(layers[i]["snr_db"]),
              " dB</title></circle>\n");
  }
  StrAppend(svg, "<polyline fill='none' stroke='#b00020' points='", points, "'/>\n", dots, "</svg>\n");
  return svg;
}

std::string Layers(const Json& r) {
  if (!r.contains("layers")) return "";
  std::string html = "<h2>Layers</h2>\n";
  if (r["layers"].empty()) return html + "<p>No tensors of the two models have the same name.</p>\n";
  StrAppend(
      html,
      "<p class=note>Signal-to-noise ratio (dB) of the second model's tensors against the first's, in the order of ",
      "computing. Noise added: noise / signal power that was not there in the operands.</p>\n",
      Chart(r["layers"].get<std::vector<Json>>()),
      "<table><tr><th>tensor<th>op<th>type<th class=n>SNR dB<th class=n>max error<th class=n>largest<th class=n>noise "
      "added</tr>\n");
  for (const Json& l : r["layers"])
    StrAppend(html, "<tr>", Name(l["tensor"]), Name(l["op"]), Name(l["dtype"]), N(Decibels(l["snr_db"])),
              N(Number(l["max_abs"])), N(Number(l["largest"])),
              N(Number(100 * l["noise_added"].get<double>(), "%.3g %%")), "</tr>\n");
  return html + "</table>\n";
}

}  // namespace

std::string CompareHtml(const Json& r) {
  bool pass = r["pass"];
  return StrCat("<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8><title>slipway compare</title>\n", kStyle,
                "</head><body>\n<h1>Comparison on ", r["rows"].get<int64_t>(),
                " rows: <span class=", pass ? "pass" : "no", ">", pass ? "pass" : "does not pass", "</span></h1>\n",
                Models(r), OutputTable(r), Layers(r), Samples(r), "</body></html>\n");
}

}  // namespace slipway::cli
