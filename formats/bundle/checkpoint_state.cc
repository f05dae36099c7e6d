#include "formats/bundle/checkpoint_state.h"

#include "base/file.h"
#include "formats/bundle/reader.h"
#include "formats/proto/message.h"
#include "tensorflow/python/training/checkpoint_state.pb.h"

namespace slipway::bundle {

namespace {

std::string StatePath(const std::string& directory) { return JoinPath(directory, "checkpoint"); }

std::string RelativeTo(const std::string& directory, const std::string& prefix) {
  std::string front = JoinPath(directory, "");
  return prefix.compare(0, front.size(), front) == 0 ? prefix.substr(front.size()) : prefix;
}

}  // namespace

Result<CheckpointState> ReadCheckpointState(const std::string& directory) {
  ASSIGN_OR_RETURN(std::string text, ReadFile(StatePath(directory)));
  tensorflow::CheckpointState proto;
  RETURN_IF_ERROR_AT(proto::ParseText(text, &proto), StatePath(directory));
  CheckpointState state;
  if (!proto.model_checkpoint_path().empty()) state.latest = JoinPath(directory, proto.model_checkpoint_path());
  for (const std::string& path : proto.all_model_checkpoint_paths()) state.all.push_back(JoinPath(directory, path));
  state.timestamps.assign(proto.all_model_checkpoint_timestamps().begin(),
                          proto.all_model_checkpoint_timestamps().end());
  state.last_preserved = proto.last_preserved_timestamp();
  return state;
}

Status WriteCheckpointState(const std::string& directory, const CheckpointState& state) {
  tensorflow::CheckpointState proto;
  proto.set_model_checkpoint_path(RelativeTo(directory, state.latest));
  for (const std::string& prefix : state.all) proto.add_all_model_checkpoint_paths(RelativeTo(directory, prefix));
  for (double time : state.timestamps) proto.add_all_model_checkpoint_timestamps(time);
  proto.set_last_preserved_timestamp(state.last_preserved);
  return WriteFileAtomically(StatePath(directory), proto::PrintText(proto));
}

Result<std::string> LatestCheckpoint(const std::string& directory) {
  ASSIGN_OR_RETURN(CheckpointState state, ReadCheckpointState(directory));
  if (state.latest.empty()) return NotFound(StatePath(directory), " names no checkpoint");
  if (!FileExists(IndexPath(state.latest)))
    return NotFound(StatePath(directory), " names '", state.latest, "', which does not exist");
  return state.latest;
}

}  // namespace slipway::bundle
