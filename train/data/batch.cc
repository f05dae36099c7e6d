#include <algorithm>
#include <cstring>

#include "train/data/stage.h"

namespace slipway::train::data {

namespace {

Spec BatchSpec(const Spec& spec, int64_t size, bool fixed) {
  Spec batched = spec;
  for (Component& c : batched) {
    Shape shape = {fixed ? size : kUnknownDim};
    if (!c.type.shape.has_rank())
      shape = Shape::UnknownRank();
    else
      for (int64_t d : c.type.shape) shape.push_back(d);
    c.type.shape = shape;
  }
  return batched;
}

// Component `c` of all elements under a new first axis.
Result<Tensor> Stack(const std::vector<Element>& elements, size_t c, const std::string& name) {
  const Tensor& first = elements[0][c];
  if (first.shape().rank() == kMaxRank)
    return BadInput("component '", name, "' has rank ", kMaxRank, "; a batch of it would have one more");
  Shape shape = {static_cast<int64_t>(elements.size())};
  for (int64_t d : first.shape()) shape.push_back(d);
  Tensor stacked(first.dtype(), shape);
  for (size_t i = 0; i < elements.size(); ++i) {
    const Tensor& t = elements[i][c];
    if (t.shape() != first.shape())
      return BadInput("component '", name, "' has shapes ", first.shape(), " and ", t.shape(),
                      " in one batch; all elements of a batch must have one shape");
    if (t.dtype() == DType::kString)
      std::copy(t.strings().begin(), t.strings().end(),
                stacked.strings().begin() + static_cast<int64_t>(i) * t.elements());
    else if (t.bytes() != 0)
      std::memcpy(static_cast<std::byte*>(stacked.data()) + i * t.bytes(), t.data(), t.bytes());
  }
  return stacked;
}

class BatchStage final : public Stage {
 public:
  BatchStage(StagePtr input, int64_t size, bool drop_remainder)
      : Stage("batch", BatchSpec(input->spec(), size, drop_remainder)),
        input_(std::move(input)),
        batch_(size),
        drop_remainder_(drop_remainder) {
    capacity_ = size;
  }
  int64_t size() const override {
    int64_t n = input_->size();
    if (n == kEndless) return kEndless;
    return drop_remainder_ ? n / batch_ : (n + batch_ - 1) / batch_;
  }
  const Stage* input() const override { return input_.get(); }

 private:
  Status DoStart(int64_t epoch, int64_t position) override {
    int64_t n = input_->size();
    if (n != kEndless) position = std::min(position, n / batch_ + 1);
    return input_->Start(epoch, position * batch_);
  }

  Result<bool> Produce(Element* element) override {
    elements_.clear();
    while (static_cast<int64_t>(elements_.size()) < batch_) {
      Element e;
      ASSIGN_OR_RETURN(bool more, input_->Next(&e));
      if (!more) break;
      elements_.push_back(std::move(e));
    }
    if (elements_.empty() || (drop_remainder_ && static_cast<int64_t>(elements_.size()) < batch_)) return false;
    element->clear();
    for (size_t c = 0; c < spec().size(); ++c) {
      ASSIGN_OR_RETURN(Tensor stacked, Stack(elements_, c, spec()[c].name));
      element->push_back(std::move(stacked));
    }
    return true;
  }

  StagePtr input_;
  int64_t batch_;
  bool drop_remainder_;
  std::vector<Element> elements_;
};

}  // namespace

StagePtr Batch(StagePtr input, int64_t size, bool drop_remainder) {
  CHECK(size > 0);
  return std::make_unique<BatchStage>(std::move(input), size, drop_remainder);
}

}  // namespace slipway::train::data
