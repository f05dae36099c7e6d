#include "serving/model_store.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "serving/log.h"

namespace slipway::serving {

namespace {

using Clock = Call::Clock;
constexpr auto kFreeTick = std::chrono::milliseconds(20);
constexpr auto kReloadTick = std::chrono::milliseconds(5);

Clock::duration Seconds(double s) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(s, 1e9)));
}

std::string Id(const std::string& name, int64_t version) { return StrCat("{name: ", name, " version: ", version, "}"); }

// A long load must not take the CPU from requests.
void LowerPriorityOfThisThread() { setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), 10); }

}  // namespace

ModelStore::ModelStore(StoreOptions options, Loader loader)
    : options_(std::move(options)), loader_(std::move(loader)) {}

ModelStore::~ModelStore() { Stop(); }

void ModelStore::SetModels(std::vector<ModelConfig> models) {
  std::lock_guard lock(mutex_);
  for (auto& [name, entry] : entries_) entry.removed = true;
  for (ModelConfig& m : models) {
    Entry& entry = entries_[m.name];
    entry.removed = entry.listed = entry.warned = false;
    entry.config = std::move(m);
  }
  for (auto& [name, entry] : entries_)
    if (entry.removed) entry.chosen.clear();
  relist_ = true;
  changed_.notify_all();
  if (!threads_.empty() || stop_) return;
  threads_.emplace_back([this] { Watch(); });
  for (int i = 0; i < std::max(options_.load_threads, 1); ++i)
    threads_.emplace_back([this] {
      LowerPriorityOfThisThread();
      std::unique_lock worker_lock(mutex_);
      while (!stop_) LoadNext(worker_lock);
    });
}

// Until they may move, labels are what they were. Returns what they shall be.
ModelStore::Labels ModelStore::KeepLabels(std::vector<ModelConfig>* models) const {
  std::lock_guard lock(mutex_);
  Labels wanted;
  for (ModelConfig& m : *models) {
    wanted[m.name] = std::move(m.labels);
    m.labels.clear();
    auto at = entries_.find(m.name);
    if (at != entries_.end() && !at->second.removed) m.labels = at->second.config.labels;
  }
  return wanted;
}

// OK and `decided`, or why a model that should come cannot.
RpcStatus ModelStore::HasCome(const std::string& name, bool* decided) const {
  std::lock_guard lock(mutex_);
  auto at = entries_.find(name);
  *decided = true;
  if (stop_ || at == entries_.end() || at->second.removed)
    return {RpcCode::kUnavailable, StrCat("model '", name, "' is no longer wanted")};
  const Entry& entry = at->second;
  *decided = entry.listed;
  if (!entry.listed) return {};
  if (entry.chosen.empty())
    return {RpcCode::kNotFound, StrCat("model '", name, "' has no version under '", entry.config.base_path, "'")};
  std::string why;
  for (const auto& [version, directory] : entry.chosen) {
    auto v = entry.versions.find(version);
    if (v == entry.versions.end() || (!v->second.model && v->second.tries == 0)) return *decided = false, RpcStatus{};
    if (v->second.model) return {};
    why = StrCat("version ", version, ": ", v->second.status.error.message);
  }
  return {RpcCode::kUnknown, StrCat("model '", name, "' did not become available: ", why)};
}

RpcStatus ModelStore::WaitForModels(const std::vector<std::string>& names, Call& call) const {
  for (const std::string& name : names) {
    bool decided = false;
    RETURN_IF_RPC_ERROR(HasCome(name, &decided));
    while (!decided) {
      if (call.cancelled()) return call.WhyCancelled();
      std::this_thread::sleep_for(kReloadTick);
      RETURN_IF_RPC_ERROR(HasCome(name, &decided));
    }
  }
  return {};
}

RpcStatus ModelStore::SetLabels(const Labels& labels) {
  std::lock_guard lock(mutex_);
  for (const auto& [name, wanted] : labels)
    for (const auto& [label, version] : wanted) {
      const Entry& entry = entries_[name];
      auto v = entry.versions.find(version);
      bool answers = v != entry.versions.end() && v->second.model;
      bool is_new = !entry.config.labels.count(label);
      if (!answers && !(is_new && options_.labels_for_unavailable))
        return {RpcCode::kFailedPrecondition, StrCat("Request to assign label to version ", version, " of model ", name,
                                                     ", which is not currently available for inference")};
    }
  for (const auto& [name, wanted] : labels) entries_[name].config.labels = wanted;
  return {};
}

