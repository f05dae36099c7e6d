#include "train/data/source.h"

#include <algorithm>

#include "base/random.h"

namespace slipway::train::data {

namespace {

class TensorSource final : public Source {
 public:
  TensorSource(std::vector<std::string> names, std::vector<Tensor> tensors) {
    size_ = tensors[0].shape()[0];
    for (size_t i = 0; i < tensors.size(); ++i) {
      std::span<const int64_t> dims = tensors[i].shape().dims();
      spec_.push_back({std::move(names[i]), {tensors[i].dtype(), Shape(dims.subspan(1))}});
      tensors_.push_back(std::make_shared<const Tensor>(std::move(tensors[i])));
    }
  }
  const Spec& spec() const override { return spec_; }
  int64_t size() const override { return size_; }

  Status Read(int64_t i, Element* element) const override {
    CHECK(i >= 0 && i < size_);
    element->resize(spec_.size());
    for (size_t c = 0; c < spec_.size(); ++c) {
      const TensorType& type = spec_[c].type;
      const Tensor& all = *tensors_[c];
      int64_t n = type.shape.Elements();
      if (type.dtype == DType::kString) {
        Tensor row(type);
        std::copy_n(all.strings().begin() + i * n, n, row.strings().begin());
        (*element)[c] = std::move(row);
        continue;
      }
      size_t bytes = DTypeBytes(type.dtype, static_cast<size_t>(n));
      const auto* data = static_cast<const std::byte*>(all.data()) + static_cast<size_t>(i) * bytes;
      (*element)[c] = Tensor(type, Buffer::View(tensors_[c], data, bytes));
    }
    return OkStatus();
  }

 private:
  Spec spec_;
  int64_t size_;
  std::vector<std::shared_ptr<const Tensor>> tensors_;
};

class SubsetSource final : public Source {
 public:
  SubsetSource(SourcePtr source, std::vector<int64_t> examples)
      : source_(std::move(source)), examples_(std::move(examples)) {}
  const Spec& spec() const override { return source_->spec(); }
  int64_t size() const override { return static_cast<int64_t>(examples_.size()); }
  Status Read(int64_t i, Element* element) const override {
    return source_->Read(examples_[static_cast<size_t>(i)], element);
  }

 private:
  SourcePtr source_;
  std::vector<int64_t> examples_;
};

class SourceStage final : public Stage {
 public:
  explicit SourceStage(SourcePtr source) : Stage("source", source->spec()), source_(std::move(source)) {}
  int64_t size() const override { return source_->size(); }

 private:
  Status DoStart(int64_t, int64_t position) override {
    next_ = position;
    return OkStatus();
  }
  Result<bool> Produce(Element* element) override {
    if (next_ >= source_->size()) return false;
    RETURN_IF_ERROR(source_->Read(next_++, element));
    return true;
  }

  SourcePtr source_;
  int64_t next_ = 0;
};

// Moves a random `count` of `group` to `chosen`.
void Draw(std::vector<int64_t>& group, size_t count, RandomStream& random, std::vector<int64_t>& chosen) {
  for (size_t i = 0; i < count; ++i) {
    std::swap(group[random.Below(group.size())], group.back());
    chosen.push_back(group.back());
    group.pop_back();
  }
}

}  // namespace

StagePtr FromSource(SourcePtr source) { return std::make_unique<SourceStage>(std::move(source)); }

Result<SourcePtr> FromTensors(std::vector<std::string> names, std::vector<Tensor> tensors) {
  CHECK(names.size() == tensors.size() && !tensors.empty());
  for (size_t i = 0; i < tensors.size(); ++i) {
    const Tensor& t = tensors[i];
    if (t.shape().rank() == 0) return BadInput("'", names[i], "' is a scalar, expected one row per example");
    if (t.shape()[0] != tensors[0].shape()[0])
      return BadInput("'", names[i], "' has ", t.shape()[0], " rows, '", names[0], "' has ", tensors[0].shape()[0],
                      "; each example needs one row of both");
    if (t.dtype() == DType::kI4) return Unsupported("'", names[i], "' is i4, whose rows are not whole bytes");
  }
  return SourcePtr(std::make_shared<TensorSource>(std::move(names), std::move(tensors)));
}

SourcePtr Subset(SourcePtr source, std::vector<int64_t> examples) {
  for (int64_t i : examples) CHECK(i >= 0 && i < source->size());
  return std::make_shared<SubsetSource>(std::move(source), std::move(examples));
}

Result<Split> HoldOut(int64_t n, double fraction, uint64_t seed, const std::vector<int64_t>* labels) {
  if (!(fraction > 0 && fraction < 1))
    return UsageError("the held-out fraction is ", fraction, ", expected more than 0 and less than 1");
  std::map<int64_t, std::vector<int64_t>> groups;
  for (int64_t i = 0; i < n; ++i) groups[labels ? (*labels)[static_cast<size_t>(i)] : 0].push_back(i);
  RandomStream random(StreamKey(seed, "holdout"));
  Split split;
  // Whole counts by carrying the remainder along, so that the total is right whatever the groups' sizes.
  double owed = 0;
  for (auto& [label, group] : groups) {
    owed += fraction * static_cast<double>(group.size());
    auto count = std::min(static_cast<size_t>(std::max(0.0, owed + 0.5)), group.size());
    owed -= static_cast<double>(count);
    Draw(group, count, random, split.validation);
    split.train.insert(split.train.end(), group.begin(), group.end());
  }
  std::sort(split.train.begin(), split.train.end());
  std::sort(split.validation.begin(), split.validation.end());
  if (split.train.empty() || split.validation.empty())
    return UsageError("holding out ", fraction, " of ", n, " examples leaves ", split.train.size(), " to train and ",
                      split.validation.size(), " to validate");
  return split;
}

Result<Split> HoldOutEvery(int64_t n, int64_t k) {
  if (k < 2) return UsageError("holding out every ", k, ". example leaves none to train; expected 2 or more");
  Split split;
  for (int64_t i = 0; i < n; ++i) (i % k == k - 1 ? split.validation : split.train).push_back(i);
  if (split.validation.empty()) return UsageError("holding out every ", k, ". of ", n, " examples holds out none");
  return split;
}

Result<std::vector<int64_t>> ReadInts(const Source& source, int c) {
  const Component& component = source.spec()[static_cast<size_t>(c)];
  if (!IsInteger(component.type.dtype) || component.type.shape != Shape{})
    return BadInput("'", component.name, "' is ", component.type, ", expected an integer scalar");
  std::vector<int64_t> values;
  Element element;
  for (int64_t i = 0; i < source.size(); ++i) {
    RETURN_IF_ERROR(source.Read(i, &element));
    values.push_back(element[static_cast<size_t>(c)].AsInts()[0]);
  }
  return values;
}

}  // namespace slipway::train::data
