#include "train/data/stage.h"

namespace slipway::train::data {

namespace {

// The input is always read as epoch 0, so that a run that resumes in a later epoch caches the same elements.
class CacheStage final : public Stage {
 public:
  CacheStage(StagePtr input, uint64_t max_bytes)
      : Stage("cache", input->spec()), input_(std::move(input)), max_bytes_(max_bytes) {
    capacity_ = input_->size() == kEndless ? 0 : input_->size();
  }
  int64_t size() const override { return input_->size(); }
  const Stage* input() const override { return input_.get(); }

 private:
  Status DoStart(int64_t, int64_t position) override {
    if (!started_) {
      elements_.clear();
      bytes_ = 0;
      complete_ = false;
      RETURN_IF_ERROR(input_->Start(0));
      started_ = true;
    }
    while (!complete_ && static_cast<int64_t>(elements_.size()) < position) RETURN_IF_ERROR(Pull());
    next_ = static_cast<size_t>(position);
    Buffered(static_cast<int64_t>(elements_.size()), static_cast<int64_t>(bytes_));
    return OkStatus();
  }

  Result<bool> Produce(Element* element) override {
    if (next_ >= elements_.size() && !complete_) RETURN_IF_ERROR(Pull());
    if (next_ >= elements_.size()) return false;
    *element = elements_[next_++];
    return true;
  }

  Status Pull() {
    Element element;
    Result<bool> more = input_->Next(&element);
    if (!more.ok()) {
      started_ = false;
      return std::move(more).status();
    }
    if (!*more) {
      complete_ = true;
      return OkStatus();
    }
    bytes_ += ElementBytes(element);
    if (bytes_ > max_bytes_) {
      started_ = false;
      return UsageError("the cache stage holds ", elements_.size(), " elements and needs more than its limit of ",
                        HumanBytes(max_bytes_), "; raise the limit or leave the cache out");
    }
    elements_.push_back(std::move(element));
    Buffered(static_cast<int64_t>(elements_.size()), static_cast<int64_t>(bytes_));
    return OkStatus();
  }

  StagePtr input_;
  uint64_t max_bytes_, bytes_ = 0;
  std::vector<Element> elements_;
  size_t next_ = 0;
  bool started_ = false, complete_ = false;
};

}  // namespace

StagePtr Cache(StagePtr input, uint64_t max_bytes) { return std::make_unique<CacheStage>(std::move(input), max_bytes); }

}  // namespace slipway::train::data
