#include "train/data/stage.h"

namespace slipway::train::data {

namespace {

class MapStage final : public Stage {
 public:
  MapStage(StagePtr input, Spec spec, MapFunction f)
      : Stage("map", std::move(spec)), input_(std::move(input)), f_(std::move(f)) {}
  int64_t size() const override { return input_->size(); }
  const Stage* input() const override { return input_.get(); }

 private:
  Status DoStart(int64_t epoch, int64_t position) override { return input_->Start(epoch, position); }
  Result<bool> Produce(Element* element) override {
    ASSIGN_OR_RETURN(bool more, input_->Next(element));
    if (!more) return false;
    RETURN_IF_ERROR_AT(f_(element), "the pipeline's map function");
    RETURN_IF_ERROR_AT(CheckElement(spec(), *element), "the pipeline's map function");
    return true;
  }

  StagePtr input_;
  MapFunction f_;
};

}  // namespace

StagePtr Map(StagePtr input, Spec spec, MapFunction f) {
  return std::make_unique<MapStage>(std::move(input), std::move(spec), std::move(f));
}

}  // namespace slipway::train::data
