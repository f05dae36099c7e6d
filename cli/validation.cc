#include "cli/validation.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>

#include "formats/npz/npz.h"
#include "quantize/arithmetic.h"
#include "train/run/run.h"

namespace slipway::cli {

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

NamedTensors Rows(const NamedTensors& all, int64_t first, int64_t last) {
  NamedTensors rows;
  for (const auto& [name, t] : all) rows.emplace_back(name, Rows(t, first, last));
  return rows;
}

namespace {

// The lone row as a whole.
Tensor WithoutRow(const Tensor& row) {
  std::vector<int64_t> dims(row.shape().begin() + 1, row.shape().end());
  Tensor t(TensorType(row.dtype(), *Shape::FromDims(dims), row.type().quant));
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
  DType to = type.dtype;
  if (x.dtype() != DType::kF32 || type.quant.empty() || (to != DType::kI8 && to != DType::kU8 && to != DType::kI16))
    return x;
  return quantize::QuantizeActivations(x, type.quant, to);
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

}  // namespace

Result<ValidatedModel> ValidatedModel::Load(const std::string& path, const std::string& signature, int threads) {
  std::vector<std::string> keys;
  if (!signature.empty()) keys.push_back(signature);
  ASSIGN_OR_RETURN(AnyModel any, LoadAnyModel(path, keys));
  return Of(std::move(any), signature, threads);
}

Result<ValidatedModel> ValidatedModel::Of(AnyModel any, const std::string& signature, int threads,
                                          interpreter::Observer* observer) {
  ValidatedModel v{.any = std::move(any)};
  interpreter::InterpreterOptions run{.num_threads = threads};
  if (observer) run.kernel_sets = interpreter::KernelSetsOf(interpreter::Backend::kAuto);
  ASSIGN_OR_RETURN(v.interpreter, interpreter::Interpreter::Create(v.any.model, run));
  v.interpreter->SetObserver(observer);
  ASSIGN_OR_RETURN(v.runner, FindRunner(*v.interpreter, signature));
  return v;
}

int ValidatedModel::InputFor(const NamedTensors& data, const std::string& name) const {
  return data.size() == 1 && runner->num_inputs() == 1 ? 0 : runner->FindInput(name);
}

bool ValidatedModel::HaveWholeRows(const NamedTensors& data) const {
  return std::all_of(data.begin(), data.end(), [&](const auto& array) {
    int i = InputFor(data, array.first);
    const Shape* shape = i < 0 ? nullptr : &runner->declared_input_type(i).shape;
    return shape && shape->has_rank() && array.second.shape().rank() == shape->rank() + 1;
  });
}

int64_t ValidatedModel::FixedBatch() const {
  if (runner->num_inputs() == 0 || whole_rows) return 1;
  const Shape& s = runner->declared_input_type(0).shape;
  return s.has_rank() && s.rank() > 0 && s[0] > 0 ? s[0] : 1;
}

int64_t ValidatedModel::BatchSize() const {
  if (whole_rows) return 1;
  bool open = runner->num_inputs() == 0 || !runner->declared_input_type(0).shape.has_rank() ||
              runner->declared_input_type(0).shape.rank() == 0 || runner->declared_input_type(0).shape[0] <= 0;
  return open ? kBatch : FixedBatch();
}

Result<NamedTensors> ValidatedModel::Call(const NamedTensors& rows) {
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

Result<NamedTensors> ValidatedModel::CallInBatches(const NamedTensors& data, int64_t first, int64_t last) {
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

Status ValidatedModel::MeasureLatency(const NamedTensors& data) {
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

Result<ValidationData> LoadValidation(const std::string& path, const std::string& labels) {
  ValidationData data;
  if (path.ends_with(".yaml") || path.ends_with(".yml")) {
    ASSIGN_OR_RETURN(train::Split split, train::LoadSplit(path, train::SplitPart::kValidation, -1));
    data.inputs = std::move(split.inputs);
    data.labels = std::move(split.labels);
  } else {
    ASSIGN_OR_RETURN(NamedTensors arrays, npz::ReadNpz(path));
    for (auto& [name, t] : arrays) {
      if (name == labels)
        data.labels = t;
      else
        data.inputs.emplace_back(name, std::move(t));
    }
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

Result<size_t> MetricOutput(const NamedTensors& outputs, Metric metric, const std::string& wanted) {
  for (size_t i = 0; i < outputs.size(); ++i)
    if (outputs[i].first == wanted) return i;
  if (!wanted.empty()) return UsageError("there is no output '", wanted, "'");
  for (size_t i = 0; i < outputs.size(); ++i) {
    const Tensor& t = outputs[i].second;
    bool scores = IsFloat(t.dtype()) && t.shape().rank() == 2 && t.shape()[1] > 1;
    bool one_by_one = metric == Metric::kMse || !NeedsLabels(metric);
    if (one_by_one ? IsFloat(t.dtype()) : scores) return i;
  }
  for (size_t i = 0; i < outputs.size(); ++i)
    if (metric == Metric::kAccuracy && IsInteger(outputs[i].second.dtype()) && outputs[i].second.shape().rank() == 1)
      return i;
  return UsageError("no output fits the metric ", MetricName(metric), "; name one by --output");
}

Result<const Tensor*> Partner(const NamedTensors& a, size_t i, const NamedTensors& b) {
  if (a.size() == 1 && b.size() == 1) return &b[0].second;
  for (const auto& [name, t] : b)
    if (name == a[i].first) return &t;
  return BadInput("the second model has no output '", a[i].first, "'");
}

}  // namespace slipway::cli
