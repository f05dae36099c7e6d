#include "cli/compare_layers.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "cli/command.h"

namespace slipway::cli {

namespace {

constexpr double kMask = 1e8;

// The elements as numbers; false: they are no numbers or codes of such.
bool Numbers(const interpreter::ObservedTensor& t, std::vector<float>* out) {
  if (!t.data) return false;
  size_t n = static_cast<size_t>(t.type.shape.Elements());
  if (t.type.dtype == DType::kF32) {
    const float* x = static_cast<const float*>(t.data);
    out->insert(out->end(), x, x + n);
    return true;
  }
  const Quantization& q = t.type.quant;
  if (q.scale.size() != 1) return false;
  bool taken = false;
  VisitFixedDType(t.type.dtype, [&](auto tag) {
    using T = decltype(tag);
    if constexpr (std::is_same_v<T, int8_t> || std::is_same_v<T, uint8_t> || std::is_same_v<T, int16_t>) {
      taken = true;
      const T* x = static_cast<const T*>(t.data);
      for (size_t i = 0; i < n; ++i) out->push_back(static_cast<float>(x[i] - q.zero_point[0]) * q.scale[0]);
    }
  });
  return taken;
}

std::string Decimals(double v, const char* format) {
  char text[32];
  std::snprintf(text, sizeof text, format, v);
  return text;
}

// The end of a long name tells more than its beginning.
std::string Shortened(const std::string& name, size_t most) {
  return name.size() <= most ? name : StrCat("..", name.substr(name.size() - most + 2));
}

}  // namespace

TensorRecorder::Recorded* TensorRecorder::Record(int graph, const interpreter::ObservedTensor& t) {
  std::vector<float> numbers;
  if (t.name.empty() || !Numbers(t, &numbers)) return nullptr;
  auto [it, is_new] = tensors_.try_emplace(std::string(t.name));
  std::pair place(graph, t.tensor);
  if (is_new) it->second.place = place;
  it->second.ambiguous = it->second.ambiguous || it->second.place != place;
  it->second.numbers.insert(it->second.numbers.end(), numbers.begin(), numbers.end());
  if (is_new) it->second.order = static_cast<int>(tensors_.size()) - 1;
  it->second.dtype = DTypeName(t.type.dtype);
  return &it->second;
}

void TensorRecorder::OnInputs(int graph, std::span<const interpreter::ObservedTensor> inputs) {
  for (const auto& t : inputs)
    if (Recorded* r = Record(graph, t); r && r->op.empty()) r->op = "input";
}

void TensorRecorder::OnOp(const interpreter::OpEvent& event) {
  const auto& tensors = model_.graph(event.graph).tensors;
  for (const auto& t : event.outputs) {
    Recorded* r = Record(event.graph, t);
    if (!r) continue;
    r->op = Label(event.op.op);
    r->operands.clear();
    for (int i : event.op.inputs)
      if (i >= 0) r->operands.push_back(tensors[static_cast<size_t>(i)].name);
  }
}

double LayerComparison::Sums::Ratio() const {
  if (noise == 0) return 0;
  return noise / std::max(signal, 1e-30);
}

void LayerComparison::Add(const TensorRecorder& a, const TensorRecorder& b) {
  for (const auto& [name, mine] : a.tensors()) {
    auto other = b.tensors().find(name);
    if (other == b.tensors().end() || mine.ambiguous || other->second.ambiguous) continue;
    if (other->second.numbers.size() != mine.numbers.size()) continue;
    auto [it, is_new] = sums_.try_emplace(name);
    Sums& s = it->second;
    if (is_new) {
      s.about = {.op = mine.op, .operands = mine.operands, .order = mine.order};
      s.dtype = other->second.dtype;
    }
    for (size_t i = 0; i < mine.numbers.size(); ++i) {
      double x = mine.numbers[i], d = other->second.numbers[i] - x;
      if (!(std::abs(x) < kMask) || !std::isfinite(d)) continue;
      s.signal += x * x;
      s.noise += d * d;
      s.max_abs = std::max(s.max_abs, std::abs(d));
      s.largest = std::max(s.largest, std::abs(x));
    }
  }
}

std::vector<LayerError> LayerComparison::Layers() const {
  std::vector<LayerError> layers;
  for (const auto& [name, s] : sums_) {
    double came_in = 0;
    for (const std::string& operand : s.about.operands)
      if (auto it = sums_.find(operand); it != sums_.end()) came_in = std::max(came_in, it->second.Ratio());
    layers.push_back({.tensor = name,
                      .op = s.about.op,
                      .dtype = s.dtype,
                      .order = s.about.order,
                      .snr_db = s.noise == 0 ? 200 : -10 * std::log10(s.Ratio()),  // 200: equal
                      .max_abs = s.max_abs,
                      .largest = s.largest,
                      .noise_added = std::max(0.0, s.Ratio() - came_in)});
  }
  std::sort(layers.begin(), layers.end(), [](const LayerError& x, const LayerError& y) {
    return x.snr_db != y.snr_db ? x.snr_db < y.snr_db : x.order < y.order;
  });
  return layers;
}

std::string LayerTable(const std::vector<LayerError>& layers, size_t most) {
  if (layers.empty()) return "no tensors of the two models have the same name\n";
  std::vector<std::vector<std::string>> rows = {{"tensor", "op", "type", "SNR dB", "max error", "adds"}};
  for (size_t i = 0; i < layers.size() && i < most; ++i) {
    const LayerError& l = layers[i];
    rows.push_back({Shortened(l.tensor, 28), Shortened(l.op, 14), l.dtype,
                    l.snr_db >= 200 ? "equal" : Decimals(l.snr_db, "%.1f"), Decimals(l.max_abs, "%.3g"),
                    Decimals(100 * l.noise_added, "%.2g %%")});
  }
  std::string text = Table(rows);
  if (layers.size() > most) StrAppend(text, layers.size() - most, " better ones are in --json and --html\n");
  auto worst = std::max_element(layers.begin(), layers.end(),
                                [](const LayerError& x, const LayerError& y) { return x.noise_added < y.noise_added; });
  if (worst->noise_added > 0)
    StrAppend(text, "most noise is added by ", worst->op, " '", worst->tensor,
              "': ", Decimals(100 * worst->noise_added, "%.2g %%"), " of its signal\n");
  return text;
}

}  // namespace slipway::cli
