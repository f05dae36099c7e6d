#include <algorithm>

#include "base/random.h"
#include "train/data/stage.h"

namespace slipway::train::data {

namespace {

class ShuffleStage final : public Stage {
 public:
  ShuffleStage(StagePtr input, ShuffleOptions options)
      : Stage("shuffle", input->spec()), input_(std::move(input)), options_(options) {
    options_.buffer = std::max<int64_t>(1, options_.buffer);
    capacity_ = input_->size() == kEndless ? options_.buffer : std::min(options_.buffer, input_->size());
  }
  int64_t size() const override { return input_->size(); }
  const Stage* input() const override { return input_.get(); }

 private:
  Status DoStart(int64_t epoch, int64_t position) override {
    RETURN_IF_ERROR(input_->Start(epoch));
    random_ = RandomStream(StreamKey(options_.seed, StrCat("shuffle/", options_.reshuffle ? epoch : 0)));
    buffer_.clear();
    bytes_ = 0;
    ended_ = false;
    Element skipped;
    for (int64_t i = 0; i < position; ++i) {
      ASSIGN_OR_RETURN(bool more, Produce(&skipped));
      if (!more) break;
    }
    return OkStatus();
  }

  Result<bool> Produce(Element* element) override {
    while (!ended_ && static_cast<int64_t>(buffer_.size()) < options_.buffer &&
           (buffer_.empty() || bytes_ < options_.max_bytes)) {
      Element e;
      ASSIGN_OR_RETURN(bool more, input_->Next(&e));
      if (!more) {
        ended_ = true;
        break;
      }
      bytes_ += ElementBytes(e);
      buffer_.push_back(std::move(e));
    }
    if (buffer_.empty()) return false;
    std::swap(buffer_[random_.Below(buffer_.size())], buffer_.back());
    *element = std::move(buffer_.back());
    buffer_.pop_back();
    bytes_ -= ElementBytes(*element);
    Buffered(static_cast<int64_t>(buffer_.size()), static_cast<int64_t>(bytes_));
    return true;
  }

  StagePtr input_;
  ShuffleOptions options_;
  RandomStream random_{0};
  std::vector<Element> buffer_;
  uint64_t bytes_ = 0;
  bool ended_ = false;
};

}  // namespace

StagePtr Shuffle(StagePtr input, ShuffleOptions options) {
  return std::make_unique<ShuffleStage>(std::move(input), options);
}

}  // namespace slipway::train::data
