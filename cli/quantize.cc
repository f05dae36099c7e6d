// slipway quantize: the quantization modes on an existing float .tflite.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/flags.h"
#include "cli/quantize_flags.h"
#include "cli/quantize_search.h"
#include "cli/signature_json.h"
#include "formats/tflite/read.h"
#include "formats/tflite/write.h"
#include "ir/wire/tflite_import.h"

namespace slipway::cli {

namespace {

// `about_search`: what --max_drop found, for people. Without "bytes" in the JSON it found nothing.
Status Quantize(const Flags& flags, nlohmann::ordered_json* json, std::string* about_search) {
  std::string path = flags.String("model"), output = flags.String("output_file");
  ASSIGN_OR_RETURN(quantize::Recipe recipe, RecipeFrom(flags));
  ASSIGN_OR_RETURN(tflite::Model model, tflite::ReadFile(path));
  ASSIGN_OR_RETURN_AT(ir::Module m, wire::ImportTflite(model), StrCat("'", path, "'"));
  quantize::QuantizeReport report;
  std::vector<std::string> warnings;
  nlohmann::ordered_json search;
  if (flags.Has("max_drop")) {
    ASSIGN_OR_RETURN(FoundMix found, SearchByFlags(std::move(m), flags, recipe, &warnings));
    *about_search = Describe(found, recipe);
    search = SearchJson(found);
    *json = {{"input", path}, {"output", output}, {"search", search}};
    if (!found.result.holds) return OkStatus();
    m = std::move(found.result.module);
    report = std::move(found.result.report);
    recipe = std::move(found.result.recipe);
    RETURN_IF_ERROR(CheckStrict(flags, report));
  } else {
    ASSIGN_OR_RETURN(m, QuantizeByFlags(std::move(m), flags, recipe, &report, &warnings));
  }
  if (report.quantized == 0 && recipe.Quantizes())
    return Unsupported("'", path, "' has nothing to quantize to ", RecipeName(recipe), ": ",
                       warnings.empty() ? "its weights are quantized already, or too small" : StrJoin(warnings, "; "));
  ASSIGN_OR_RETURN(tflite::Model out, quantize::ExportQuantized(m, recipe, report));
  RETURN_IF_ERROR(tflite::WriteFile(out, output));
  for (const std::string& w : warnings) std::fprintf(stderr, "slipway quantize: %s\n", w.c_str());
  ASSIGN_OR_RETURN(uint64_t bytes, FileSize(output));
  *json = {{"input", path},
           {"output", output},
           {"bytes", bytes},
           {"mode", RecipeName(recipe)},
           {"quantized", report.quantized},
           {"float_nodes", report.float_nodes},
           {"warnings", warnings},
           {"tensors", TensorsJson(report)},
           {"signatures", SignatureJson(m)}};
  if (!search.empty()) (*json)["search"] = search;
  return OkStatus();
}

int Run(int argc, char** argv) {
  Flags flags(kQuantize);
  flags.Add({
      {"output_file", "Where the quantized .tflite goes", Text()},
      {"json", "Write the report as JSON to this file (- for stdout)", Text()},
  });
  AddQuantizeFlags(flags);
  AddSearchFlags(flags);
  flags.Positional({"model"});
  int code;
  if (!flags.Parse(argc, argv, &code)) return code;
  if (flags.String("model").empty() || !flags.Has("output_file"))
    return Fail(
        "quantize",
        UsageError(
            "give a model and a target: slipway quantize MODEL.tflite --output_file FILE.tflite --quantize int8"));
  CatchInterrupts();
  nlohmann::ordered_json json;
  std::string about_search;
  Status s = Quantize(flags, &json, &about_search);
  if (s.ok() && flags.Has("json")) s = WriteJson(flags.String("json"), json);
  if (!s.ok()) return Fail("quantize", s);
  if (!json.contains("bytes")) {
    std::fprintf(stderr, "slipway quantize: %s", about_search.c_str());
    return kExitNo;
  }
  if (!flags.Bool("quiet") && !(flags.Has("json") && flags.String("json") == "-"))
    std::printf("%s%s: %s, %s\n", about_search.c_str(), flags.String("output_file").c_str(),
                json["mode"].get<std::string>().c_str(), HumanBytes(json["bytes"]).c_str());
  return kExitOk;
}

}  // namespace

const Command kQuantize = {"quantize", "MODEL.tflite --output_file FILE.tflite --quantize MODE",
                           "Quantize a float .tflite", Run};

}  // namespace slipway::cli
