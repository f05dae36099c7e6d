#include "converter/convert.h"

#include <algorithm>

#include "base/file.h"
#include "converter/passes/passes.h"
#include "converter/pipeline.h"
#include "converter/widen_types.h"
#include "formats/savedmodel/reader.h"
#include "formats/tflite/read.h"
#include "ir/calls.h"
#include "ir/wire/tf_import.h"
#include "ir/wire/tflite_export.h"
#include "ir/wire/tflite_import.h"

namespace slipway::converter {

namespace {

std::string KeyList(const std::vector<std::string>& keys) { return StrJoin(keys, ", "); }

// serving_default unless keys are given; the only signature where there is just one.
Result<std::vector<std::string>> ChooseKeys(const std::vector<std::string>& there, const ConvertOptions& options) {
  if (options.signature_keys == std::vector<std::string>{"all"}) return std::vector<std::string>{};
  if (!options.signature_keys.empty()) return options.signature_keys;
  if (std::find(there.begin(), there.end(), "serving_default") != there.end())
    return std::vector<std::string>{"serving_default"};
  if (there.size() == 1) return there;
  return UsageError("the model has no signature serving_default; choose by --signature_keys from: ", KeyList(there));
}

// Shapes by the names of the inputs: in the order of input_arrays, else in that of `names`.
Result<std::map<std::string, Shape>> ShapesByName(const ConvertOptions& options,
                                                  const std::vector<std::string>& names) {
  const std::vector<std::string>& order = options.input_arrays.empty() ? names : options.input_arrays;
  if (options.input_shapes.size() > order.size())
    return UsageError("there are ", options.input_shapes.size(), " input shapes for ", order.size(), " inputs",
                      order.empty() ? "; name them by --input_arrays" : StrCat(": ", KeyList(order)));
  for (const std::string& name : options.input_arrays)
    if (!names.empty() && std::find(names.begin(), names.end(), name) == names.end())
      return UsageError("there is no input '", name, "'; the signature has: ", KeyList(names));
  std::map<std::string, Shape> shapes;
  for (size_t i = 0; i < options.input_shapes.size(); ++i) shapes[order[i]] = options.input_shapes[i];
  return shapes;
}

Result<ir::Module> ImportSavedModel(const std::string& path, const ConvertOptions& options,
                                    std::vector<wire::Problem>* problems) {
  wire::ImportOptions import{.tags = options.tags, .problems = problems};
  ASSIGN_OR_RETURN(savedmodel::MetaGraph meta, savedmodel::ReadSavedModel(path, options.tags));
  std::vector<std::string> keys, inputs;
  for (const auto& s : meta.signatures) keys.push_back(s.key);
  ASSIGN_OR_RETURN(import.signature_keys, ChooseKeys(keys, options));
  for (const auto& s : meta.signatures)
    if (import.signature_keys.empty() || s.key == import.signature_keys[0]) {
      for (const auto& [name, info] : s.inputs) inputs.push_back(name);
      break;
    }
  ASSIGN_OR_RETURN(import.input_shapes, ShapesByName(options, inputs));
  return wire::ImportMetaGraph(std::move(meta), path, import);
}

// Keeps the signatures asked for, in that order; all of them without a word.
Status KeepSignatures(ir::Module& m, const std::vector<std::string>& keys) {
  if (keys.empty() || keys == std::vector<std::string>{"all"}) return OkStatus();
  std::vector<std::string> there;
  for (const ir::Signature& s : m.signatures) there.push_back(s.key);
  std::vector<ir::Signature> kept;
  for (const std::string& key : keys) {
    const ir::Signature* s = m.FindSignature(key);
    if (!s) return NotFound("there is no signature '", key, "'; the model has: ", KeyList(there));
    kept.push_back(*s);
  }
  m.signatures = std::move(kept);
  ir::RemoveUnreachedGraphs(m);
  return OkStatus();
}

Result<ir::Module> ImportTflite(const std::string& path, const ConvertOptions& options) {
  if (!options.input_shapes.empty() || !options.input_arrays.empty() || !options.output_arrays.empty())
    return UsageError(
        "a .tflite file keeps its inputs, outputs and shapes: --input_arrays, --output_arrays and "
        "--input_shapes are for GraphDefs and SavedModels");
  ASSIGN_OR_RETURN(tflite::Model model, tflite::ReadFile(path));
  ASSIGN_OR_RETURN(ir::Module m, wire::ImportTflite(model));
  RETURN_IF_ERROR(KeepSignatures(m, options.signature_keys));
  return m;
}

Result<ir::Module> Import(const std::string& path, const ConvertOptions& options,
                          std::vector<wire::Problem>* problems) {
  if (IsDirectory(path)) return ImportSavedModel(path, options, problems);
  ASSIGN_OR_RETURN(std::shared_ptr<const MappedFile> file, MappedFile::Open(path));
  if (path.ends_with(".tflite") || (file->bytes().size() >= 8 && file->bytes().substr(4, 4) == "TFL3"))
    return ImportTflite(path, options);
  ASSIGN_OR_RETURN(auto shapes, ShapesByName(options, {}));
  return wire::ImportGraphDef(path, {.inputs = options.input_arrays,
                                     .outputs = options.output_arrays,
                                     .input_shapes = std::move(shapes),
                                     .problems = problems});
}

}  // namespace

// Last: only now every operator has its TFLite form.
static Status Widen(ir::Module& m, ir::RewriteStats* stats, const ir::RewriteOptions& options) {
  constexpr ir::Rule kWiden[] = {
      {"widen_types", WidenTypes}, {"expand_integer_product", ExpandIntegerProduct}, {"fold_constants", FoldConstants}};
  return ir::RunRules(m, kWiden, stats, options);
}

Result<ir::Module> ImportModel(const std::string& path, const ConvertOptions& options, ConvertReport* report) {
  std::vector<wire::Problem> problems;
  Result<ir::Module> imported = Import(path, options, &problems);
  for (const wire::Problem& p : problems)
    report->unsupported.push_back(
        {p.op, p.count > 1 ? StrCat(p.node, " and ", p.count - 1, " more") : p.node, p.reason});
  return imported;
}

Result<ir::Module> Prepare(const std::string& path, const ConvertOptions& options, ConvertReport* report) {
  ASSIGN_OR_RETURN(ir::Module m, ImportModel(path, options, report));
  RETURN_IF_ERROR(RewriteForTflite(m, options, report));
  RETURN_IF_ERROR(Refusal(report->unsupported));
  return m;
}

Status RewriteForTflite(ir::Module& m, const ConvertOptions& options, ConvertReport* report) {
  ir::RewriteStats stats;
  Status status = Simplify(m, &stats, options.rewrite);
  if (status.ok()) status = MakeLegal(m, &stats, options.rewrite);
  if (status.ok()) status = Widen(m, &stats, options.rewrite);
  report->rewrites = std::move(stats.fired);
  report->declined_rewrites = std::move(stats.declined);
  report->checked_rewrites = stats.checked;
  report->unchecked_rewrites = stats.unchecked;
  report->changed_numbers = std::move(stats.changed);
  RETURN_IF_ERROR(std::move(status));
  report->unsupported = FindOffenders(m, options.allow_custom_ops, options.target);
  return OkStatus();
}

Result<tflite::Model> Convert(const std::string& path, const ConvertOptions& options, ConvertReport* report) {
  ASSIGN_OR_RETURN_AT(ir::Module m, Prepare(path, options, report), StrCat("converting '", path, "'"));
  ASSIGN_OR_RETURN(
      tflite::Model model,
      wire::ExportTflite(m, {.target = options.target, .custom_where_target_cannot = options.allow_custom_ops}));
  for (const auto& subgraph : model.subgraphs)
    for (const auto& op : subgraph.operators) ++report->ops[tflite::OperatorName(model, op)];
  return model;
}

}  // namespace slipway::converter
