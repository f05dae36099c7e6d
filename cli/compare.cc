// slipway compare: two models on the same data; the gate before going live.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/compare_html.h"
#include "cli/compare_layers.h"
#include "cli/flags.h"
#include "cli/golden.h"
#include "cli/validation.h"

namespace slipway::cli {

namespace {

// Rows that go through both models with all their tensors recorded: few show where the noise is.
constexpr int64_t kLayerRows = 64;

Status ReplayOriginal(ValidatedModel& a) {
  if (a.any.kind != "saved_model") return OkStatus();
  for (const auto& s : a.any.model->module().signatures) {
    std::vector<std::string> recorded = GoldenSignatures(a.any.path);
    if (std::find(recorded.begin(), recorded.end(), s.key) == recorded.end()) continue;
    ASSIGN_OR_RETURN(std::vector<GoldenResult> results, ReplayGolden(a.any.path, s.key, *a.interpreter));
    for (const auto& r : results)
      if (r.exact ? r.max_abs > 0 : !(r.max_abs < 1e-4))
        return BadInput("'", a.any.path, "' disagrees with its own golden record: signature '", s.key, "', output '",
                        r.output, "' is off by ", r.max_abs);
  }
  return OkStatus();
}

Result<std::vector<LayerError>> CompareLayers(const ValidatedModel& a, const ValidatedModel& b,
                                              const std::string& signature, const ValidationData& data, bool quiet) {
  TensorRecorder in_a(*a.any.model), in_b(*b.any.model);
  ASSIGN_OR_RETURN(ValidatedModel one, ValidatedModel::Of(a.any, signature, 1, &in_a));
  ASSIGN_OR_RETURN(ValidatedModel other, ValidatedModel::Of(b.any, signature, 1, &in_b));
  one.whole_rows = other.whole_rows = a.whole_rows;
  int64_t batch = std::max(a.FixedBatch(), b.FixedBatch()), count = std::min(data.rows / batch, kLayerRows);
  LayerComparison comparison;
  Progress progress("comparing layers", count, quiet);
  for (int64_t i = 0; i < count; ++i) {
    if (Interrupted()) return Cancelled();
    int64_t first = i * (data.rows / batch) / count * batch;
    NamedTensors rows = Rows(data.inputs, first, first + batch);
    in_a.Clear();
    in_b.Clear();
    RETURN_IF_ERROR_AT(ToStatus(one.Call(rows)), StrCat("'", a.any.path, "'"));
    RETURN_IF_ERROR_AT(ToStatus(other.Call(rows)), StrCat("'", b.any.path, "'"));
    comparison.Add(in_a, in_b);
    progress.Update(i + 1);
  }
  return comparison.Layers();
}

nlohmann::ordered_json LayersJson(const std::vector<LayerError>& layers) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const LayerError& l : layers)
    list.push_back({{"tensor", l.tensor},
                    {"snr_db", l.snr_db},
                    {"max_abs", l.max_abs},
                    {"op", l.op},
                    {"dtype", l.dtype},
                    {"largest", l.largest},
                    {"noise_added", l.noise_added},
                    {"order", l.order}});
  return list;
}

// Rows by how far the outputs are apart.
class WorstSamples {
 public:
  // One output of both models for rows [first, ...); labels may be not valid().
  Status Add(const std::string& output, const Tensor& a, const Tensor& b, int64_t first, const Tensor& labels) {
    for (int64_t row = 0; row < a.shape()[0]; ++row) {
      Tensor ya = Rows(a, row, row + 1), yb = Rows(b, row, row + 1);
      OutputError one;
      RETURN_IF_ERROR(one.Add(ya, yb));
      auto [it, is_new] = samples_.try_emplace(first + row);
      if (!is_new && it->second["max_abs"].get<double>() >= one.max_abs) continue;
      it->second = {{"row", first + row}, {"max_abs", one.max_abs}, {"output", output}};
      if (a.shape().rank() == 2 && a.shape()[1] > 1) {
        it->second["a"] = Largest(ya);
        it->second["b"] = Largest(yb);
        if (labels.valid() && IsInteger(labels.dtype()) && labels.elements() == labels.shape()[0])
          it->second["label"] = labels.AsInts()[static_cast<size_t>(row)];
      }
    }
    return OkStatus();
  }

