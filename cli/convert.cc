// slipway convert: SavedModel, GraphDef or .tflite -> .tflite, in one of the quantization modes.
#include "converter/convert.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "cli/any_model.h"
#include "cli/commands.h"
#include "cli/convert_report.h"
#include "cli/flags.h"
#include "cli/golden.h"
#include "cli/quantize_flags.h"
#include "cli/signature_json.h"
#include "converter/pipeline.h"
#include "formats/tflite/write.h"
#include "ir/text.h"
#include "ir/wire/tf_export.h"

namespace slipway::cli {

namespace {

struct Done {
  converter::ConvertReport report;
  quantize::QuantizeReport quantized;
  nlohmann::ordered_json signatures, graphs = nlohmann::ordered_json::object();
  std::vector<GoldenResult> golden;
  std::string mode;
  double seconds = 0;
  size_t checked_on = 0;  // samples; 0: drawn inputs
  uint64_t bytes = 0;
};

Result<std::vector<Shape>> ShapesFrom(const std::vector<std::string>& texts) {
  std::vector<Shape> shapes;
  for (const std::string& text : texts) {
    std::vector<int64_t> dims;
    for (const std::string& part : StrSplit(text, ','))
      if (auto d = ParseNumber<int64_t>(part))
        dims.push_back(*d);
      else
        return UsageError("--input_shapes: '", text, "' is no list of dimensions like 1,224,224,3");
    ASSIGN_OR_RETURN(Shape s, Shape::FromDims(dims));
    shapes.push_back(s);
  }
  return shapes;
}

std::vector<std::string> SplitList(const Flags& flags, const char* name, char separator = ',') {
  return flags.Has(name) ? StrSplit(flags.String(name), separator) : std::vector<std::string>{};
}

Result<converter::ConvertOptions> OptionsFrom(const Flags& flags) {
  converter::ConvertOptions o;
  o.signature_keys = SplitList(flags, "signature_keys");
  if (flags.Has("tags")) o.tags = SplitList(flags, "tags");
  o.input_arrays = SplitList(flags, "input_arrays");
  o.output_arrays = SplitList(flags, "output_arrays");
  ASSIGN_OR_RETURN(o.input_shapes, ShapesFrom(SplitList(flags, "input_shapes", ':')));
  ASSIGN_OR_RETURN_AT(o.target, tflite::TargetRuntimeFromName(flags.String("target_runtime")), "--target_runtime");
  o.allow_custom_ops = flags.Bool("allow_custom_ops") || o.target.slipway;
  o.rewrite.verify = o.rewrite.check = flags.Bool("check_rewrites");
  if (flags.Has("dump_after"))
    o.rewrite.after = [wanted = flags.String("dump_after")](const std::string& rule, const ir::Graph& g) {
      if (wanted == "all" || wanted == rule)
        std::fprintf(stderr, "// after %s\n%s", rule.c_str(), ir::ToString(g, {.largest_constant = 16}).c_str());
    };
  return o;
}

// The written model must still give what the trained one gave: exactly the same decisions in float, whatever the mode
// costs is shown.
Status Replay(const std::string& path, const ir::Module& m, const std::string& written, bool is_float, Done* done) {
  if (!IsDirectory(path)) return OkStatus();
  std::vector<std::string> recorded = GoldenSignatures(path);
  if (recorded.empty()) return OkStatus();
  ASSIGN_OR_RETURN(auto model, interpreter::Model::Load(written));
  ASSIGN_OR_RETURN(auto interpreter, interpreter::Interpreter::Create(model));
  for (const ir::Signature& s : m.signatures) {
    if (std::find(recorded.begin(), recorded.end(), s.key) == recorded.end()) continue;
    ASSIGN_OR_RETURN(std::vector<GoldenResult> results, ReplayGolden(path, s.key, *interpreter));
    for (const GoldenResult& r : results) {
      if (is_float && (r.exact ? r.max_abs > 0 : !(r.max_abs < 1e-4)))
        return BadInput("the converted model disagrees with the golden record of '", s.key, "': output '", r.output,
                        "' is off by ", r.max_abs);
      done->golden.push_back(r);
    }
  }
  return OkStatus();
}

// The same graph as a SavedModel: nothing is rewritten for TFLite.
Status Export(const Flags& flags, Done* done) {
  std::string path = flags.String("saved_model_dir"), directory = flags.String("export_dir");
  if (flags.Has("output_file")) return UsageError("give --output_file for a .tflite or --export_dir for a SavedModel");
  if (flags.String("quantize") != "none") return UsageError("--quantize is for .tflite files, not for a SavedModel");
  ASSIGN_OR_RETURN(converter::ConvertOptions options, OptionsFrom(flags));
  std::string where = StrCat("converting '", path, "'");
  ASSIGN_OR_RETURN(ir::Module m, converter::ImportModel(path, options, &done->report));
  ir::RewriteStats stats;
  RETURN_IF_ERROR_AT(converter::MakeTensorFlow(m, &stats, options.rewrite), where);
  RETURN_IF_ERROR_AT(wire::ExportSavedModel(m, {.directory = directory, .extra_files = {}}), where);
  if (!flags.Bool("quiet"))
    std::printf("%s: SavedModel, %s\n", directory.c_str(), HumanBytes(BytesBelow(directory)).c_str());
  return OkStatus();
}

// What is written before it is known to be right.
std::string Unchecked(const Flags& flags) { return flags.String("output_file") + ".unchecked"; }

// As far as the unchecked file.
Status Convert(const Flags& flags, Done* done) {
  auto start = std::chrono::steady_clock::now();
  std::string path = flags.String("saved_model_dir"), unchecked = Unchecked(flags);
  ASSIGN_OR_RETURN(converter::ConvertOptions options, OptionsFrom(flags));
  ASSIGN_OR_RETURN(quantize::Recipe recipe, RecipeFrom(flags));
  done->mode = RecipeName(recipe);
  std::string where = StrCat("converting '", path, "'");
  ASSIGN_OR_RETURN(ir::Module m, converter::ImportModel(path, options, &done->report));
  if (options.rewrite.check) {
    ASSIGN_OR_RETURN(options.rewrite.samples, SamplesToCheck(flags, m, &done->report.warnings));
    done->checked_on = options.rewrite.samples.size();
  }
  RETURN_IF_ERROR_AT(converter::RewriteForTflite(m, options, &done->report), where);
  RETURN_IF_ERROR_AT(converter::Refusal(done->report.unsupported), where);
  ASSIGN_OR_RETURN(m, QuantizeByFlags(std::move(m), flags, recipe, &done->quantized, &done->report.warnings));
  done->signatures = SignatureJson(m);
  if (flags.Has("report")) DescribeGraphs(m, &done->graphs);
  ASSIGN_OR_RETURN(
      tflite::Model model,
      quantize::ExportQuantized(m, recipe, done->quantized,
                                {.target = options.target, .custom_where_target_cannot = options.allow_custom_ops}));
  for (const auto& g : model.subgraphs)
    for (const auto& op : g.operators) ++done->report.ops[tflite::OperatorName(model, op)];
  RETURN_IF_ERROR(tflite::WriteFile(model, unchecked));
  bool same_io = recipe.input_type == DType::kF32 && recipe.output_type == DType::kF32;
  if (same_io) RETURN_IF_ERROR(Replay(path, m, unchecked, !recipe.Quantizes(), done));
  ASSIGN_OR_RETURN(done->bytes, FileSize(unchecked));
  done->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return OkStatus();
}

nlohmann::ordered_json ReportJson(const Flags& flags, const Done& d) {
  nlohmann::ordered_json j = {{"input", flags.String("saved_model_dir")},
                              {"output", flags.String("output_file")},
                              {"bytes", d.bytes},
                              {"seconds", d.seconds}};
  j["mode"] = d.mode;
  j["signatures"] = d.signatures;
  j["ops"] = d.report.ops;
  j["rewrites"] = nlohmann::ordered_json::array();
  for (const auto& [rule, count] : d.report.rewrites)
    if (count) j["rewrites"].push_back({{"rule", rule}, {"count", count}});
  j["declined_rewrites"] = nlohmann::ordered_json::array();
  for (const auto& r : d.report.declined_rewrites)
    j["declined_rewrites"].push_back({{"rule", r.rule}, {"node", r.origin}, {"reason", r.reason}});
  j["warnings"] = d.report.warnings;
  j["unsupported"] = nlohmann::ordered_json::array();
  for (const auto& o : d.report.unsupported)
    j["unsupported"].push_back(
        {{"op", o.op}, {"node", o.node}, {"reason", o.reason}, {"way_out", converter::WayOut(o)}});
  if (flags.Bool("check_rewrites")) {
    j["checked_rewrites"] = d.report.checked_rewrites;
    j["unchecked_rewrites"] = d.report.unchecked_rewrites;
    j["checked_on_samples"] = d.checked_on;
    j["changed_numbers"] = nlohmann::ordered_json::array();
    for (const auto& c : d.report.changed_numbers)
      j["changed_numbers"].push_back({{"rule", c.rule}, {"node", c.origin}, {"difference", c.difference}});
  }
  j["float_nodes"] = d.quantized.float_nodes;
  j["tensors"] = TensorsJson(d.quantized);
  j["golden"] = nlohmann::ordered_json::array();
  for (const auto& g : d.golden)
    j["golden"].push_back(
        {{"signature", g.signature}, {"output", g.output}, {g.exact ? "mismatches" : "max_abs", g.max_abs}});
  j.update(d.graphs);
  return j;
}

// JSON for a .json file and stdout, a page otherwise.
Status WriteReport(const std::string& path, const nlohmann::ordered_json& report) {
  if (path == "-" || path.ends_with(".json")) return WriteJson(path, report);
  return WriteFileAtomically(path, ReportHtml(report));
}

// The report comes before the model: where one of them cannot be written there is neither.
Status ConvertAndReport(const Flags& flags, Done* done) {
  Status s = Convert(flags, done);
  const bool reports = flags.Has("report") && (s.ok() || !done->report.unsupported.empty());
  if (reports) {
    Status written = WriteReport(flags.String("report"), ReportJson(flags, *done));
    if (s.ok()) s = std::move(written);
  }
  if (s.ok()) {
    s = Rename(Unchecked(flags), flags.String("output_file"));
    if (!s.ok() && reports && flags.String("report") != "-") (void)RemoveFile(flags.String("report")).ok();
  }
  if (!s.ok()) (void)RemoveFile(Unchecked(flags)).ok();
  return s;
}

void Print(const Flags& flags, const Done& d) {
  for (const std::string& w : d.report.warnings) std::fprintf(stderr, "slipway convert: %s\n", w.c_str());
  for (const auto& c : d.report.changed_numbers)
    std::fprintf(stderr, "slipway convert: the rule %s would have changed '%s' (%s) and was switched off\n",
                 c.rule.c_str(), c.origin.c_str(), c.difference.c_str());
  if (flags.Bool("check_rewrites"))
    std::printf(
        "rewrites: %d checked on %s, %d could not be\n", d.report.checked_rewrites,
        d.checked_on ? StrCat(d.checked_on, d.checked_on == 1 ? " sample" : " samples").c_str() : "drawn inputs",
        d.report.unchecked_rewrites);
  int ops = 0;
  for (const auto& [name, count] : d.report.ops) ops += count;
  std::string golden;
  for (const auto& g : d.golden) {
    char text[64];
    if (g.exact)
      std::snprintf(text, sizeof text, "%.0f differ", g.max_abs);
    else
      std::snprintf(text, sizeof text, "off by %.1e", g.max_abs);
    StrAppend(golden, golden.empty() ? "; golden " : ", ", g.output, " ", text);
  }
  std::printf("%s: %s, %d ops, %s in %.2f s%s\n", flags.String("output_file").c_str(), d.mode.c_str(), ops,
              HumanBytes(d.bytes).c_str(), d.seconds, golden.c_str());
}

int Run(int argc, char** argv) {
  Flags flags(kConvert);
  flags.Add({
      {"output_file", "Where the .tflite goes", Text()},
      {"export_dir", "Write a SavedModel into this directory instead", Text()},
      {"signature_keys", "Comma-separated keys, or all; else serving_default", Text()},
      {"tags", "Comma-separated tag set", Text("serve")},
      {"input_arrays", "GraphDef: names of inputs; else the placeholders", Text()},
      {"output_arrays", "GraphDef: names of outputs; else what nothing reads", Text()},
      {"input_shapes", "Shapes of inputs, 1,224,224,3:1,10 (-1: open)", Text()},
      {"allow_custom_ops", "Write ops that TFLite lacks as custom operators for Slipway's runtime", Switch()},
      {"check_rewrites",
       "Compute before and after every rewrite, on some --representative_data if given; switch off what changes "
       "numbers",
       Switch()},
      {"dump_after", "Print the graph after this rewrite (or all)", Text()},
      {"report,json", "Write a report: JSON to FILE.json or - (stdout), else HTML", Text()},
  });
  AddQuantizeFlags(flags);
  flags.Positional({"saved_model_dir"});
  int code;
  if (!flags.Parse(argc, argv, &code)) return code;
  if (flags.String("saved_model_dir").empty() || (!flags.Has("output_file") && !flags.Has("export_dir")))
    return Fail("convert", UsageError("give a model and a target: slipway convert MODEL --output_file FILE.tflite"));
  CatchInterrupts();
  Done done;
  if (flags.Has("export_dir")) {
    Status exported = Export(flags, &done);
    return exported.ok() ? kExitOk : Fail("convert", exported);
  }
  Status s = ConvertAndReport(flags, &done);
  if (!s.ok()) return Fail("convert", s);
  if (!flags.Bool("quiet") && !(flags.Has("report") && flags.String("report") == "-")) Print(flags, done);
  return kExitOk;
}

}  // namespace

const Command kConvert = {"convert", "MODEL --output_file FILE.tflite [--quantize MODE]",
                          "Convert a SavedModel, GraphDef or .tflite to .tflite", Run};

}  // namespace slipway::cli
