#pragma once
// A data pipeline is a chain of stages; each pulls elements from the one before it.
//
//   StagePtr p = FromSource(digits);
//   p = Shuffle(std::move(p), {.buffer = 2048, .seed = 7});
//   p = Batch(std::move(p), 32);
//   p = Prefetch(std::move(p));
//
// An element is one tensor per component of the spec. The elements of an epoch are a pure function of (epoch,
// position): Start(epoch, position) puts any stage exactly where an earlier run was, so those two numbers and the seeds
// are the whole state of a pipeline. Stages that must (shuffle, a half-filled cache) get there by recomputing.
//
// Order that people want: source, cache, shuffle, batch, map, prefetch. Caching after a shuffle would freeze the order,
// shuffling after a batch would only permute batches.
//
// Not thread safe, but for Report(), which any thread may call at any time.

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/tensor.h"

namespace slipway::train::data {

// One tensor of every element; unknown dimensions where sizes differ from element to element.
struct Component {
  std::string name;
  TensorType type;
};
using Spec = std::vector<Component>;
using Element = std::vector<Tensor>;

// What an element's tensors occupy; strings with their bytes.
size_t ElementBytes(const Element&);
// Is the element what the spec promises? The error names the component.
Status CheckElement(const Spec&, const Element&);

// How a stage is doing; numbers count from the latest Start.
struct StageReport {
  std::string name;
  int64_t elements = 0;      // given out
  double wait_seconds = 0;   // time that callers spent in Next, upstream stages included
  int64_t fill = 0;          // elements buffered now
  int64_t capacity = 0;      // elements buffered at most; 0: this stage has no buffer
  int64_t buffer_bytes = 0;  // what they occupy
  int64_t starved = 0;       // times the buffer was empty when somebody asked
};

inline constexpr int64_t kEndless = -1;

class Stage {
 public:
  virtual ~Stage() = default;
  const std::string& name() const { return name_; }
  const Spec& spec() const { return spec_; }
  // Elements per epoch, the same in every epoch; kEndless if it never ends.
  virtual int64_t size() const = 0;
  // Goes to element `position` of `epoch` (both from 0). Must be called before Next. A position at or behind the end is
  // the end.
  Status Start(int64_t epoch, int64_t position = 0);
  // The next element; false at the end of the epoch. After an error: Start again.
  Result<bool> Next(Element* element);
  StageReport Report() const;
  virtual const Stage* input() const { return nullptr; }

 protected:
  Stage(std::string name, Spec spec) : name_(std::move(name)), spec_(std::move(spec)) {}
  virtual Status DoStart(int64_t epoch, int64_t position) = 0;
  virtual Result<bool> Produce(Element* element) = 0;
  // For stages with a buffer.
  void Buffered(int64_t fill, int64_t bytes) {
    fill_.store(fill, std::memory_order_relaxed);
    buffer_bytes_.store(bytes, std::memory_order_relaxed);
  }
  void Starved() { starved_.fetch_add(1, std::memory_order_relaxed); }
  std::atomic<int64_t> capacity_{0};

 private:
  std::string name_;
  Spec spec_;
  std::atomic<int64_t> elements_{0}, wait_ns_{0}, fill_{0}, buffer_bytes_{0}, starved_{0};
};

using StagePtr = std::unique_ptr<Stage>;

// The reports of a whole chain, source first.
std::vector<StageReport> ReportAll(const Stage& last);

// Examples by number, such as a file's rows. Immutable; Read may be called from many threads.
class Source {
 public:
  virtual ~Source() = default;
  virtual const Spec& spec() const = 0;
  virtual int64_t size() const = 0;
  virtual Status Read(int64_t i, Element* element) const = 0;
};
using SourcePtr = std::shared_ptr<const Source>;

StagePtr FromSource(SourcePtr source);

// Applies f to every element. `spec` is what f makes. f must give the same result for the same element.
using MapFunction = std::function<Status(Element* element)>;
StagePtr Map(StagePtr input, Spec spec, MapFunction f);

// Keeps all elements of the first pass in memory and repeats them; an error above `max_bytes`.
StagePtr Cache(StagePtr input, uint64_t max_bytes = uint64_t{4} << 30);

// Draws from a buffer of `buffer` elements that is refilled from the input: a uniform permutation when the buffer holds
// the whole epoch. The order depends on seed and, with `reshuffle`, on the epoch.
struct ShuffleOptions {
  int64_t buffer = 1024;
  uint64_t seed = 0;
  bool reshuffle = true;
  uint64_t max_bytes = uint64_t{4} << 30;
};
StagePtr Shuffle(StagePtr input, ShuffleOptions options);

// Stacks `size` elements along a new first axis; the last batch of an epoch may be smaller unless `drop_remainder`.
StagePtr Batch(StagePtr input, int64_t size, bool drop_remainder = false);

// `count` passes over the input are one epoch (pass p of epoch e is the input's epoch e * count + p); kEndless: one
// endless epoch.
StagePtr Repeat(StagePtr input, int64_t count = kEndless);

// Runs the input on a thread of its own, up to `elements` elements and `max_bytes` ahead (one element at least).
StagePtr Prefetch(StagePtr input, int64_t elements = 2, uint64_t max_bytes = uint64_t{256} << 20);

}  // namespace slipway::train::data