  nlohmann::ordered_json Json(size_t most) const {
    std::vector<nlohmann::ordered_json> list;
    for (const auto& [row, sample] : samples_) list.push_back(sample);
    std::stable_sort(list.begin(), list.end(), [](const auto& x, const auto& y) {
      return x["max_abs"].template get<double>() > y["max_abs"].template get<double>();
    });
    if (list.size() > most) list.resize(most);
    return nlohmann::ordered_json(list);
  }

 private:
  static int64_t Largest(const Tensor& scores) {
    std::vector<double> s = scores.AsDoubles();
    return std::max_element(s.begin(), s.end()) - s.begin();
  }
  std::map<int64_t, nlohmann::ordered_json> samples_;
};

// "worst samples: row 29 (0.208), row 31 (0.138)": as many as fit into 80 columns.
std::string WorstLine(const nlohmann::ordered_json& samples) {
  std::string line;
  for (const auto& s : samples) {
    char text[64];
    std::snprintf(text, sizeof text, "%srow %lld (%.3g)", line.empty() ? "worst samples: " : ", ",
                  static_cast<long long>(s["row"].get<int64_t>()), s["max_abs"].get<double>());
    if (line.size() + std::strlen(text) > 79) break;
    line += text;
  }
  return line.empty() ? "" : line + "\n";
}

