#include "formats/savedmodel/writer.h"

#include <limits>

#include "base/crc32c.h"
#include "base/file.h"
#include "formats/bundle/object_key.h"
#include "formats/bundle/writer.h"
#include "formats/proto/message.h"
#include "formats/savedmodel/export_directory.h"
#include "formats/savedmodel/export_plan.h"
#include "tensorflow/core/protobuf/fingerprint.pb.h"
#include "tensorflow/core/protobuf/saved_model.pb.h"

namespace slipway::savedmodel {

namespace {

namespace tf = tensorflow;

constexpr int kFingerprintProducer = 4;

Status CheckPath(const std::string& path) {
  if (path.find('[') == std::string::npos) return OkStatus();
  return UsageError("'", path, "' has a '[' in it: TensorFlow takes paths of checkpoints as patterns and could not ",
                    "restore the model from there");
}

// A path that stays below the directory it is joined to.
Status CheckRelative(const std::string& path) {
  bool bad = path.empty() || path[0] == '/';
  for (const std::string& part : StrSplit(path, '/')) bad |= part.empty() || part == "." || part == "..";
  if (bad) return UsageError("'", path, "' is not a relative path of a file in a SavedModel");
  return OkStatus();
}

Status WriteVariables(const std::string& directory, const ExportPlan& plan, const std::string& object_graph) {
  RETURN_IF_ERROR(MakeDirectories(directory));
  ASSIGN_OR_RETURN(bundle::Writer writer, bundle::Writer::Create(JoinPath(directory, "variables")));
  for (size_t i = 0; i < plan.variable_keys.size(); ++i)
    RETURN_IF_ERROR(writer.Add(plan.variable_keys[i], plan.model->variables[i].value));
  RETURN_IF_ERROR(writer.Add(bundle::kObjectGraphKey, Tensor::Scalar(object_graph)));
  return writer.Finish();
}

Status WriteAssets(const std::string& directory, const ExportModel& model) {
  std::map<std::string, std::string> sources;
  for (const ExportAsset& asset : model.assets) {
    RETURN_IF_ERROR(CheckRelative(asset.filename));
    auto [it, added] = sources.emplace(asset.filename, asset.source);
    if (!added && it->second != asset.source)
      return UsageError("two assets are called '", asset.filename, "': '", it->second, "' and '", asset.source, "'");
  }
  for (const auto& [filename, source] : sources) {
    std::string path = JoinPath(JoinPath(directory, "assets"), filename);
    RETURN_IF_ERROR(MakeDirectories(DirName(path)));
    ASSIGN_OR_RETURN_AT(std::shared_ptr<const MappedFile> bytes, MappedFile::Open(source), "asset");
    RETURN_IF_ERROR(WriteFileAtomically(path, bytes->bytes()));
  }
  for (const auto& [relative, bytes] : model.extra_files) {
    RETURN_IF_ERROR(CheckRelative(relative));
    std::string path = JoinPath(JoinPath(directory, "assets.extra"), relative);
    RETURN_IF_ERROR(MakeDirectories(DirName(path)));
    RETURN_IF_ERROR(WriteFileAtomically(path, bytes));
  }
  return OkStatus();
}

// The hashes are left out: no loader compares them. The identifier follows from the bytes.
Status WriteFingerprint(const std::string& directory, const std::string& saved_model) {
  tf::FingerprintDef fingerprint;
  fingerprint.mutable_version()->set_producer(kFingerprintProducer);
  uint64_t high = Crc32c(saved_model);
  uint64_t low = ExtendCrc32c(static_cast<uint32_t>(high), saved_model.data(), saved_model.size());
  fingerprint.set_uuid(StrCat(high << 32 | low));
  return WriteFileAtomically(JoinPath(directory, "fingerprint.pb"), proto::SerializeMessage(fingerprint));
}

}  // namespace

Status WriteSavedModel(const std::string& directory, const ExportModel& model) {
  std::string where = StrCat("writing SavedModel '", directory, "'");
  RETURN_IF_ERROR(CheckPath(directory));
  ASSIGN_OR_RETURN_AT(ExportPlan plan, PlanExport(model), where);
  tf::SavedModel saved;
  saved.set_saved_model_schema_version(1);
  tf::MetaGraphDef* graph = saved.add_meta_graphs();
  tf::TrackableObjectGraph checkpoint;
  BuildObjects(plan, graph->mutable_object_graph_def(), &checkpoint);
  std::string object_graph = proto::SerializeMessage(checkpoint);
  BuildGraph(plan, object_graph, graph);
  if (saved.ByteSizeLong() > static_cast<size_t>(std::numeric_limits<int>::max()))
    return Unsupported("the graph takes ", HumanBytes(saved.ByteSizeLong()), ", above the limit of 2 GiB of a ",
                       "SavedModel's graph; large constants belong into variables")
        .At(where);
  std::string bytes = proto::SerializeMessage(saved);

  ASSIGN_OR_RETURN_AT(ExportDirectory target, ExportDirectory::Create(directory), where);
  RETURN_IF_ERROR_AT(WriteVariables(JoinPath(target.path(), "variables"), plan, object_graph), where);
  RETURN_IF_ERROR_AT(WriteAssets(target.path(), model), where);
  RETURN_IF_ERROR_AT(WriteFingerprint(target.path(), bytes), where);
  RETURN_IF_ERROR_AT(WriteFileAtomically(JoinPath(target.path(), "saved_model.pb"), bytes), where);
  return target.Commit();
}

}  // namespace slipway::savedmodel
