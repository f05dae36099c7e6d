#include "cli/quantize_flags.h"

#include "base/thread_pool.h"
#include "cli/quantize_recipe.h"
#include "cli/representative_data.h"

namespace slipway::cli {

void AddQuantizeFlags(Flags& flags) {
  flags.Add({
      {"quantize", "none (float32), dynamic, float16, int8, int16x8 or int4", Text("none")},
      {"recipe", "A mode per operator: .yaml or .json, see docs/quantization.md", Text()},
      {"representative_data", "Calibration samples: .npz by argument name, or a training .yaml", Text()},
      {"calibration_samples", "Samples to use at most", Integer("500")},
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
  if (flags.Has("recipe")) return ReadRecipe(flags.String("recipe"), recipe, flags.Has("quantize"));
  RETURN_IF_ERROR(quantize::CheckRecipe(recipe));
  return recipe;
}

std::string RecipeName(const quantize::Recipe& recipe) {
  std::string name = ModeName(recipe.mode);
  return recipe.rules.empty() ? name : StrCat("mixed (", name, " and ", recipe.rules.size(), " rules)");
}

// A model without inputs computes the same every time; others need to be told what they will see.
static Result<std::vector<quantize::Sample>> SamplesFrom(const Flags& flags, const quantize::Recipe& recipe,
                                                         const ir::Module& m, std::vector<std::string>* warnings) {
  if (flags.Has("representative_data"))
    return LoadSamples(flags.String("representative_data"), m, flags.Int("calibration_samples"), warnings);
  std::vector<quantize::Sample> samples;
  for (size_t i = 0; i < m.signatures.size(); ++i) {
    if (!m.signatures[i].inputs.empty())
      return UsageError(recipe.Has(quantize::Mode::kInt8) ? "int8" : "int16x8",
                        " needs --representative_data FILE.npz (or a training .yaml) to calibrate with");
    samples.push_back({.signature = static_cast<int>(i)});
  }
  return samples;
}

Result<ir::Module> QuantizeByFlags(ir::Module m, const Flags& flags, const quantize::Recipe& recipe,
                                   quantize::QuantizeReport* report, std::vector<std::string>* warnings) {
  std::vector<quantize::Sample> samples;
  if (recipe.Has(quantize::Mode::kInt8) || recipe.Has(quantize::Mode::kInt16x8)) {
    ASSIGN_OR_RETURN(samples, SamplesFrom(flags, recipe, m, warnings));
  }
  Progress progress("calibrating", static_cast<int64_t>(samples.size()), flags.Bool("quiet"));
  quantize::CalibrateOptions options{.num_threads = ThreadPool::AvailableCpus(),
                                     .progress = [&](int64_t done, int64_t) {
                                       progress.Update(done);
                                       return !Interrupted();
                                     }};
  ASSIGN_OR_RETURN(m, quantize::QuantizeModule(std::move(m), recipe, samples, options, report));
  warnings->insert(warnings->end(), report->warnings.begin(), report->warnings.end());
  return m;
}

}  // namespace slipway::cli
