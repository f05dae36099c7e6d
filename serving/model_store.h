#pragma once
// ModelStore: which versions of which models answer now.
//
// A version is a numbered child directory of a model's base path. The store lists the base paths again and again; what
// the policy chooses is loaded by threads of their own (of low priority: neighbours keep their latency) and published
// under a lock in one step. The rules:
//  * A version answers only after its load has succeeded, so a damaged or half-copied one never does. It is tried again
//    after the retry interval, and as soon as its files have changed.
//  * A version that is no longer chosen goes only when a chosen one answers, so a failing new version never displaces a
//    working one. Requests in flight keep the version that they started with; its memory is freed when the last ends.
// All methods are thread safe.

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "serving/model_config.h"
#include "serving/servable.h"

namespace slipway::serving {

// TF Serving's numbers.
enum class VersionState { kStart = 10, kLoading = 20, kAvailable = 30, kUnloading = 40, kEnd = 50 };

struct VersionStatus {
  int64_t version = 0;
  VersionState state = VersionState::kStart;
  RpcStatus error = {};  // why the last load failed; kLoading with an error: it will be tried again
};

struct StoreOptions {
  double poll_seconds = 1;  // 0: list the base paths once
  int load_threads = 2;
  int max_load_retries = 5;
  double retry_seconds = 60;
  bool labels_for_unavailable = false;        // Reload() takes new labels of versions that do not answer
  std::function<void()> on_change = nullptr;  // called after every look, also when nothing has changed
};

// Which version a request means: the highest that answers, that number, or the one that a label stands for.
struct VersionChoice {
  enum class Kind { kLatest, kVersion, kLabel };
  Kind kind = Kind::kLatest;
  int64_t version = 0;
  std::string label = {};
};

struct ServedVersion {
  int64_t version = 0;
  std::shared_ptr<Servable> model;
};

class ModelStore {
 public:
  // Makes a model that is ready to answer; called by the loading threads.
  using Loader = std::function<Result<std::shared_ptr<Servable>>(const std::string& directory)>;

  ModelStore(StoreOptions options, Loader loader);
  ~ModelStore();
  ModelStore(const ModelStore&) = delete;

  // Replaces the set of models; those left out stop answering. The first call starts the threads.
  void SetModels(std::vector<ModelConfig> models);
  // The same for HandleReloadConfigRequest: waits until the models that are new answer, then moves the labels. An error
  // when one of them cannot be loaded at the first try (it stays in the set), or when a label's version does not answer
  // (all labels stay).
  RpcStatus Reload(std::vector<ModelConfig> models, Call&);
  // No further loads; waits for those that run.
  void Stop();

  // NOT_FOUND "Servable not found for request: Latest(NAME)" or "Specific(NAME, V)", or an unknown label.
  RpcStatus Find(const std::string& name, const VersionChoice&, ServedVersion* out) const;
  // Newest first; NOT_FOUND for an unknown model or version. A label is ignored.
  RpcStatus StatusOf(const std::string& name, const VersionChoice&, std::vector<VersionStatus>* out) const;
  // Every model has a version that answers.
  bool Ready() const;
  // Every model has been looked for, and every version chosen then has loaded or failed once.
  bool Settled() const;
  bool Loading() const;

 private:
  struct Version {
    VersionStatus status;
    std::shared_ptr<Servable> model;  // of `loaded_from`
    std::string loaded_from;
    bool in_progress = false;  // queued or loading
    int tries = 0;             // failed ones in a row
    Call::Clock::time_point next_try;
    uint64_t failed_files = 0;  // fingerprint when the last load failed
    uint64_t seen_files = 0;    // and at the last look, so that a copy that goes on is not tried again and again
  };
  struct Entry {
    ModelConfig config;
    bool removed = false, listed = false, warned = false;
    std::map<int64_t, std::string> chosen;  // version -> directory
    std::map<int64_t, Version> versions;
  };
  struct Task {
    std::string name, directory;
    int64_t version = 0;
  };
  struct Retired {
    std::string name;
    int64_t version = 0;
    std::shared_ptr<Servable> model;
  };

  void Watch();
  void ListBasePaths(std::unique_lock<std::mutex>& lock);
  void NoteVersions(Entry&, Result<std::map<int64_t, std::string>> listed);
  void NoteChangedFiles(std::unique_lock<std::mutex>& lock);
  void Plan();
  void PlanModel(Entry&, Call::Clock::time_point now);
  bool IsDue(const Version&, const std::string& directory, Call::Clock::time_point now) const;
  void Retire(const std::string& name, Version&);
  void FreeRetired(std::unique_lock<std::mutex>& lock);
  Call::Clock::time_point NextEvent(Call::Clock::time_point next_poll) const;
  void LoadNext(std::unique_lock<std::mutex>& lock);
  void NoteLoaded(const Task&, std::shared_ptr<Servable> model);
  void NoteFailed(const Task&, const Status& status, uint64_t files);
  using Labels = std::map<std::string, std::map<std::string, int64_t>>;  // model -> label -> version
  Labels KeepLabels(std::vector<ModelConfig>* models) const;
  RpcStatus WaitForModels(const std::vector<std::string>& names, Call&) const;
  RpcStatus HasCome(const std::string& name, bool* decided) const;
  RpcStatus SetLabels(const Labels& labels);
  RpcStatus VersionOfLabel(const Entry* entry, const std::string& label, int64_t* version) const;

  const StoreOptions options_;
  const Loader loader_;
  std::mutex reload_mutex_;  // one Reload() at a time
  mutable std::mutex mutex_;
  std::condition_variable changed_, work_;
  std::map<std::string, Entry> entries_;
  std::deque<Task> queue_;
  std::vector<Retired> retired_;
  int loading_ = 0;
  bool relist_ = false, stop_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace slipway::serving
