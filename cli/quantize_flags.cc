#include "cli/quantize_flags.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/thread_pool.h"
#include "cli/quantize_recipe.h"
#include "cli/representative_data.h"

namespace slipway::cli {

void AddQuantizeFlags(Flags& flags) {
  flags.Add({
      {"quantize", "none (float32), dynamic, float16, int8, int16x8 or int4", Text("none")},
      {"recipe", "A mode per operator: .yaml or .json, see docs/quantization.md", Text()},
      {"disable_per_channel", "One scale for all weights of a tensor instead of one per channel", Switch()},
      {"representative_data",
       "Samples to calibrate with: .npz, .npy, TFRecord of tf.Example, image folder, training .yaml", Text()},
      {"mean_values", "Image samples: a pixel becomes (pixel - mean) / std_dev; one, or one per channel", Text("0")},
      {"std_dev_values", "See --mean_values", Text("1")},
      {"calibration", "How ranges follow from samples: minmax, percentile, mse or kl", Text("minmax")},
      {"percentile", "--calibration percentile: the share of numbers that a range holds", Number("99.99")},
      {"calibration_samples", "Samples to use at most", Integer("500")},
      {"target_runtime", "What will run the file: litert:2.0 to litert:2.3 (litert: the newest), or slipway",
       Text("litert")},
      {"strict", "An error where an operator that was to compute on codes would stay float", Switch()},
      {"inference_input_type", "float32; int8 or uint8 (int8 mode); int16 (int16x8)", Text("float32")},
      {"inference_output_type", "float32; int8 or uint8 (int8 mode); int16 (int16x8)", Text("float32")},
      {"quiet", "No progress, no table", Switch()},
  });
}

static Result<DType> IoType(const Flags& flags, const char* flag) {
  DType type = IoTypeFromName(flags.String(flag));
  if (type == DType::kInvalid)
    return UsageError("--", flag, " is '", flags.String(flag), "', expected float32, int8, uint8 or int16");
  return type;
}

Result<quantize::Recipe> RecipeFrom(const Flags& flags) {
  quantize::Recipe recipe;
  ASSIGN_OR_RETURN_AT(recipe.mode, quantize::ModeFromName(flags.String("quantize")), "--quantize");
  ASSIGN_OR_RETURN(recipe.input_type, IoType(flags, "inference_input_type"));
  ASSIGN_OR_RETURN(recipe.output_type, IoType(flags, "inference_output_type"));
  recipe.per_channel = !flags.Bool("disable_per_channel");
  ASSIGN_OR_RETURN_AT(recipe.target, tflite::TargetRuntimeFromName(flags.String("target_runtime")), "--target_runtime");
  if (flags.Has("recipe")) {
    ASSIGN_OR_RETURN(recipe, ReadRecipe(flags.String("recipe"), recipe, flags.Has("quantize")));
  }
  if (flags.Has("calibration")) {
    ASSIGN_OR_RETURN_AT(recipe.calibration.kind, quantize::CalibrationFromName(flags.String("calibration")),
                        "--calibration");
  }
  if (flags.Has("percentile")) {
    if (recipe.calibration.kind != quantize::CalibrationMethod::Kind::kPercentile)
      return UsageError("--percentile needs --calibration percentile");
    recipe.calibration.percentile = flags.Double("percentile");
  }
  RETURN_IF_ERROR(quantize::CheckRecipe(recipe));
  return recipe;
}

std::string RecipeName(const quantize::Recipe& recipe) {
  std::string name = ModeName(recipe.mode);
  return recipe.rules.empty() ? name : StrCat("mixed (", name, " and ", recipe.rules.size(), " rules)");
}

static Result<std::vector<float>> Numbers(const Flags& flags, const char* flag) {
  std::vector<float> numbers;
  for (const std::string& part : StrSplit(flags.String(flag), ',')) {
    std::optional<float> number = ParseNumber<float>(part);
    if (!number) return UsageError("--", flag, ": '", part, "' is no number");
    numbers.push_back(*number);
  }
  return numbers;
}

static Result<SampleOptions> SampleOptionsFrom(const Flags& flags) {
  SampleOptions options{.most = flags.Int("calibration_samples"),
                        .says_pixels = flags.Has("mean_values") || flags.Has("std_dev_values")};
  if (options.most < 1) return UsageError("--calibration_samples is ", options.most, ", expected at least 1");
  ASSIGN_OR_RETURN(options.pixels.mean, Numbers(flags, "mean_values"));
  ASSIGN_OR_RETURN(options.pixels.std_dev, Numbers(flags, "std_dev_values"));
  for (float s : options.pixels.std_dev)
    if (!(s != 0)) return UsageError("--std_dev_values: a pixel cannot be divided by 0");
  return options;
}

Result<std::vector<quantize::Sample>> SamplesByFlags(const Flags& flags, const quantize::Recipe& recipe,
                                                     const ir::Module& m, std::vector<std::string>* warnings) {
  std::vector<quantize::Sample> samples;
  if (!recipe.Has(quantize::Mode::kInt8) && !recipe.Has(quantize::Mode::kInt16x8)) return samples;
  ASSIGN_OR_RETURN(SampleOptions options, SampleOptionsFrom(flags));
  if (flags.Has("representative_data")) return LoadSamples(flags.String("representative_data"), m, options, warnings);
  for (size_t i = 0; i < m.signatures.size(); ++i) {
    if (!m.signatures[i].inputs.empty())
      return UsageError(recipe.Has(quantize::Mode::kInt8) ? "int8" : "int16x8",
                        " needs --representative_data (.npz, .npy, TFRecord, image folder, training .yaml) to "
                        "calibrate with");
    samples.push_back({.signature = static_cast<int>(i)});
  }
  return samples;
}

Result<std::vector<quantize::Sample>> SamplesToCheck(const Flags& flags, const ir::Module& m,
                                                     std::vector<std::string>* warnings) {
  constexpr int64_t kMost = 3;  // references take their time
  if (!flags.Has("representative_data")) return std::vector<quantize::Sample>();
  ASSIGN_OR_RETURN(SampleOptions options, SampleOptionsFrom(flags));
  options.most = std::min(options.most, kMost);
  return LoadSamples(flags.String("representative_data"), m, options, warnings);
}

quantize::CalibrateOptions CalibrateWith(Progress* progress) {
  return {.num_threads = ThreadPool::AvailableCpus(), .progress = [progress](int64_t done, int64_t total) {
            progress->SetTotal(total);
            progress->Update(done);
            return !Interrupted();
          }};
}

nlohmann::ordered_json TensorsJson(const quantize::QuantizeReport& report) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const quantize::QuantizedTensor& t : report.tensors) {
    list.push_back({{"tensor", t.name},
                    {"dtype", DTypeName(t.codes)},
                    {"min", t.seen.min},
                    {"max", t.seen.max},
                    {"scale", t.quant.scale[0]},
                    {"zero_point", t.quant.zero_point[0]}});
    if (t.IsConstant())
      list.back()["note"] = "one number in all samples";
    else if (t.LacksZero())
      list.back()["note"] = "widened to contain 0";
  }
  return list;
}