RpcStatus ModelStore::Reload(std::vector<ModelConfig> models, Call& call) {
  std::lock_guard one_at_a_time(reload_mutex_);
  Labels labels = KeepLabels(&models);
  std::vector<std::string> added;
  {
    std::lock_guard lock(mutex_);
    for (const ModelConfig& m : models) {
      auto at = entries_.find(m.name);
      if (at == entries_.end() || at->second.removed) added.push_back(m.name);
    }
  }
  SetModels(std::move(models));
  RETURN_IF_RPC_ERROR(WaitForModels(added, call));
  return SetLabels(labels);
}

void ModelStore::Stop() {
  {
    std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  work_.notify_all();
  for (std::thread& t : threads_) t.join();
  threads_.clear();
}

void ModelStore::Watch() {
  std::unique_lock lock(mutex_);
  auto next_poll = Clock::time_point::min();
  while (!stop_) {
    if (relist_ || Clock::now() >= next_poll) {
      relist_ = false;
      ListBasePaths(lock);
      NoteChangedFiles(lock);
      next_poll = options_.poll_seconds > 0 ? Clock::now() + Seconds(options_.poll_seconds) : Clock::time_point::max();
    }
    Plan();
    FreeRetired(lock);
    if (options_.on_change) {
      lock.unlock();
      options_.on_change();
      lock.lock();
    }
    if (stop_ || relist_) continue;
    auto until = NextEvent(next_poll);
    if (until == Clock::time_point::max())
      changed_.wait(lock);
    else
      changed_.wait_until(lock, until);
  }
}

// Lists without the lock: a network file system may take its time.
void ModelStore::ListBasePaths(std::unique_lock<std::mutex>& lock) {
  std::vector<std::pair<std::string, std::string>> paths;
  for (const auto& [name, entry] : entries_)
    if (!entry.removed) paths.emplace_back(name, entry.config.base_path);
  for (const auto& [name, base_path] : paths) {
    lock.unlock();
    Result<std::map<int64_t, std::string>> listed = ListVersions(base_path);
    lock.lock();
    Entry& entry = entries_[name];
    if (!entry.removed && entry.config.base_path == base_path) NoteVersions(entry, std::move(listed));
  }
}

void ModelStore::NoteVersions(Entry& entry, Result<std::map<int64_t, std::string>> listed) {
  entry.listed = true;
  if (!listed.ok() || listed->empty()) {
    if (!entry.warned)
      Log(StrCat("No versions of servable ", entry.config.name, " found under base path ", entry.config.base_path,
                 ". Did you forget to name your leaf directory as a number (eg. '/1/')?",
                 listed.ok() ? "" : StrCat(" (", listed.status().message(), ")")));
    entry.warned = true;
  } else {
    entry.warned = false;
  }
  // A base path that cannot be read now says nothing: what answers goes on answering.
  if (listed.ok()) entry.chosen = ChooseVersions(entry.config.policy, *listed);
}

// A version that failed is tried anew, with all its retries, when its files are not those that failed and have come to
// rest.
void ModelStore::NoteChangedFiles(std::unique_lock<std::mutex>& lock) {
  std::vector<Task> failed;
  for (const auto& [name, entry] : entries_)
    for (const auto& [version, directory] : entry.chosen) {
      auto v = entry.versions.find(version);
      if (v != entry.versions.end() && v->second.tries > 0 && !v->second.in_progress)
        failed.push_back({name, directory, version});
    }
  for (const Task& t : failed) {
    lock.unlock();
    uint64_t files = DirectoryFingerprint(t.directory);
    lock.lock();
    Version& v = entries_[t.name].versions[t.version];
    bool at_rest = std::exchange(v.seen_files, files) == files;
    if (v.in_progress || v.tries == 0 || files == v.failed_files || !at_rest) continue;
    v.tries = 0;
    v.next_try = Clock::now();
  }
}

void ModelStore::Plan() {
  auto now = Clock::now();
  for (auto& [name, entry] : entries_) PlanModel(entry, now);
}

bool ModelStore::IsDue(const Version& v, const std::string& directory, Clock::time_point now) const {
  if (v.in_progress || v.status.state == VersionState::kUnloading) return false;
  if (v.model && v.loaded_from == directory) return false;
  return v.tries == 0 || (v.tries <= options_.max_load_retries && now >= v.next_try);
}

void ModelStore::PlanModel(Entry& entry, Clock::time_point now) {
  bool one_answers = false;
  // The newest first: it is what most requests mean.
  for (auto it = entry.chosen.rbegin(); it != entry.chosen.rend(); ++it) {
    const auto& [version, directory] = *it;
    Version& v = entry.versions[version];
    v.status.version = version;
    one_answers = one_answers || v.model;
    if (!IsDue(v, directory, now)) continue;
    v.in_progress = true;
    if (!v.model) v.status.state = VersionState::kStart;
    queue_.push_back({entry.config.name, directory, version});
    work_.notify_one();
  }
  bool may_retire = entry.removed || (entry.listed && (one_answers || entry.chosen.empty()));
  if (!may_retire) return;
  for (auto& [version, v] : entry.versions)
    if (v.model && !entry.chosen.count(version)) Retire(entry.config.name, v);
}

void ModelStore::Retire(const std::string& name, Version& v) {
  v.status.state = VersionState::kUnloading;
  retired_.push_back({name, v.status.version, std::move(v.model)});
  v.model = nullptr;
  v.tries = 0;
}

// The memory of a version whose last request has ended, here and not in that request's thread.
void ModelStore::FreeRetired(std::unique_lock<std::mutex>& lock) {
  for (size_t i = 0; i < retired_.size();) {
    if (retired_[i].model.use_count() > 1) {
      ++i;
      continue;
    }
    Retired r = std::move(retired_[i]);
    retired_.erase(retired_.begin() + static_cast<ptrdiff_t>(i));
    lock.unlock();
    r.model.reset();
    lock.lock();
    Version& v = entries_[r.name].versions[r.version];
    if (v.status.state == VersionState::kUnloading) v.status.state = VersionState::kEnd;
    Log(StrCat("Done unloading servable version ", Id(r.name, r.version)));
    i = 0;
  }
}

Clock::time_point ModelStore::NextEvent(Clock::time_point next_poll) const {
  auto next = next_poll;
  auto now = Clock::now();
  if (!retired_.empty()) next = std::min(next, now + kFreeTick);
  for (const auto& [name, entry] : entries_)
    for (const auto& [version, directory] : entry.chosen) {
      auto v = entry.versions.find(version);
      if (v == entry.versions.end() || v->second.in_progress || v->second.tries == 0) continue;
      if (v->second.tries <= options_.max_load_retries) next = std::min(next, v->second.next_try);
    }
  return next;
}

void ModelStore::LoadNext(std::unique_lock<std::mutex>& lock) {
  work_.wait(lock, [this] { return stop_ || !queue_.empty(); });
  if (stop_) return;
  Task task = std::move(queue_.front());
  queue_.pop_front();
  Entry& entry = entries_[task.name];
  Version& v = entry.versions[task.version];
  if (!entry.chosen.count(task.version)) {  // no longer wanted
    v.in_progress = false;
    if (!v.model) v.status.state = VersionState::kEnd;
    return;
  }
  if (!v.model) v.status.state = VersionState::kLoading;
  ++loading_;
  lock.unlock();
  uint64_t files = DirectoryFingerprint(task.directory);
  Result<std::shared_ptr<Servable>> model = loader_(task.directory);
  lock.lock();
  --loading_;
  if (model.ok())
    NoteLoaded(task, std::move(model).value());
  else
    NoteFailed(task, model.status(), files);
  changed_.notify_all();
}

void ModelStore::NoteLoaded(const Task& task, std::shared_ptr<Servable> model) {
  Version& v = entries_[task.name].versions[task.version];
  if (v.model) retired_.push_back({task.name, task.version, std::move(v.model)});
  v.in_progress = false;
  v.tries = 0;
  v.model = std::move(model);
  v.loaded_from = task.directory;
  v.status = {task.version, VersionState::kAvailable, {}};
  Log(StrCat("Successfully loaded servable version ", Id(task.name, task.version)));
}

void ModelStore::NoteFailed(const Task& task, const Status& status, uint64_t files) {
  Version& v = entries_[task.name].versions[task.version];
  v.in_progress = false;
  ++v.tries;
  v.failed_files = files;
  v.next_try = Clock::now() + Seconds(options_.retry_seconds);
  v.status.error = FromStatus(status);
  bool again = v.tries <= options_.max_load_retries;
  if (!v.model) v.status.state = again ? VersionState::kLoading : VersionState::kEnd;
  Log(StrCat("Loading servable: ", Id(task.name, task.version), " failed: ", status.message(),
             again ? StrCat("; it is tried again in ", options_.retry_seconds, " s or when its files change")
                   : "; it is tried again when its files change"));
}

RpcStatus ModelStore::VersionOfLabel(const Entry* entry, const std::string& label, int64_t* version) const {
  if (entry)
    if (auto it = entry->config.labels.find(label); it != entry->config.labels.end()) {
      *version = it->second;
      return {};
    }
  bool any = std::any_of(entries_.begin(), entries_.end(),
                         [](const auto& e) { return !e.second.removed && !e.second.config.labels.empty(); });
  return {any ? RpcCode::kInvalidArgument : RpcCode::kUnavailable,
          StrCat("Unrecognized servable version label: ", label)};
}

RpcStatus ModelStore::Find(const std::string& name, const VersionChoice& choice, ServedVersion* out) const {
  std::lock_guard lock(mutex_);
  auto at = entries_.find(name);
  const Entry* entry = at == entries_.end() || at->second.removed ? nullptr : &at->second;
  bool latest = choice.kind == VersionChoice::Kind::kLatest;
  int64_t version = choice.version;
  if (choice.kind == VersionChoice::Kind::kLabel) RETURN_IF_RPC_ERROR(VersionOfLabel(entry, choice.label, &version));
  if (entry)
    for (auto it = entry->versions.rbegin(); it != entry->versions.rend(); ++it)
      if (it->second.model && (latest || it->first == version)) {
        *out = {it->first, it->second.model};
        return {};
      }
  return {RpcCode::kNotFound,
          StrCat("Servable not found for request: ",
                 latest ? StrCat("Latest(", name, ")") : StrCat("Specific(", name, ", ", version, ")"))};
}

RpcStatus ModelStore::StatusOf(const std::string& name, const VersionChoice& choice,
                               std::vector<VersionStatus>* out) const {
  std::lock_guard lock(mutex_);
  auto entry = entries_.find(name);
  bool one = choice.kind == VersionChoice::Kind::kVersion;
  out->clear();
  if (entry != entries_.end())
    for (auto it = entry->second.versions.rbegin(); it != entry->second.versions.rend(); ++it)
      if (!one || it->first == choice.version) out->push_back(it->second.status);
  if (!out->empty()) return {};
  if (one) return {RpcCode::kNotFound, StrCat("Could not find version ", choice.version, " of model ", name)};
  return {RpcCode::kNotFound, StrCat("Could not find any versions of model ", name)};
}

bool ModelStore::Ready() const {
  std::lock_guard lock(mutex_);
  for (const auto& [name, entry] : entries_) {
    bool answers = std::any_of(entry.versions.begin(), entry.versions.end(),
                               [](const auto& v) { return v.second.model != nullptr; });
    if (!entry.removed && !answers) return false;
  }
  return true;
}

bool ModelStore::Settled() const {
  std::lock_guard lock(mutex_);
  for (const auto& [name, entry] : entries_) {
    if (entry.removed) continue;
    if (!entry.listed) return false;
    for (const auto& [version, directory] : entry.chosen) {
      auto v = entry.versions.find(version);
      if (v == entry.versions.end() || (!v->second.model && v->second.tries == 0)) return false;
    }
  }
  return true;
}

bool ModelStore::Loading() const {
  std::lock_guard lock(mutex_);
  return loading_ > 0;
}

}  // namespace slipway::serving
