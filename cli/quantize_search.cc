#include "cli/quantize_search.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/thread_pool.h"
#include "cli/quantize_flags.h"
#include "cli/quantize_recipe.h"
#include "cli/validation.h"
#include "interpreter/graph/plan_module.h"

namespace slipway::cli {

namespace {

// Rows that tell how noisy outputs are.
constexpr int64_t kNoiseRows = 32;

std::string Decimals(const char* format, double v) {
  char text[40];
  std::snprintf(text, sizeof text, format, v);
  return text;
}

// The validation data and what the float model makes of it.
class Validator {
 public:
  Validator(ValidationData data, Metric metric, std::string signature, std::string output)
      : data_(std::move(data)), metric_(metric), signature_(std::move(signature)), output_(std::move(output)) {}

  // Without labels the float model's own outputs are right.
  Status SetFloat(const ir::Module& m) {
    ASSIGN_OR_RETURN(ValidatedModel model, ModelOf(m));
    whole_rows_ = model.HaveWholeRows(data_.inputs);
    model.whole_rows = whole_rows_;
    ASSIGN_OR_RETURN(float_outputs_, model.CallInBatches(data_.inputs, 0, data_.rows));
    ASSIGN_OR_RETURN(size_t i, MetricOutput(float_outputs_, metric_, output_));
    if (NeedsLabels(metric_) && !data_.labels.valid()) data_.labels = OwnLabels(float_outputs_[i].second);
    ASSIGN_OR_RETURN(of_float_, Value(float_outputs_));
    return OkStatus();
  }

  Result<double> Drop(const ir::Module& m) const {
    ASSIGN_OR_RETURN(NamedTensors y, OutputsOf(m, data_.rows));
    ASSIGN_OR_RETURN(double value, Value(y));
    return DropOf(metric_, of_float_, value);
  }

  // Noise power / signal power, of all float outputs together.
  Result<double> Noise(const ir::Module& m) const {
    int64_t rows = std::min(data_.rows, kNoiseRows);
    ASSIGN_OR_RETURN(NamedTensors y, OutputsOf(m, rows));
    double sum = 0;
    for (size_t i = 0; i < float_outputs_.size(); ++i) {
      ASSIGN_OR_RETURN(const Tensor* other, Partner(float_outputs_, i, y));
      if (!IsFloat(other->dtype())) continue;
      std::vector<double> a = float_outputs_[i].second.AsDoubles(), b = other->AsDoubles();
      double signal = 1e-30, noise = 0;
      for (size_t k = 0; k < std::min(a.size(), b.size()); ++k) {
        if (!std::isfinite(a[k]) || !std::isfinite(b[k])) continue;
        signal += a[k] * a[k];
        noise += (a[k] - b[k]) * (a[k] - b[k]);
      }
      sum += noise / signal;
    }
    return sum;
  }

  double of_float() const { return of_float_; }

 private:
  Result<ValidatedModel> ModelOf(const ir::Module& m) const {
    AnyModel any{.path = "the model", .kind = "tflite"};
    ASSIGN_OR_RETURN(any.model, interpreter::ModelFromModule(m));
    return ValidatedModel::Of(std::move(any), signature_, ThreadPool::AvailableCpus());
  }

  Result<NamedTensors> OutputsOf(const ir::Module& m, int64_t rows) const {
    ASSIGN_OR_RETURN(ValidatedModel model, ModelOf(m));
    model.whole_rows = whole_rows_;
    return model.CallInBatches(data_.inputs, 0, rows);
  }

  Result<double> Value(const NamedTensors& y) const {
    ASSIGN_OR_RETURN(size_t i, MetricOutput(y, metric_, output_));
    if (!NeedsLabels(metric_)) {
      OutputError error;
      ASSIGN_OR_RETURN(const Tensor* other, Partner(float_outputs_, i, y));
      RETURN_IF_ERROR(error.Add(float_outputs_[i].second, *other));
      return MetricOf(metric_, error);
    }
    MetricCounter counter(metric_);
    RETURN_IF_ERROR(counter.Add(y[i].second, data_.labels));
    return counter.value();
  }

  Tensor OwnLabels(const Tensor& y) const {
    if (metric_ == Metric::kMse || IsInteger(y.dtype())) return y;
    int64_t n = y.shape()[0], classes = y.shape()[1];
    Tensor labels(DType::kI64, {n});
    std::vector<double> scores = y.AsDoubles();
    for (int64_t i = 0; i < n; ++i) {
      auto row = scores.begin() + i * classes;
      labels.as<int64_t>()[static_cast<size_t>(i)] = std::max_element(row, row + classes) - row;
    }
    return labels;
  }