Status CheckStrict(const Flags& flags, const quantize::QuantizeReport& report) {
  if (!flags.Bool("strict")) return OkStatus();
  if (!report.not_in_target.empty())
    return Unsupported("--strict is given and the runtime lacks operators that the model has:\n  ",
                       StrJoin(report.not_in_target, "\n  "));
  const std::vector<std::string>& left = report.float_nodes;
  if (left.empty()) return OkStatus();
  return Unsupported(left.size(), left.size() == 1 ? " operator stays" : " operators stay",
                     " float and --strict is given; a rule of a --recipe may allow it:\n  ", StrJoin(left, "\n  "));
}

Result<ir::Module> QuantizeByFlags(ir::Module m, const Flags& flags, const quantize::Recipe& recipe,
                                   quantize::QuantizeReport* report, std::vector<std::string>* warnings) {
  ASSIGN_OR_RETURN(std::vector<quantize::Sample> samples, SamplesByFlags(flags, recipe, m, warnings));
  Progress progress("calibrating", 0, flags.Bool("quiet"));
  ASSIGN_OR_RETURN(m, quantize::QuantizeModule(std::move(m), recipe, samples, CalibrateWith(&progress), report));
  progress.Finish();
  RETURN_IF_ERROR(CheckStrict(flags, *report));
  for (const std::string& lacks : report->not_in_target) warnings->push_back(StrCat("the model has ", lacks));
  warnings->insert(warnings->end(), report->warnings.begin(), report->warnings.end());
  return m;
}

}  // namespace slipway::cli
