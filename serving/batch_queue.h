#pragma once
// BatchQueue: which waiting requests run together, and when. A pure policy: no threads, no clock of its own.
//
// Requests of one group (the same signature and shapes) share batches, in the order of their arrival; an odd request
// has a group of its own, so it waits and fails alone. A batch runs when it is full or its oldest request has waited
// long enough; of several that may run, the one with the oldest request.

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

namespace slipway::serving {

class BatchQueue {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Id = uint64_t;
  struct Options {
    int64_t max_rows = 1000;   // of one batch
    int64_t max_batches = 10;  // that wait
    std::chrono::microseconds timeout{0};
  };
  explicit BatchQueue(const Options& options) : options_(options) {}

  // Adds a request of `rows` (at most max_rows); false if that would need one more waiting batch than there may be.
  bool Add(Id id, const std::string& group, int64_t rows, Time now);
  // A request that nobody waits for any more.
  void Remove(Id id);
  // The requests of the batch that is to run now, which leave the queue; none if none is due.
  std::vector<Id> Take(Time now);
  // When Take() may have one without further requests; max() if nothing waits.
  Time NextDue() const;

 private:
  struct Waiting {
    Id id;
    int64_t rows;
    Time since;
  };
  using Group = std::deque<Waiting>;
  // How many of the first requests fit into one batch, and whether they fill it.
  size_t Fitting(const Group& group, bool* full) const;
  int64_t BatchesOf(const Group& group) const;
  Time DueTime(const Group& group) const;

  const Options options_;
  std::map<std::string, Group> groups_;  // none is empty
};

}  // namespace slipway::serving
