#include "train/checkpoint.h"

#include <algorithm>
#include <chrono>
#include <set>

#include "base/file.h"
#include "formats/bundle/checkpoint_state.h"
#include "formats/bundle/object_graph.h"
#include "formats/bundle/object_key.h"
#include "formats/bundle/reader.h"
#include "formats/bundle/writer.h"

namespace slipway::train {

namespace {

constexpr char kValueSuffix[] = "/.ATTRIBUTES/VARIABLE_VALUE";
constexpr char kPrefix[] = "ckpt-";

// N of "ckpt-N" in a path; 0 if it is none.
int64_t NumberOf(const std::string& prefix) {
  std::string name = BaseName(prefix);
  if (name.rfind(kPrefix, 0) != 0) return 0;
  return ParseNumber<int64_t>(std::string_view(name).substr(sizeof(kPrefix) - 1)).value_or(0);
}

// "ckpt-7.index", also with a temporary file's ending: its prefix's number.
int64_t NumberOfFile(const std::string& name) { return NumberOf(name.substr(0, name.find('.'))); }

Status WriteBundle(const std::string& prefix, const CheckpointTensors& tensors) {
  ASSIGN_OR_RETURN(bundle::Writer writer, bundle::Writer::Create(prefix));
  std::vector<bundle::ObjectVariable> objects;
  for (const auto& [path, tensor] : tensors) {
    objects.push_back({StrSplit(path, '/'), path});
    RETURN_IF_ERROR(writer.Add(bundle::VariableKey(bundle::ObjectPath(objects.back().path)), tensor));
  }
  RETURN_IF_ERROR(writer.Add(bundle::kObjectGraphKey, bundle::MakeObjectGraph(objects)));
  return writer.Finish();
}

// Files of checkpoints that are not kept, and what a killed run left half written.
Status RemoveOld(const std::string& directory, const std::set<int64_t>& kept) {
  ASSIGN_OR_RETURN(std::vector<std::string> files, ListDirectory(directory));
  for (const std::string& file : files) {
    int64_t number = NumberOfFile(file);
    bool half_written = (number > 0 || file.starts_with("checkpoint.")) && file.find(".tmp") != std::string::npos;
    if (half_written || (number > 0 && !kept.count(number))) RETURN_IF_ERROR(RemoveFile(JoinPath(directory, file)));
  }
  return OkStatus();
}

Result<bundle::CheckpointState> StateOf(const std::string& directory) {
  Result<bundle::CheckpointState> state = bundle::ReadCheckpointState(directory);
  if (!state.ok() && state.status().kind() == ErrorKind::kNotFound) return bundle::CheckpointState{};
  return state;
}

double Now() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

}  // namespace

Result<std::string> SaveCheckpoint(const std::string& directory, const CheckpointTensors& tensors, int keep,
                                   const std::string& preserve) {
  RETURN_IF_ERROR(MakeDirectories(directory));
  ASSIGN_OR_RETURN(bundle::CheckpointState state, StateOf(directory));
  int64_t number = 1;
  for (const std::string& prefix : state.all) number = std::max(number, NumberOf(prefix) + 1);
  std::string prefix = JoinPath(directory, StrCat(kPrefix, number));
  RETURN_IF_ERROR_AT(WriteBundle(prefix, tensors), "writing a checkpoint");

  bundle::CheckpointState next;
  next.latest = prefix;
  size_t first =
      state.all.size() + 1 > static_cast<size_t>(keep) ? state.all.size() + 1 - static_cast<size_t>(keep) : 0;
  for (size_t i = 0; i < state.all.size(); ++i)
    if (i >= first || (!preserve.empty() && NumberOf(state.all[i]) == NumberOf(preserve))) {
      next.all.push_back(state.all[i]);
      next.timestamps.push_back(i < state.timestamps.size() ? state.timestamps[i] : 0);
    }
  next.all.push_back(prefix);
  next.timestamps.push_back(Now());
  RETURN_IF_ERROR_AT(bundle::WriteCheckpointState(directory, next), "writing a checkpoint");
  std::set<int64_t> kept;
  for (const std::string& p : next.all) kept.insert(NumberOf(p));
  RETURN_IF_ERROR_AT(RemoveOld(directory, kept), "removing old checkpoints");
  return prefix;
}

Result<std::string> FindCheckpoint(const std::string& directory, std::vector<std::string>* passed) {
  ASSIGN_OR_RETURN(bundle::CheckpointState state, bundle::ReadCheckpointState(directory));
  for (auto prefix = state.all.rbegin(); prefix != state.all.rend(); ++prefix) {
    Result<bundle::Reader> reader = bundle::Reader::Open(*prefix);
    Status status = reader.ok() ? reader->VerifyAll() : reader.status();
    if (status.ok()) return *prefix;
    if (passed) passed->push_back(StrCat("checkpoint ", *prefix, " is not usable: ", status.message()));
  }
  return NotFound("there is no usable checkpoint in ", directory);
}

Result<std::map<std::string, Tensor>> ReadCheckpoint(const std::string& prefix) {
  ASSIGN_OR_RETURN(bundle::Reader reader, bundle::Reader::Open(prefix));
  std::map<std::string, Tensor> tensors;
  for (const std::string& key : reader.Keys()) {
    size_t end = key.size() > sizeof(kValueSuffix) - 1 ? key.size() - (sizeof(kValueSuffix) - 1) : std::string::npos;
    if (end == std::string::npos || key.substr(end) != kValueSuffix) continue;
    ASSIGN_OR_RETURN(Tensor tensor, reader.Read(key));
    std::vector<std::string> names;
    for (const std::string& name : StrSplit(key.substr(0, end), '/')) names.push_back(bundle::UnescapeName(name));
    tensors[StrJoin(names, "/")] = std::move(tensor);
  }
  return tensors;
}

}  // namespace slipway::train
