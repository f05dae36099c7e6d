#include "converter/convert.h"

#include "base/file.h"
#include "converter/passes/passes.h"
#include "converter/pipeline.h"
#include "converter/widen_types.h"
#include "formats/savedmodel/reader.h"
#include "ir/wire/tf_import.h"
#include "ir/wire/tflite_export.h"

namespace slipway::converter {

// serving_default unless keys are given; the only signature where there is just one.
static Result<std::vector<std::string>> KeysToImport(const std::string& path, const ConvertOptions& options) {
  if (options.signature_keys == std::vector<std::string>{"all"}) return std::vector<std::string>{};
  if (!options.signature_keys.empty()) return options.signature_keys;
  ASSIGN_OR_RETURN(savedmodel::MetaGraph meta, savedmodel::ReadSavedModel(path, options.tags));
  if (meta.FindSignature("serving_default")) return std::vector<std::string>{"serving_default"};
  if (meta.signatures.size() == 1) return std::vector<std::string>{meta.signatures[0].key};
  std::vector<std::string> keys;
  for (const auto& s : meta.signatures) keys.push_back(s.key);
  return UsageError("the model has no signature serving_default; choose by --signature_keys from: ",
                    StrJoin(keys, ", "));
}

static Result<ir::Module> Import(const std::string& path, const ConvertOptions& options) {
  if (IsDirectory(path)) {
    ASSIGN_OR_RETURN(std::vector<std::string> keys, KeysToImport(path, options));
    return wire::ImportSavedModel(path, {.tags = options.tags, .signature_keys = keys});
  }
  wire::GraphDefOptions graph_def{.inputs = options.input_arrays, .outputs = options.output_arrays};
  if (options.input_shapes.size() > options.input_arrays.size())
    return UsageError("there are more input shapes than input arrays");
  for (size_t i = 0; i < options.input_shapes.size(); ++i)
    graph_def.input_shapes[options.input_arrays[i]] = options.input_shapes[i];
  return wire::ImportGraphDef(path, graph_def);
}

// Last: only now every operator has its TFLite form.
static Status Widen(ir::Module& m, ir::RewriteStats* stats, const ir::RewriteOptions& options) {
  constexpr ir::Rule kWiden[] = {
      {"widen_types", WidenTypes}, {"expand_integer_product", ExpandIntegerProduct}, {"fold_constants", FoldConstants}};
  for (auto& g : m.graphs) {
    RETURN_IF_ERROR_AT(ir::RunRules(*g, kWiden, stats, options), StrCat("graph '", g->name, "'"));
    ir::RemoveUnused(*g);
  }
  return OkStatus();
}

Result<ir::Module> Prepare(const std::string& path, const ConvertOptions& options, ConvertReport* report) {
  ASSIGN_OR_RETURN(ir::Module m, Import(path, options));
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
  RETURN_IF_ERROR(std::move(status));
  report->unsupported = FindOffenders(m, options.allow_custom_ops);
  return OkStatus();
}

Result<tflite::Model> Convert(const std::string& path, const ConvertOptions& options, ConvertReport* report) {
  ASSIGN_OR_RETURN_AT(ir::Module m, Prepare(path, options, report), StrCat("converting '", path, "'"));
  ASSIGN_OR_RETURN(tflite::Model model,
                   wire::ExportTflite(m, {.custom_where_litert_cannot = options.allow_custom_ops}));
  for (const auto& subgraph : model.subgraphs)
    for (const auto& op : subgraph.operators) ++report->ops[tflite::OperatorName(model, op)];
  return model;
}

}  // namespace slipway::converter
