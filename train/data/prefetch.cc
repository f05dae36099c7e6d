#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "train/data/stage.h"

namespace slipway::train::data {

namespace {

class PrefetchStage final : public Stage {
 public:
  PrefetchStage(StagePtr input, int64_t elements, uint64_t max_bytes)
      : Stage("prefetch", input->spec()),
        input_(std::move(input)),
        limit_(static_cast<size_t>(std::max<int64_t>(1, elements))),
        max_bytes_(max_bytes) {
    capacity_ = static_cast<int64_t>(limit_);
  }
  ~PrefetchStage() override { Stop(); }
  int64_t size() const override { return input_->size(); }
  const Stage* input() const override { return input_.get(); }

 private:
  struct Item {
    Status status;
    bool more = false;
    Element element;
    size_t bytes = 0;
  };

  Status DoStart(int64_t epoch, int64_t position) override {
    Stop();
    queue_.clear();
    bytes_ = 0;
    stop_ = ended_ = false;
    RETURN_IF_ERROR(input_->Start(epoch, position));
    worker_ = std::thread([this] { Fill(); });
    return OkStatus();
  }

  Result<bool> Produce(Element* element) override {
    std::unique_lock lock(mutex_);
    if (ended_) return false;
    CHECK(worker_.joinable());  // Start comes first
    if (queue_.empty()) Starved();
    filled_.wait(lock, [this] { return !queue_.empty(); });
    Item item = std::move(queue_.front());
    queue_.pop_front();
    bytes_ -= item.bytes;
    Buffered(static_cast<int64_t>(queue_.size()), static_cast<int64_t>(bytes_));
    taken_.notify_one();
    ended_ = !item.more;
    if (!item.status.ok()) return std::move(item.status);
    if (item.more) *element = std::move(item.element);
    return item.more;
  }

  // The worker: until the input ends, fails, or Stop.
  void Fill() {
    for (bool more = true; more;) {
      Item item;
      Result<bool> next = input_->Next(&item.element);
      item.more = more = next.ok() && *next;
      if (!next.ok()) item.status = std::move(next).status();
      item.bytes = ElementBytes(item.element);
      std::unique_lock lock(mutex_);
      taken_.wait(lock, [&] {
        return stop_ || queue_.empty() || (queue_.size() < limit_ && bytes_ + item.bytes <= max_bytes_);
      });
      if (stop_) return;
      bytes_ += item.bytes;
      queue_.push_back(std::move(item));
      Buffered(static_cast<int64_t>(queue_.size()), static_cast<int64_t>(bytes_));
      filled_.notify_one();
    }
  }

  void Stop() {
    if (!worker_.joinable()) return;
    {
      std::lock_guard lock(mutex_);
      stop_ = true;
    }
    taken_.notify_one();
    worker_.join();
  }

  StagePtr input_;
  const size_t limit_;
  const uint64_t max_bytes_;
  std::thread worker_;
  std::mutex mutex_;
  std::condition_variable filled_, taken_;
  std::deque<Item> queue_;
  size_t bytes_ = 0;
  bool stop_ = false, ended_ = false;
};

}  // namespace

StagePtr Prefetch(StagePtr input, int64_t elements, uint64_t max_bytes) {
  return std::make_unique<PrefetchStage>(std::move(input), elements, max_bytes);
}

}  // namespace slipway::train::data
