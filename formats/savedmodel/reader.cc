#include "formats/savedmodel/reader.h"

#include <algorithm>
#include <memory>

#include "base/file.h"
#include "formats/proto/message.h"
#include "formats/savedmodel/decode.h"
#include "tensorflow/core/framework/graph.pb.h"
#include "tensorflow/core/protobuf/saved_model.pb.h"

namespace slipway::savedmodel {

namespace {

namespace tf = tensorflow;

struct File {
  std::string path;
  bool text = false;
};

Result<File> FindFile(const std::string& directory) {
  File binary{JoinPath(directory, "saved_model.pb"), false}, text{JoinPath(directory, "saved_model.pbtxt"), true};
  if (FileExists(binary.path)) return binary;
  if (FileExists(text.path)) return text;
  if (FileExists(JoinPath(directory, "saved_model.cpb")))
    return Unsupported("'", directory,
                       "' holds a SavedModel that is split over several files (saved_model.cpb), "
                       "which cannot be read yet");
  return NotFound("SavedModel file does not exist at: ", JoinPath(directory, "{saved_model.pbtxt|saved_model.pb}"));
}

Status ParseEither(std::string_view bytes, bool text, google::protobuf::Message* message) {
  return text ? proto::ParseText(bytes, message) : proto::ParseMessage(bytes, message);
}

std::vector<std::string> TagsOf(const tf::MetaGraphDef& graph) {
  return {graph.meta_info_def().tags().begin(), graph.meta_info_def().tags().end()};
}

bool SameTags(std::vector<std::string> a, std::vector<std::string> b) {
  for (auto* v : {&a, &b}) {
    std::sort(v->begin(), v->end());
    v->erase(std::unique(v->begin(), v->end()), v->end());
  }
  return a == b;
}

std::string TagSetText(const std::vector<std::string>& tags) { return StrCat("{", StrJoin(tags, ", "), "}"); }

Result<int> ChooseMetaGraph(const tf::SavedModel& model, std::span<const std::string> tags) {
  if (model.meta_graphs_size() == 0) return BadInput("the SavedModel holds no MetaGraph");
  if (tags.empty() && model.meta_graphs_size() == 1) return 0;
  std::vector<std::string> wanted(tags.begin(), tags.end()), there;
  if (tags.empty()) wanted = {"serve"};
  for (int i = 0; i < model.meta_graphs_size(); ++i) {
    if (SameTags(TagsOf(model.meta_graphs(i)), wanted)) return i;
    there.push_back(TagSetText(TagsOf(model.meta_graphs(i))));
  }
  return NotFound("MetaGraphDef associated with tags ", TagSetText(wanted),
                  " could not be found in the SavedModel; it has the tag sets ", StrJoin(there, ", "));
}

bool IsText(const std::string& path) { return path.ends_with(".pbtxt") || path.ends_with(".txt"); }

}  // namespace

bool IsSavedModel(const std::string& directory) { return FindFile(directory).ok(); }

Result<MetaGraph> ParseSavedModel(std::string_view bytes, bool text, std::span<const std::string> tags) {
  auto model = std::make_shared<tf::SavedModel>();
  RETURN_IF_ERROR(ParseEither(bytes, text, model.get()));
  ASSIGN_OR_RETURN(int index, ChooseMetaGraph(*model, tags));
  return DecodeMetaGraph(model->meta_graphs(index), model);
}

Result<MetaGraph> ReadSavedModel(const std::string& directory, std::span<const std::string> tags) {
  ASSIGN_OR_RETURN(File file, FindFile(directory));
  ASSIGN_OR_RETURN(std::shared_ptr<const MappedFile> bytes, MappedFile::Open(file.path));
  Result<MetaGraph> graph = ParseSavedModel(bytes->bytes(), file.text, tags);
  if (!graph.ok()) return std::move(graph).status().At(StrCat("reading '", file.path, "'"));
  return graph;
}

Result<std::vector<std::vector<std::string>>> ReadTagSets(const std::string& directory) {
  ASSIGN_OR_RETURN(File file, FindFile(directory));
  ASSIGN_OR_RETURN(std::shared_ptr<const MappedFile> bytes, MappedFile::Open(file.path));
  tf::SavedModel model;
  RETURN_IF_ERROR_AT(ParseEither(bytes->bytes(), file.text, &model), StrCat("reading '", file.path, "'"));
  std::vector<std::vector<std::string>> sets;
  for (const tf::MetaGraphDef& graph : model.meta_graphs()) sets.push_back(TagsOf(graph));
  return sets;
}

Result<Graph> ParseGraphDef(std::string_view bytes, bool text) {
  auto proto = std::make_shared<tf::GraphDef>();
  RETURN_IF_ERROR(ParseEither(bytes, text, proto.get()));
  if (proto->node_size() == 0) return BadInput("the GraphDef holds no nodes");
  return DecodeGraph(*proto, proto);
}

Result<Graph> ReadGraphDef(const std::string& path) {
  if (BaseName(path).starts_with("saved_model.pb"))
    return UsageError("'", path, "' is part of a SavedModel, which is read by giving its directory");
  ASSIGN_OR_RETURN(std::shared_ptr<const MappedFile> bytes, MappedFile::Open(path));
  Result<Graph> graph = ParseGraphDef(bytes->bytes(), IsText(path));
  if (!graph.ok()) return std::move(graph).status().At(StrCat("reading '", path, "'"));
  return graph;
}

}  // namespace slipway::savedmodel
