#include "serving/model_loader.h"

#include "base/file.h"
#include "formats/bundle/reader.h"
#include "formats/savedmodel/reader.h"
#include "formats/tflite/read.h"
#include "interpreter/graph/plan_module.h"
#include "interpreter/tflite_module.h"
#include "ir/wire/tf_import.h"
#include "serving/golden_record.h"
#include "serving/predict.h"
#include "serving/signature_defs.h"
#include "serving/tflite_signatures.h"
#include "serving/warmup.h"

namespace slipway::serving {

namespace {

struct Imported {
  ir::Module module;
  std::map<std::string, std::string> left_out;  // signature -> why
};

// All signatures at once; if some need what we lack, those that do not. Other errors are damage, which fails the load.
Result<Imported> ImportWhatRuns(const std::string& directory, const savedmodel::MetaGraph& meta) {
  Result<ir::Module> all = wire::ImportSavedModel(directory, {.tags = meta.tags});
  if (all.ok()) return Imported{std::move(all).value(), {}};
  if (all.status().kind() != ErrorKind::kUnsupported || meta.signatures.size() < 2) return std::move(all).status();
  Imported imported;
  std::vector<std::string> keys;
  for (const savedmodel::Signature& s : meta.signatures) {
    Status one = ToStatus(wire::ImportSavedModel(directory, {.tags = meta.tags, .signature_keys = {s.key}}));
    if (one.ok())
      keys.push_back(s.key);
    else if (one.kind() == ErrorKind::kUnsupported)
      imported.left_out[s.key] = one.message();
    else
      return one;
  }
  if (keys.empty()) return std::move(all).status();
  ASSIGN_OR_RETURN(imported.module, wire::ImportSavedModel(directory, {.tags = meta.tags, .signature_keys = keys}));
  return imported;
}

std::vector<Argument> ArgumentsOf(const std::map<std::string, savedmodel::TensorInfo>& infos,
                                  const std::map<std::string, Tensor>& defaults) {
  std::vector<Argument> arguments;
  for (const auto& [name, info] : infos) {
    Argument a{
        .name = name, .type = {info.dtype, info.has_shape ? info.shape : Shape::UnknownRank()}, .tensor = info.name};
    if (auto d = defaults.find(name); d != defaults.end()) a.default_value = d->second;
    arguments.push_back(std::move(a));
  }
  return arguments;
}

std::vector<Signature> SignaturesOf(const savedmodel::MetaGraph& meta,
                                    const std::map<std::string, std::string>& left_out) {
  std::vector<Signature> signatures;
  for (const savedmodel::Signature& s : meta.signatures) {
    auto why = left_out.find(s.key);
    signatures.push_back({.key = s.key,
                          .method_name = s.method_name,
                          .inputs = ArgumentsOf(s.inputs, s.defaults),
                          .outputs = ArgumentsOf(s.outputs, {}),
                          .unsupported = why == left_out.end() ? "" : why->second});
  }
  return signatures;
}

Status VerifyVariables(const std::string& directory) {
  std::string prefix = JoinPath(directory, "variables/variables");
  if (!FileExists(prefix + ".index")) return OkStatus();  // the import asks for what it needs
  ASSIGN_OR_RETURN(bundle::Reader reader, bundle::Reader::Open(prefix));
  return reader.VerifyAll();
}

std::vector<Argument> ArgumentsOf(const interpreter::PlanGraph& g, const std::vector<int>& tensors,
                                  const std::vector<interpreter::PlanArgument>& arguments) {
  std::vector<Argument> found;
  for (const interpreter::PlanArgument& a : arguments) {
    const interpreter::PlanTensor& t = g.tensors[static_cast<size_t>(tensors[static_cast<size_t>(a.index)])];
    found.push_back({.name = a.name, .type = t.type, .tensor = t.name});
  }
  return found;
}

// A graph without a signature: its tensors by their own names.
std::vector<interpreter::PlanArgument> AllArguments(const interpreter::PlanGraph& g, const std::vector<int>& tensors) {
  std::vector<interpreter::PlanArgument> arguments;
  for (int t : tensors)
    arguments.push_back({g.tensors[static_cast<size_t>(t)].name, static_cast<int>(arguments.size())});
  return arguments;
}

Signature SignatureOf(const std::string& key, const interpreter::PlanGraph& g,
                      const std::vector<interpreter::PlanArgument>& inputs,
                      const std::vector<interpreter::PlanArgument>& outputs) {
  return {.key = key,
          .method_name = "tensorflow/serving/predict",
          .inputs = ArgumentsOf(g, g.inputs, inputs),
          .outputs = ArgumentsOf(g, g.outputs, outputs)};
}

}  // namespace

Result<std::shared_ptr<Servable>> LoadModel(const std::string& directory, const LoadOptions& options) {
  std::string tflite = JoinPath(directory, "model.tflite");
  if (options.prefer_tflite && FileExists(tflite)) return LoadTflite(tflite, options);
  return LoadSavedModel(directory, options);
}

Result<std::shared_ptr<Servable>> LoadSavedModel(const std::string& directory, const LoadOptions& options) {
  ASSIGN_OR_RETURN(savedmodel::MetaGraph meta, savedmodel::ReadSavedModel(directory, options.tags));
  ASSIGN_OR_RETURN(std::string signature_defs, ReadSignatureDefs(directory, meta.tags));
  RETURN_IF_ERROR(VerifyVariables(directory));
  ASSIGN_OR_RETURN(Imported imported, ImportWhatRuns(directory, meta));
  ASSIGN_OR_RETURN(auto model, interpreter::ModelFromModule(imported.module));
  auto loaded = std::make_shared<LoadedModel>(std::move(model), SignaturesOf(meta, imported.left_out),
                                              std::move(signature_defs), options.run);
  RETURN_IF_ERROR(ReplayGoldenRecords(directory, *loaded));
  RETURN_IF_ERROR(ReplayWarmupRequests(directory, *loaded, options.warmup_iterations));
  return std::shared_ptr<Servable>(std::move(loaded));
}

Result<std::shared_ptr<Servable>> LoadTflite(const std::string& path, const LoadOptions& options) {
  ASSIGN_OR_RETURN(tflite::Model file, tflite::ReadFile(path));
  if (file.signatures.empty()) RETURN_IF_ERROR_AT(AddSignaturesOfMetadata(&file), StrCat("loading '", path, "'"));
  ASSIGN_OR_RETURN_AT(interpreter::PlanModule module, interpreter::ToPlanModule(file), StrCat("loading '", path, "'"));
  ASSIGN_OR_RETURN(auto model, interpreter::Model::FromModule(std::move(module)));
  std::vector<Signature> signatures;
  for (const interpreter::PlanSignature& s : model->module().signatures)
    signatures.push_back(SignatureOf(s.key, model->graph(s.graph), s.inputs, s.outputs));
  if (signatures.empty()) {
    const interpreter::PlanGraph& g = model->graph(0);
    signatures.push_back(SignatureOf(kDefaultSignature, g, AllArguments(g, g.inputs), AllArguments(g, g.outputs)));
  }
  std::string defs = DescribeSignatures(signatures);
  auto loaded = std::make_shared<LoadedModel>(std::move(model), std::move(signatures), std::move(defs), options.run);
  RETURN_IF_ERROR(ReplayGoldenRecords(DirName(path), *loaded));
  RETURN_IF_ERROR(ReplayWarmupRequests(DirName(path), *loaded, options.warmup_iterations));
  return std::shared_ptr<Servable>(std::move(loaded));
}

}  // namespace slipway::serving
