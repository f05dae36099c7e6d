#include "train/data/stage.h"

namespace slipway::train::data {

namespace {

class RepeatStage final : public Stage {
 public:
  RepeatStage(StagePtr input, int64_t count)
      : Stage("repeat", input->spec()), input_(std::move(input)), count_(count) {}
  int64_t size() const override {
    int64_t n = input_->size();
    return n == kEndless || count_ == kEndless ? kEndless : n * count_;
  }
  const Stage* input() const override { return input_.get(); }

 private:
  Status DoStart(int64_t epoch, int64_t position) override {
    first_pass_ = count_ == kEndless ? 0 : epoch * count_;
    int64_t n = input_->size();
    if (n == 0) return UsageError("the repeat stage's input has no elements");
    pass_ = n == kEndless ? 0 : position / n;
    if (Ended()) return OkStatus();
    return input_->Start(first_pass_ + pass_, n == kEndless ? position : position % n);
  }

  Result<bool> Produce(Element* element) override {
    while (!Ended()) {
      ASSIGN_OR_RETURN(bool more, input_->Next(element));
      if (more) return true;
      ++pass_;
      if (!Ended()) RETURN_IF_ERROR(input_->Start(first_pass_ + pass_));
    }
    return false;
  }

  bool Ended() const { return count_ != kEndless && pass_ >= count_; }

  StagePtr input_;
  int64_t count_, first_pass_ = 0, pass_ = 0;
};

}  // namespace

StagePtr Repeat(StagePtr input, int64_t count) {
  CHECK(count == kEndless || count > 0);
  return std::make_unique<RepeatStage>(std::move(input), count);
}

}  // namespace slipway::train::data
