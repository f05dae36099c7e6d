#include "serving/signature_defs.h"

#include <algorithm>
#include <set>
#include <vector>

#include "base/file.h"
#include "base/wire.h"
#include "formats/proto/types.h"
#include "serving/text_message.h"
#include "tensorflow/core/protobuf/meta_graph.pb.h"
#include "tensorflow/core/protobuf/saved_model.pb.h"
#include "tensorflow_serving/apis/get_model_metadata.pb.h"

namespace slipway::serving {

namespace {

// Field numbers of SavedModel, MetaGraphDef, MetaInfoDef and SignatureDefMap.
constexpr uint32_t kMetaGraphs = 2, kMetaInfo = 1, kSignatureDef = 5, kTags = 4, kMapSignatureDef = 1;

struct MetaGraph {
  std::set<std::string> tags;
  std::string signature_defs;  // serialized SignatureDefMap: map entries have one form in both messages
};

Status BadWire() { return BadInput("saved_model.pb is damaged"); }

Result<MetaGraph> ScanMetaGraph(std::string_view bytes) {
  MetaGraph m;
  WireReader fields(bytes);
  while (fields.Next()) {
    if (fields.wire_type() != 2) continue;
    if (fields.field() == kSignatureDef) AppendBytesField(m.signature_defs, kMapSignatureDef, fields.bytes());
    if (fields.field() != kMetaInfo) continue;
    WireReader info(fields.bytes());
    while (info.Next())
      if (info.field() == kTags && info.wire_type() == 2) m.tags.emplace(info.bytes());
    if (!info.ok()) return BadWire();
  }
  if (!fields.ok()) return BadWire();
  return m;
}

Result<std::vector<MetaGraph>> ScanBinary(const std::string& path) {
  ASSIGN_OR_RETURN(std::shared_ptr<const MappedFile> file, MappedFile::Open(path));
  std::vector<MetaGraph> found;
  WireReader fields(file->bytes());
  while (fields.Next()) {
    if (fields.field() != kMetaGraphs || fields.wire_type() != 2) continue;
    ASSIGN_OR_RETURN(MetaGraph m, ScanMetaGraph(fields.bytes()));
    found.push_back(std::move(m));
  }
  if (!fields.ok()) return BadWire();
  return found;
}

Result<std::vector<MetaGraph>> ReadText(const std::string& path) {
  ASSIGN_OR_RETURN(std::string text, ReadFile(path));
  tensorflow::SavedModel model;
  RETURN_IF_ERROR(ParseTextMessage(text, path, &model));
  std::vector<MetaGraph> found;
  for (const auto& m : model.meta_graphs()) {
    tensorflow::serving::SignatureDefMap map;
    *map.mutable_signature_def() = m.signature_def();
    found.push_back({{m.meta_info_def().tags().begin(), m.meta_info_def().tags().end()}, map.SerializeAsString()});
  }
  return found;
}

}  // namespace

Result<std::string> ReadSignatureDefs(const std::string& directory, std::span<const std::string> tags) {
  std::string binary = JoinPath(directory, "saved_model.pb");
  auto found = FileExists(binary) ? ScanBinary(binary) : ReadText(JoinPath(directory, "saved_model.pbtxt"));
  if (!found.ok()) return std::move(found).status();
  std::set<std::string> wanted(tags.begin(), tags.end());
  if (wanted.empty() && found->size() > 1) wanted = {"serve"};
  for (MetaGraph& m : *found) {
    if (!wanted.empty() && m.tags != wanted) continue;
    if (!tensorflow::serving::SignatureDefMap().ParseFromString(m.signature_defs)) return BadWire();
    return std::move(m.signature_defs);
  }
  return NotFound("'", directory, "' has no MetaGraph with the tags {", StrJoin(wanted, ","), "}");
}

std::string DescribeSignatures(std::span<const Signature> signatures) {
  tensorflow::serving::SignatureDefMap map;
  auto fill = [](const std::vector<Argument>& arguments, auto* infos) {
    for (const Argument& a : arguments) {
      tensorflow::TensorInfo& info = (*infos)[a.name];
      info.set_name(a.tensor);
      info.set_dtype(proto::DTypeToProto(a.type.dtype));
      proto::ShapeToProto(a.type.shape, info.mutable_tensor_shape());
    }
  };
  for (const Signature& s : signatures) {
    tensorflow::SignatureDef& def = (*map.mutable_signature_def())[s.key];
    fill(s.inputs, def.mutable_inputs());
    fill(s.outputs, def.mutable_outputs());
    def.set_method_name(s.method_name);
  }
  return map.SerializeAsString();
}

}  // namespace slipway::serving