  ValidationData data_;
  Metric metric_;
  std::string signature_, output_;
  bool whole_rows_ = false;
  NamedTensors float_outputs_;
  double of_float_ = 0;
};

Status SaveRecipe(const std::string& path, const quantize::SearchResult& r) {
  std::vector<std::string> comments(r.recipe.rules.size());
  size_t first = comments.size() - r.spared.size();  // after the user's
  for (size_t i = 0; i < r.spared.size(); ++i)
    comments[first + i] = StrCat("noise ", Decimals("%.2g %%", 100 * r.spared[i].noise), " alone");
  return WriteFileAtomically(path, RecipeText(r.recipe, comments));
}

}  // namespace

void AddSearchFlags(Flags& flags) {
  flags.Add({
      {"max_drop", "Search a mix of modes by which the metric falls by at most this", Number()},
      {"metric", "Of --max_drop: accuracy, top5, mse; cosine or snr (dB) of the outputs", Text()},
      {"validation_data", "Of --max_drop: .npz by argument name, or a training .yaml (its held-out part)", Text()},
      {"labels", "Array of the .npz that holds the labels; without one the float model's outputs are right",
       Text("labels")},
      {"output", "The output that the metric looks at", Text()},
      {"signature", "Of the validation data", Text()},
      {"save_recipe", "Write the recipe that was found to this file", Text()},
  });
}

Result<FoundMix> SearchByFlags(ir::Module m, const Flags& flags, const quantize::Recipe& recipe,
                               std::vector<std::string>* warnings) {
  if (!flags.Has("metric") || !flags.Has("validation_data"))
    return UsageError("--max_drop needs --metric NAME and --validation_data FILE");
  auto text = [&](const char* flag) { return flags.Has(flag) ? flags.String(flag) : std::string(); };
  FoundMix found{.metric = flags.String("metric"), .max_drop = flags.Double("max_drop")};
  ASSIGN_OR_RETURN(Metric metric, MetricFromName(found.metric));
  ASSIGN_OR_RETURN(ValidationData data, LoadValidation(flags.String("validation_data"), flags.String("labels")));
  if (NeedsLabels(metric) && !data.labels.valid())
    warnings->push_back(StrCat("'", flags.String("validation_data"), "' has no array '", flags.String("labels"),
                               "': the float model's outputs count as right"));
  Validator validator(std::move(data), metric, text("signature"), text("output"));
  RETURN_IF_ERROR(validator.SetFloat(m));
  found.of_float = validator.of_float();

  std::vector<quantize::Mode> modes = quantize::MilderModes(recipe.mode);
  for (quantize::Mode mode : {quantize::Mode::kInt8, quantize::Mode::kInt16x8})
    if (recipe.Has(mode)) modes.push_back(mode);
  ASSIGN_OR_RETURN(std::vector<quantize::Sample> samples, SamplesByFlags(flags, recipe, m, warnings));
  quantize::QuantizeReport calibrated;
  Progress calibrating("calibrating", 0, flags.Bool("quiet"));
  ASSIGN_OR_RETURN(auto quantizer, quantize::Quantizer::Create(std::move(m), recipe, modes, samples,
                                                               CalibrateWith(&calibrating), &calibrated));
  calibrating.Finish();
  Progress searching("searching", 1, flags.Bool("quiet"));
  quantize::SearchOptions options{.max_drop = found.max_drop,
                                  .drop = [&](const ir::Module& q) { return validator.Drop(q); },
                                  .noise = [&](const ir::Module& q) { return validator.Noise(q); },
                                  .progress =
                                      [&](const std::string& phase, int64_t done, int64_t total) {
                                        searching.SetTotal(total);
                                        searching.Update(done, phase);
                                        return !Interrupted();
                                      }};
  ASSIGN_OR_RETURN(found.result, quantize::Search(quantizer, recipe, options));
  for (const auto* list : {&calibrated.warnings, &found.result.report.warnings})
    warnings->insert(warnings->end(), list->begin(), list->end());
  if (found.result.holds && flags.Has("save_recipe"))
    RETURN_IF_ERROR(SaveRecipe(flags.String("save_recipe"), found.result));
  return found;
}

std::string Describe(const FoundMix& f, const quantize::Recipe& base) {
  auto value = [&](double v) { return ShowMetric(f.metric, v); };
  auto of = [&](double drop) { return value(f.metric == "mse" ? f.of_float + drop : f.of_float - drop); };
  const quantize::SearchResult& r = f.result;
  std::string text =
      StrCat(f.metric, " ", value(f.of_float), " in float, ", of(r.drop_of_base), " in ", RecipeName(base), "\n");
  if (!r.holds)
    return StrCat(text, "no mix of modes keeps the drop within ", value(f.max_drop), " (the least was ", value(r.drop),
                  ")\n");
  if (r.spared.empty()) return StrCat(text, "nothing needs a milder mode\n");
  StrAppend(text, of(r.drop), " with these spared, of ", r.candidates, " that make noise:\n");
  std::vector<std::vector<std::string>> rows = {{"operator", "name", "mode", "noise alone"}};
  for (const quantize::Spared& s : r.spared) {
    std::string name = s.name.size() <= 36 ? s.name : StrCat("..", s.name.substr(s.name.size() - 34));
    rows.push_back({s.op, name, ModeName(s.mode), Decimals("%.2g %%", 100 * s.noise)});
  }
  return text + Table(rows);
}

nlohmann::ordered_json SearchJson(const FoundMix& f) {
  const quantize::SearchResult& r = f.result;
  nlohmann::ordered_json spared = nlohmann::ordered_json::array();
  for (const quantize::Spared& s : r.spared)
    spared.push_back({{"op", s.op}, {"name", s.name}, {"mode", ModeName(s.mode)}, {"noise", s.noise}});
  return {{"metric", f.metric},
          {"max_drop", f.max_drop},
          {"float", f.of_float},
          {"drop_of_base", r.drop_of_base},
          {"drop", r.drop},
          {"candidates", r.candidates},
          {"evaluations", r.evaluations},
          {"holds", r.holds},
          {"spared", spared}};
}

}  // namespace slipway::cli
