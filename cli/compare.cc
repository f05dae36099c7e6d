// slipway compare: two models on the same data; the gate before going live.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "cli/any_model.h"
#include "cli/commands.h"
#include "cli/compare_html.h"
#include "cli/compare_layers.h"
#include "cli/compare_outputs.h"
#include "cli/feeds.h"
#include "cli/flags.h"
#include "cli/golden.h"
#include "formats/npz/npz.h"
#include "train/run/run.h"

namespace slipway::cli {

namespace {

constexpr int64_t kBatch = 32;

// Rows [first, last) along dimension 0.
Tensor Rows(const Tensor& all, int64_t first, int64_t last) {
  Shape shape = all.shape();
  shape[0] = last - first;
  Tensor t(TensorType(all.dtype(), shape, all.type().quant));
  int64_t per_row = all.shape().Elements(1, shape.rank());
  if (all.dtype() == DType::kString)
    std::copy(all.strings().begin() + first * per_row, all.strings().begin() + last * per_row, t.strings().begin());
  else if (t.bytes())
    std::memcpy(t.data(), static_cast<const char*>(all.data()) + first * per_row * DTypeSize(all.dtype()), t.bytes());
  return t;
}

// The lone row as a whole.
Tensor WithoutRow(const Tensor& row) {
  Shape shape;
  for (int i = 1; i < row.shape().rank(); ++i) shape.push_back(row.shape()[i]);
  Tensor t(TensorType(row.dtype(), shape, row.type().quant));
  if (t.dtype() == DType::kString)
    std::copy(row.strings().begin(), row.strings().end(), t.strings().begin());
  else if (t.bytes())
    std::memcpy(t.data(), row.data(), t.bytes());
  return t;
}

// Along dimension 0; scalars become a list.
Tensor Concatenate(const std::vector<Tensor>& parts) {
  Shape shape = parts[0].shape().rank() == 0 ? Shape{1} : parts[0].shape();
  for (size_t i = 1; i < parts.size(); ++i) shape[0] += parts[i].shape().rank() == 0 ? 1 : parts[i].shape()[0];
  Tensor all(TensorType(parts[0].dtype(), shape));
  char* out = static_cast<char*>(all.data());
  int64_t at = 0;
  for (const Tensor& p : parts) {
    if (all.dtype() == DType::kString)
      std::copy(p.strings().begin(), p.strings().end(), all.strings().begin() + at);
    else if (p.bytes())
      std::memcpy(out + at, p.data(), p.bytes());
    at += all.dtype() == DType::kString ? p.elements() : static_cast<int64_t>(p.bytes());
  }
  return all;
}

// Float data for an input that is quantized, and floats from an output that is.
Tensor ToInputType(const Tensor& x, const TensorType& type) {
  if (x.dtype() != DType::kF32 || type.quant.empty() || (type.dtype != DType::kI8 && type.dtype != DType::kU8))
    return x;
  Tensor q(TensorType(type.dtype, x.shape(), type.quant));
  double lo = type.dtype == DType::kI8 ? -128 : 0, hi = lo + 255;
  for (int64_t i = 0; i < x.elements(); ++i) {
    double v = std::clamp(std::nearbyint(x.as<float>()[static_cast<size_t>(i)] / type.quant.scale[0]) +
                              static_cast<double>(type.quant.zero_point[0]),
                          lo, hi);
    static_cast<uint8_t*>(q.data())[i] = static_cast<uint8_t>(static_cast<int>(v));
  }
  return q;
}

Tensor ToFloat(const Tensor& y) {
  const Quantization& quant = y.type().quant;
  if (quant.empty() || !IsInteger(y.dtype())) return y;
  Tensor f(DType::kF32, y.shape());
  std::vector<int64_t> q = y.AsInts();
  for (size_t i = 0; i < q.size(); ++i)
    f.as<float>()[i] = static_cast<float>(static_cast<double>(q[i] - quant.zero_point[0]) * quant.scale[0]);
  return f;
}

// One side of the comparison.
struct Side {
  AnyModel any;
  std::unique_ptr<interpreter::Interpreter> interpreter;
  interpreter::Runner* runner = nullptr;
  bool whole_rows = false;  // each row of the data is a whole argument, as in representative data
  double latency_us = 0;    // median of single-row calls