// `table`: of the layers, if asked.
Status Compare(const Flags& flags, nlohmann::ordered_json* json, std::string* table) {
  ASSIGN_OR_RETURN(Metric metric, MetricFromName(flags.Has("metric") ? flags.String("metric") : ""));
  ASSIGN_OR_RETURN(ValidationData data, LoadValidation(flags.String("data"), flags.String("labels")));
  if (NeedsLabels(metric) && !data.labels.valid())
    return UsageError("'", flags.String("data"), "' has no array '", flags.String("labels"),
                      "' to compute the metric with; name it by --labels");
  std::string signature = flags.Has("signature") ? flags.String("signature") : "";
  int threads = static_cast<int>(flags.Int("num_threads"));
  ASSIGN_OR_RETURN(ValidatedModel a, ValidatedModel::Load(flags.String("a"), signature, threads));
  ASSIGN_OR_RETURN(ValidatedModel b, ValidatedModel::Load(flags.String("b"), signature, threads));
  a.whole_rows = b.whole_rows = a.HaveWholeRows(data.inputs);
  RETURN_IF_ERROR(ReplayOriginal(a));
  std::vector<OutputError> errors;
  std::vector<std::string> names;
  WorstSamples worst;
  MetricCounter metric_a(metric), metric_b(metric);
  size_t metric_output = 0;
  Progress progress("comparing", data.rows, flags.Bool("quiet"));
  for (int64_t at = 0; at < data.rows; at += kBatch) {
    if (Interrupted()) return Cancelled();
    int64_t end = std::min(data.rows, at + kBatch);
    ASSIGN_OR_RETURN_AT(NamedTensors ya, a.CallInBatches(data.inputs, at, end), StrCat("'", a.any.path, "'"));
    ASSIGN_OR_RETURN_AT(NamedTensors yb, b.CallInBatches(data.inputs, at, end), StrCat("'", b.any.path, "'"));
    errors.resize(ya.size());
    names.clear();
    for (size_t i = 0; i < ya.size(); ++i) {
      names.push_back(ya[i].first);
      ASSIGN_OR_RETURN(const Tensor* other, Partner(ya, i, yb));
      RETURN_IF_ERROR_AT(errors[i].Add(ya[i].second, *other), StrCat("output '", ya[i].first, "'"));
      if (!IsFloat(ya[i].second.dtype()) || ya[i].second.shape().rank() == 0 || ya[i].second.shape()[0] != end - at)
        continue;
      Tensor labels = data.labels.valid() ? Rows(data.labels, at, end) : Tensor();
      RETURN_IF_ERROR(worst.Add(ya[i].first, ya[i].second, *other, at, labels));
    }
    if (metric != Metric::kNone) {
      ASSIGN_OR_RETURN(metric_output, MetricOutput(ya, metric, flags.Has("output") ? flags.String("output") : ""));
    }
    if (NeedsLabels(metric)) {
      size_t i = metric_output;
      ASSIGN_OR_RETURN(const Tensor* other, Partner(ya, i, yb));
      Tensor labels = Rows(data.labels, at, end);
      RETURN_IF_ERROR(metric_a.Add(ya[i].second, labels));
      RETURN_IF_ERROR(metric_b.Add(*other, labels));
    }
    progress.Update(end);
  }
  progress.Finish();
  RETURN_IF_ERROR(a.MeasureLatency(data.inputs));
  RETURN_IF_ERROR(b.MeasureLatency(data.inputs));

  bool pass = true;
  nlohmann::ordered_json outputs = nlohmann::ordered_json::object();
  for (size_t i = 0; i < errors.size(); ++i) {
    const OutputError& e = errors[i];
    double mismatch = e.elements ? static_cast<double>(e.mismatches) / static_cast<double>(e.elements) : 0;
    outputs[names[i]] = {{"max_abs", e.max_abs}, {"max_rel", e.max_rel}, {"mse", e.mse()},
                         {"cosine", e.cosine()}, {"snr_db", e.snr_db()}, {"mismatch", mismatch}};
    if (flags.Has("atol") || flags.Has("rtol"))
      pass =
          pass && e.Within(flags.Has("atol") ? flags.Double("atol") : 0, flags.Has("rtol") ? flags.Double("rtol") : 0);
  }
  *json = {{"a", a.any.path}, {"b", b.any.path}, {"rows", data.rows}, {"outputs", outputs}};
  if (metric != Metric::kNone) {
    double of_a = NeedsLabels(metric) ? metric_a.value() : MetricOf(metric, OutputError::None());
    double of_b = NeedsLabels(metric) ? metric_b.value() : MetricOf(metric, errors[metric_output]);
    double drop = DropOf(metric, of_a, of_b);
    (*json)["metric"] = {{"name", MetricName(metric)}, {"a", of_a}, {"b", of_b}, {"drop", drop}};
    if (flags.Has("max_drop")) pass = pass && drop <= flags.Double("max_drop");
  }
  (*json)["worst_samples"] = worst.Json(10);
  if (flags.Bool("layers") || flags.Has("html")) {
    ASSIGN_OR_RETURN(std::vector<LayerError> layers, CompareLayers(a, b, signature, data, flags.Bool("quiet")));
    (*json)["layers"] = LayersJson(layers);
    if (flags.Bool("layers")) *table = StrCat(LayerTable(layers, 30), WorstLine((*json)["worst_samples"]));
  }
  (*json)["models"] = {{{"path", a.any.path}, {"bytes", a.any.bytes}, {"latency_us", a.latency_us}},
                       {{"path", b.any.path}, {"bytes", b.any.bytes}, {"latency_us", b.latency_us}}};
  (*json)["pass"] = pass;
  return OkStatus();
}

std::string Microseconds(double us) {
  char text[32];
  std::snprintf(text, sizeof text, us < 1000 ? "%.1f us" : "%.2f ms", us < 1000 ? us : us / 1000);
  return text;
}

// One row per comparison, the original first.
std::string SummaryTable(const std::vector<nlohmann::ordered_json>& comparisons) {
  bool metric = comparisons[0].contains("metric");
  std::string name = metric ? comparisons[0]["metric"]["name"] : "";
  std::vector<std::vector<std::string>> rows = {
      {"model", metric ? name : "max error", "drop", "size", "latency", "gate"}};
  auto value = [&](double v) { return ShowMetric(name, v); };
  const auto& original = comparisons[0]["models"][0];
  rows.push_back({BaseName(original["path"]), metric ? value(comparisons[0]["metric"]["a"]) : "0", "",
                  HumanBytes(original["bytes"]), Microseconds(original["latency_us"]), "original"});
  for (const auto& c : comparisons) {
    const auto& m = c["models"][1];
    double largest = 0;
    for (const auto& o : c["outputs"]) largest = std::max(largest, o["max_abs"].get<double>());
    rows.push_back({BaseName(m["path"]), metric ? value(c["metric"]["b"]) : StrCat(static_cast<float>(largest)),
                    metric ? value(c["metric"]["drop"]) : "", HumanBytes(m["bytes"]), Microseconds(m["latency_us"]),
                    c["pass"].get<bool>() ? "pass" : "NO"});
  }
  return Table(rows);
}

