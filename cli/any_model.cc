#include "cli/any_model.h"

#include <algorithm>

#include "base/file.h"
#include "converter/pipeline.h"
#include "formats/savedmodel/reader.h"
#include "interpreter/graph/plan_module.h"
#include "ir/wire/tf_import.h"

namespace slipway::cli {

uint64_t BytesBelow(const std::string& path) {
  if (!IsDirectory(path)) {
    auto size = FileSize(path);
    return size.ok() ? *size : 0;
  }
  uint64_t total = 0;
  auto names = ListDirectory(path);
  if (names.ok())
    for (const std::string& name : *names) total += BytesBelow(JoinPath(path, name));
  return total;
}

static bool IsPrefixOfBundle(const std::string& path) { return FileExists(path + ".index"); }

Result<std::string> KindOf(const std::string& path) {
  if (IsDirectory(path)) {
    if (savedmodel::IsSavedModel(path)) return std::string("saved_model");
    if (FileExists(JoinPath(path, "checkpoint"))) return std::string("checkpoint");
    return BadInput("'", path, "' is a directory without saved_model.pb, saved_model.pbtxt or a checkpoint");
  }
  if (IsPrefixOfBundle(path) || path.ends_with(".index")) return std::string("checkpoint");
  if (!FileExists(path)) return NotFound("'", path, "' does not exist");
  ASSIGN_OR_RETURN(auto file, MappedFile::Open(path));
  std::string_view head = file->bytes().substr(0, 64);
  if (head.empty()) return BadInput("'", path, "' is empty");
  if (head.size() >= 8 && head.substr(4, 4) == "TFL3") return std::string("tflite");
  if (BaseName(path).find("tfevents") != std::string::npos) return std::string("events");
  if (path.ends_with(".pb") || path.ends_with(".pbtxt")) return std::string("graph_def");
  if (path.find("tfrecord") != std::string::npos) return std::string("tfrecord");
  if (path.ends_with(".tflite")) return BadInput("'", path, "' is no .tflite file: its identifier is not TFL3");
  return BadInput("'", path,
                  "' is no model: expected a SavedModel directory, a .tflite, a .pb GraphDef, a checkpoint, a TFRecord "
                  "or an event file");
}

static Result<std::vector<std::string>> DefaultKeys(const std::string& path) {
  ASSIGN_OR_RETURN(savedmodel::MetaGraph meta, savedmodel::ReadSavedModel(path));
  if (meta.FindSignature("serving_default")) return std::vector<std::string>{"serving_default"};
  if (meta.signatures.size() == 1) return std::vector<std::string>{meta.signatures[0].key};
  std::vector<std::string> keys;
  for (const auto& s : meta.signatures) keys.push_back(s.key);
  return UsageError("'", path, "' has no signature serving_default; name one of: ", StrJoin(keys, ", "));
}

Result<AnyModel> LoadAnyModel(const std::string& path, const std::vector<std::string>& signature_keys) {
  AnyModel any{.path = path};
  ASSIGN_OR_RETURN(any.kind, KindOf(path));
  any.bytes = BytesBelow(path);
  if (any.kind == "tflite") {
    ASSIGN_OR_RETURN(any.model, interpreter::Model::Load(path));
    return any;
  }
  ir::Module module;
  if (any.kind == "saved_model") {
    std::vector<std::string> keys = signature_keys;
    if (keys.empty()) {
      ASSIGN_OR_RETURN(keys, DefaultKeys(path));
    }
    ASSIGN_OR_RETURN_AT(module, wire::ImportSavedModel(path, {.signature_keys = keys}), StrCat("'", path, "'"));
  } else if (any.kind == "graph_def") {
    ASSIGN_OR_RETURN_AT(module, wire::ImportGraphDef(path), StrCat("'", path, "'"));
  } else {
    return BadInput("'", path, "' is a ", any.kind,
                    ", which cannot be run; expected a SavedModel, .tflite or GraphDef");
  }
  ir::RewriteStats stats;
  RETURN_IF_ERROR_AT(converter::Simplify(module, &stats), StrCat("'", path, "'"));
  ASSIGN_OR_RETURN(any.model, interpreter::ModelFromModule(module));
  return any;
}

Result<interpreter::Runner*> FindRunner(interpreter::Interpreter& interpreter, const std::string& key) {
  const auto& signatures = interpreter.model().module().signatures;
  if (!key.empty()) {
    if (signatures.empty() && key == "serving_default") return &interpreter.main();
    return interpreter.SignatureRunner(key);
  }
  if (signatures.empty()) return &interpreter.main();
  if (signatures.size() == 1) return interpreter.SignatureRunner(signatures[0].key);
  return interpreter.SignatureRunner("serving_default");
}

static std::vector<NamedType> Types(const interpreter::Model& m, const interpreter::PlanSignature& s, bool inputs) {
  const interpreter::PlanGraph& g = m.graph(s.graph);
  std::vector<NamedType> list;
  for (const auto& a : inputs ? s.inputs : s.outputs) {
    int tensor = (inputs ? g.inputs : g.outputs)[static_cast<size_t>(a.index)];
    list.push_back({a.name, g.tensors[static_cast<size_t>(tensor)].type});
  }
  return list;
}

std::vector<NamedType> InputsOf(const interpreter::Model& m, const interpreter::PlanSignature& s) {
  return Types(m, s, true);
}
std::vector<NamedType> OutputsOf(const interpreter::Model& m, const interpreter::PlanSignature& s) {
  return Types(m, s, false);
}

}  // namespace slipway::cli
