#include "cli/quantize_flags.h"

#include "base/thread_pool.h"
#include "cli/representative_data.h"

namespace slipway::cli {

void AddQuantizeFlags(Flags& flags) {
  flags.Add({
      {"quantize", "none (float32), dynamic, float16, int8 or int16x8", Text("none")},
      {"representative_data", "Calibration samples: .npz by argument name, or a training .yaml", Text()},
      {"calibration_samples", "Samples to use at most", Integer("500")},
      {"inference_input_type", "float32; int8 or uint8 (int8 mode); int16 (int16x8)", Text("float32")},
      {"inference_output_type", "float32; int8 or uint8 (int8 mode); int16 (int16x8)", Text("float32")},
      {"quiet", "No progress, no table", Switch()},
  });
}

Result<quantize::Mode> ModeFrom(const std::string& name) {
  if (name == "none" || name == "float32") return quantize::Mode::kNone;
  if (name == "dynamic") return quantize::Mode::kDynamic;
  if (name == "float16") return quantize::Mode::kFloat16;
  if (name == "int8") return quantize::Mode::kInt8;
  if (name == "int16x8") return quantize::Mode::kInt16x8;
  return UsageError("--quantize is '", name, "', expected none, dynamic, float16, int8 or int16x8");
}

const char* ModeName(quantize::Mode mode) {
  switch (mode) {
    case quantize::Mode::kNone:
      return "float32";
    case quantize::Mode::kDynamic:
      return "dynamic";
    case quantize::Mode::kFloat16:
      return "float16";
    case quantize::Mode::kInt8:
      return "int8";
    case quantize::Mode::kInt16x8:
      return "int16x8";
  }
  return "unknown";
}

static Result<DType> IoType(const std::string& flag, const std::string& name) {
  if (name == "float32") return DType::kF32;
  if (name == "int8") return DType::kI8;
  if (name == "uint8") return DType::kU8;
  if (name == "int16") return DType::kI16;
  return UsageError("--", flag, " is '", name, "', expected float32, int8, uint8 or int16");
}

Result<quantize::Recipe> RecipeFrom(const Flags& flags) {
  quantize::Recipe recipe;
  ASSIGN_OR_RETURN(recipe.mode, ModeFrom(flags.String("quantize")));
  ASSIGN_OR_RETURN(recipe.input_type, IoType("inference_input_type", flags.String("inference_input_type")));
  ASSIGN_OR_RETURN(recipe.output_type, IoType("inference_output_type", flags.String("inference_output_type")));
  RETURN_IF_ERROR(quantize::CheckRecipe(recipe));
  return recipe;
}

// A model without inputs computes the same every time; others need to be told what they will see.
static Result<std::vector<quantize::Sample>> SamplesFrom(const Flags& flags, const ir::Module& m,
                                                         std::vector<std::string>* warnings) {
  if (flags.Has("representative_data"))
    return LoadSamples(flags.String("representative_data"), m, flags.Int("calibration_samples"), warnings);
  std::vector<quantize::Sample> samples;
  for (size_t i = 0; i < m.signatures.size(); ++i) {
    if (!m.signatures[i].inputs.empty())
      return UsageError("--quantize ", flags.String("quantize"),
                        " needs --representative_data FILE.npz (or a training .yaml) to calibrate with");
    samples.push_back({.signature = static_cast<int>(i)});
  }
  return samples;
}

Result<ir::Module> QuantizeByFlags(ir::Module m, const Flags& flags, quantize::QuantizeReport* report,
                                   std::vector<std::string>* warnings) {
  ASSIGN_OR_RETURN(quantize::Recipe recipe, RecipeFrom(flags));
  std::vector<quantize::Sample> samples;
  if (quantize::ActivationType(recipe.mode) != DType::kF32) {
    ASSIGN_OR_RETURN(samples, SamplesFrom(flags, m, warnings));
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