Status Summarize(const std::vector<std::string>& files) {
  std::vector<nlohmann::ordered_json> all;
  for (const std::string& f : files) {
    ASSIGN_OR_RETURN(std::string text, ReadFile(f));
    auto j = nlohmann::ordered_json::parse(text, nullptr, false);
    if (j.is_discarded() || !j.contains("models") || !j.contains("pass"))
      return BadInput("'", f, "' is no result of slipway compare --json");
    all.push_back(std::move(j));
  }
  if (all.empty()) return UsageError("--summary needs the JSON files of earlier comparisons");
  std::printf("%s", SummaryTable(all).c_str());
  return OkStatus();
}

int Run(int argc, char** argv) {
  Flags flags(kCompare);
  flags.Add({
      {"data", "Validation data: .npz by argument name, or a training .yaml (its held-out part)", Text()},
      {"labels", "Array of the .npz that holds the labels", Text("labels")},
      {"metric", "accuracy, top5, mse; cosine or snr (dB) of the outputs", Text()},
      {"output", "The output that the metric looks at", Text()},
      {"max_drop", "Exit with 1 if the metric falls by more than this", Number()},
      {"atol", "Exit with 1 if an output differs by more than atol + rtol * largest", Number()},
      {"rtol", "See --atol", Number()},
      {"signature", "Signature key", Text()},
      {"num_threads,threads", "Threads, the caller included", Integer("1")},
      {"layers", "Show how far the tensors inside are apart, the worst first", Switch()},
      {"html", "Write the result as a page to this file, with the layers", Text()},
      {"json", "Write the result as JSON to this file (- for stdout)", Text()},
      {"summary", "Print one table of earlier results: --summary A.json B.json", Switch()},
      {"quiet", "No progress, no table", Switch()},
  });
  flags.Positional({"a", "b", "more..."});
  int code;
  if (!flags.Parse(argc, argv, &code)) return code;
  if (flags.Bool("summary")) {
    std::vector<std::string> files = {flags.String("a"), flags.String("b")};
    for (const auto& f : flags.Strings("more")) files.push_back(f);
    std::erase(files, "");
    Status s = Summarize(files);
    return s.ok() ? kExitOk : Fail("compare", s);
  }
  if (flags.String("b").empty() || !flags.Has("data"))
    return Fail("compare", UsageError("give two models and data: slipway compare A B --data FILE.npz"));
  CatchInterrupts();
  nlohmann::ordered_json json;
  std::string layers;
  Status s = Compare(flags, &json, &layers);
  if (s.ok() && flags.Has("json")) s = WriteJson(flags.String("json"), json);
  if (s.ok() && flags.Has("html")) s = WriteFileAtomically(flags.String("html"), CompareHtml(json));
  if (!s.ok()) return Fail("compare", s);
  bool pass = json["pass"];
  if (!flags.Bool("quiet") && !(flags.Has("json") && flags.String("json") == "-"))
    std::printf("%s%s%s", SummaryTable({json}).c_str(), layers.empty() ? "" : "\n", layers.c_str());
  if (!pass) std::fprintf(stderr, "slipway compare: '%s' does not pass\n", flags.String("b").c_str());
  return pass ? kExitOk : kExitNo;
}

}  // namespace

const Command kCompare = {"compare", "A B --data FILE [--metric accuracy --max_drop X]",
                          "Compare two models on data: the gate before going live", Run};

}  // namespace slipway::cli