  static Result<Side> Load(const std::string& path, const std::string& signature, int threads) {
    Side side;
    std::vector<std::string> keys;
    if (!signature.empty()) keys.push_back(signature);
    ASSIGN_OR_RETURN(side.any, LoadAnyModel(path, keys));
    ASSIGN_OR_RETURN(side.interpreter, interpreter::Interpreter::Create(side.any.model, {.num_threads = threads}));
    ASSIGN_OR_RETURN(side.runner, FindRunner(*side.interpreter, signature));
    return side;
  }

  // The same model on kernels of its own alone, which show every tensor.
  Result<Side> Observed(interpreter::Observer* observer, const std::string& signature) const {
    Side side{.any = any, .whole_rows = whole_rows};
    interpreter::InterpreterOptions run{.kernel_sets = interpreter::KernelSetsOf(interpreter::Backend::kAuto)};
    ASSIGN_OR_RETURN(side.interpreter, interpreter::Interpreter::Create(any.model, run));
    side.interpreter->SetObserver(observer);
    ASSIGN_OR_RETURN(side.runner, FindRunner(*side.interpreter, signature));
    return side;
  }

  // The input that an array feeds; -1 if there is none.
  int InputFor(const NamedTensors& data, const std::string& name) const {
    return data.size() == 1 && runner->num_inputs() == 1 ? 0 : runner->FindInput(name);
  }
  // Do all arrays have one dimension more than the inputs?
  bool HaveWholeRows(const NamedTensors& data) const {
    return std::all_of(data.begin(), data.end(), [&](const auto& array) {
      int i = InputFor(data, array.first);
      const Shape* shape = i < 0 ? nullptr : &runner->declared_input_type(i).shape;
      return shape && shape->has_rank() && array.second.shape().rank() == shape->rank() + 1;
    });
  }
  // The declared batch, or 1 where it is open.
  int64_t FixedBatch() const {
    if (runner->num_inputs() == 0 || whole_rows) return 1;
    const Shape& s = runner->declared_input_type(0).shape;
    return s.has_rank() && s.rank() > 0 && s[0] > 0 ? s[0] : 1;
  }
  // How many rows one call takes: the declared batch, or a convenient one.
  int64_t BatchSize() const {
    if (whole_rows) return 1;
    bool open = runner->num_inputs() == 0 || !runner->declared_input_type(0).shape.has_rank() ||
                runner->declared_input_type(0).shape.rank() == 0 || runner->declared_input_type(0).shape[0] <= 0;
    return open ? kBatch : FixedBatch();
  }

  Result<NamedTensors> Call(const NamedTensors& rows) {
    NamedTensors feeds;
    for (const auto& [name, t] : rows) {
      int i = InputFor(rows, name);
      if (i < 0) return UsageError("'", any.path, "' has no input '", name, "'");
      feeds.emplace_back(runner->input_name(i),
                         ToInputType(whole_rows ? WithoutRow(t) : t, runner->declared_input_type(i)));
    }
    RETURN_IF_ERROR(Feed(*runner, feeds));
    RETURN_IF_ERROR(runner->Invoke());
    ASSIGN_OR_RETURN(NamedTensors out, Outputs(*runner));
    for (auto& [name, t] : out) t = ToFloat(t);
    return out;
  }

