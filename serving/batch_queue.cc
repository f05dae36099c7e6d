#include "serving/batch_queue.h"

#include <algorithm>

namespace slipway::serving {

size_t BatchQueue::Fitting(const Group& group, bool* full) const {
  int64_t rows = 0;
  size_t n = 0;
  while (n < group.size() && rows + group[n].rows <= options_.max_rows) rows += group[n++].rows;
  *full = n < group.size() || rows == options_.max_rows;
  return n;
}

int64_t BatchQueue::BatchesOf(const Group& group) const {
  int64_t batches = 1, rows = 0;
  for (const Waiting& w : group) {
    if (rows + w.rows > options_.max_rows) {
      ++batches;
      rows = 0;
    }
    rows += w.rows;
  }
  return batches;
}

bool BatchQueue::Add(Id id, const std::string& group, int64_t rows, Time now) {
  Group& mine = groups_[group];
  mine.push_back({id, rows, now});
  int64_t batches = 0;
  for (const auto& [name, g] : groups_) batches += BatchesOf(g);
  if (batches <= options_.max_batches) return true;
  mine.pop_back();
  if (mine.empty()) groups_.erase(group);
  return false;
}

void BatchQueue::Remove(Id id) {
  for (auto it = groups_.begin(); it != groups_.end(); ++it) {
    std::erase_if(it->second, [&](const Waiting& w) { return w.id == id; });
    if (!it->second.empty()) continue;
    groups_.erase(it);
    return;
  }
}

BatchQueue::Time BatchQueue::DueTime(const Group& group) const {
  bool full;
  Fitting(group, &full);
  return full ? Time::min() : group.front().since + options_.timeout;
}

std::vector<BatchQueue::Id> BatchQueue::Take(Time now) {
  auto oldest = groups_.end();
  for (auto it = groups_.begin(); it != groups_.end(); ++it)
    if (DueTime(it->second) <= now &&
        (oldest == groups_.end() || it->second.front().since < oldest->second.front().since))
      oldest = it;
  std::vector<Id> batch;
  if (oldest == groups_.end()) return batch;
  Group& group = oldest->second;
  bool full;
  for (size_t n = Fitting(group, &full); n > 0; --n) {
    batch.push_back(group.front().id);
    group.pop_front();
  }
  if (group.empty()) groups_.erase(oldest);
  return batch;
}

BatchQueue::Time BatchQueue::NextDue() const {
  Time next = Time::max();
  for (const auto& [name, group] : groups_) next = std::min(next, DueTime(group));
  return next;
}

}  // namespace slipway::serving