  // All rows, in calls of BatchSize(); a last partial batch is only possible where the batch is open.
  Result<NamedTensors> CallInBatches(const NamedTensors& data, int64_t first, int64_t last) {
    std::vector<std::string> names;
    std::vector<std::vector<Tensor>> parts;
    for (int64_t at = first; at < last; at += BatchSize()) {
      int64_t end = std::min(last, at + BatchSize());
      NamedTensors rows;
      for (const auto& [name, t] : data) rows.emplace_back(name, Rows(t, at, end));
      ASSIGN_OR_RETURN(NamedTensors out, Call(rows));
      parts.resize(out.size());
      names.clear();
      for (size_t i = 0; i < out.size(); ++i) {
        names.push_back(out[i].first);
        parts[i].push_back(std::move(out[i].second));
      }
    }
    NamedTensors all;
    for (size_t i = 0; i < parts.size(); ++i) all.emplace_back(names[i], Concatenate(parts[i]));
    return all;
  }

  Status MeasureLatency(const NamedTensors& data) {
    NamedTensors row;
    for (const auto& [name, t] : data)
      row.emplace_back(name, Rows(t, 0, std::min<int64_t>(t.shape()[0], BatchSize() == kBatch ? 1 : BatchSize())));
    std::vector<double> us;
    RETURN_IF_ERROR(ToStatus(Call(row)));
    for (int i = 0; i < 50; ++i) {
      auto start = std::chrono::steady_clock::now();
      RETURN_IF_ERROR(runner->Invoke());
      us.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
    }
    std::nth_element(us.begin(), us.begin() + 25, us.end());
    latency_us = us[25];
    return OkStatus();
  }
};

// Rows that go through both models with all their tensors recorded: few show where the noise is.
constexpr int64_t kLayerRows = 64;

struct Data {
  NamedTensors inputs;
  Tensor labels;
  int64_t rows = 0;
};

Result<Data> LoadData(const Flags& flags) {
  Data data;
  std::string path = flags.String("data");
  if (path.ends_with(".yaml") || path.ends_with(".yml")) {
    ASSIGN_OR_RETURN(train::Split split, train::LoadSplit(path, train::SplitPart::kValidation, -1));
    data.inputs = std::move(split.inputs);
    data.labels = std::move(split.labels);
  } else {
    ASSIGN_OR_RETURN(NamedTensors arrays, npz::ReadNpz(path));
    std::string labels = flags.String("labels");
    for (auto& [name, t] : arrays) {
      if (name == labels)
        data.labels = t;
      else
        data.inputs.emplace_back(name, std::move(t));
    }
    if (flags.Has("metric") && !data.labels.valid())
      return UsageError("'", path, "' has no array '", labels, "' to compute the metric with; name it by --labels");
  }
  if (data.inputs.empty()) return UsageError("'", path, "' holds no inputs");
  data.rows = -1;
  for (const auto& [name, t] : data.inputs) {
    if (t.shape().rank() == 0) return UsageError("array '", name, "' is a scalar, expected rows");
    if (data.rows >= 0 && t.shape()[0] != data.rows)
      return UsageError("arrays of '", path, "' differ in their number of rows");
    data.rows = t.shape()[0];
  }
  if (data.rows == 0) return UsageError("'", path, "' has no rows");
  if (data.labels.valid() && (data.labels.shape().rank() == 0 || data.labels.shape()[0] != data.rows))
    return UsageError("there are ", data.rows, " rows and labels of shape ", data.labels.shape());
  return data;
}

// The output that the metric looks at: the one named, else the only one that fits it.
Result<size_t> MetricOutput(const NamedTensors& outputs, Metric metric, const std::string& wanted) {
  for (size_t i = 0; i < outputs.size(); ++i)
    if (outputs[i].first == wanted) return i;
  if (!wanted.empty()) return UsageError("there is no output '", wanted, "'");
  for (size_t i = 0; i < outputs.size(); ++i) {
    const Tensor& t = outputs[i].second;
    bool scores = IsFloat(t.dtype()) && t.shape().rank() == 2 && t.shape()[1] > 1;
    if (metric == Metric::kMse ? IsFloat(t.dtype()) : scores) return i;
  }
  for (size_t i = 0; i < outputs.size(); ++i)
    if (metric == Metric::kAccuracy && IsInteger(outputs[i].second.dtype()) && outputs[i].second.shape().rank() == 1)
      return i;
  return UsageError("no output fits the metric ", MetricName(metric), "; name one by --output");
}

// Pairs b's outputs with a's by name, or by position where there is one of each.
Result<const Tensor*> Partner(const NamedTensors& a, size_t i, const NamedTensors& b) {
  if (a.size() == 1 && b.size() == 1) return &b[0].second;
  for (const auto& [name, t] : b)
    if (name == a[i].first) return &t;
  return BadInput("the second model has no output '", a[i].first, "'");
}

Status ReplayOriginal(Side& a) {
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

Result<std::vector<LayerError>> CompareLayers(const Side& a, const Side& b, const std::string& signature,
                                              const Data& data, bool quiet) {
  TensorRecorder in_a(*a.any.model), in_b(*b.any.model);
  ASSIGN_OR_RETURN(Side one, a.Observed(&in_a, signature));
  ASSIGN_OR_RETURN(Side other, b.Observed(&in_b, signature));
  int64_t batch = std::max(a.FixedBatch(), b.FixedBatch()), count = std::min(data.rows / batch, kLayerRows);
  LayerComparison comparison;
  Progress progress("comparing layers", count, quiet);
  for (int64_t i = 0; i < count; ++i) {
    if (Interrupted()) return Cancelled();
    int64_t first = i * (data.rows / batch) / count * batch;
    NamedTensors rows;
    for (const auto& [name, t] : data.inputs) rows.emplace_back(name, Rows(t, first, first + batch));
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

// `table`: of the layers, if asked.
Status Compare(const Flags& flags, nlohmann::ordered_json* json, std::string* table) {
  ASSIGN_OR_RETURN(Metric metric, MetricFromName(flags.Has("metric") ? flags.String("metric") : ""));
  ASSIGN_OR_RETURN(Data data, LoadData(flags));
  std::string signature = flags.Has("signature") ? flags.String("signature") : "";
  int threads = static_cast<int>(flags.Int("num_threads"));
  ASSIGN_OR_RETURN(Side a, Side::Load(flags.String("a"), signature, threads));
  ASSIGN_OR_RETURN(Side b, Side::Load(flags.String("b"), signature, threads));
  a.whole_rows = b.whole_rows = a.HaveWholeRows(data.inputs);
  RETURN_IF_ERROR(ReplayOriginal(a));
  std::vector<OutputError> errors;
  std::vector<std::string> names;
  WorstSamples worst;
  MetricCounter metric_a(metric), metric_b(metric);
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
      ASSIGN_OR_RETURN(size_t i, MetricOutput(ya, metric, flags.Has("output") ? flags.String("output") : ""));
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
    double drop = metric == Metric::kMse ? metric_b.value() - metric_a.value() : metric_a.value() - metric_b.value();
    (*json)["metric"] = {
        {"name", MetricName(metric)}, {"a", metric_a.value()}, {"b", metric_b.value()}, {"drop", drop}};
    if (flags.Has("max_drop")) pass = pass && drop <= flags.Double("max_drop");
  }
  (*json)["worst_samples"] = worst.Json(10);
  if (flags.Bool("layers") || flags.Has("html")) {
    ASSIGN_OR_RETURN(std::vector<LayerError> layers, CompareLayers(a, b, signature, data, flags.Bool("quiet")));
    (*json)["layers"] = LayersJson(layers);
    if (flags.Bool("layers")) *table = LayerTable(layers, 30);
  }
  (*json)["models"] = {{{"path", a.any.path}, {"bytes", a.any.bytes}, {"latency_us", a.latency_us}},
                       {{"path", b.any.path}, {"bytes", b.any.bytes}, {"latency_us", b.latency_us}}};
  (*json)["pass"] = pass;
  return OkStatus();
}

std::string Percent(double v) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f %%", v * 100);
  return text;
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
  auto value = [&](double v) { return name == "mse" ? StrCat(static_cast<float>(v)) : Percent(v); };
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
      {"metric", "accuracy, top5 or mse", Text()},
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
