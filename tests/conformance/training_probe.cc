// Training steps on one batch, written out for comparison with Keras:
//
//   training_probe CONFIG.yaml CHECKPOINT_DIR BATCH.npz STEPS OUT.npz
//
// BATCH.npz holds x (raw features) and y (labels). OUT.npz holds before/NAME (the checkpoint's variables) and, for each
// step K, K/loss, K/gradient/NAME of the trainable variables and K/after/NAME of all.
#include <cstdio>
#include <cstring>
#include <map>

#include "formats/npz/npz.h"
#include "train/run/config.h"
#include "train/trainer.h"

namespace slipway::train {

namespace {

using Tensors = std::vector<npz::NamedTensor>;

Result<Tensor> Find(const Tensors& tensors, const std::string& name) {
  for (const auto& [key, tensor] : tensors)
    if (key == name) return tensor;
  return BadInput("the batch has no array '", name, "'");
}

Status RestoreModel(const std::string& directory, Trainer& trainer, Tensors* out) {
  ASSIGN_OR_RETURN(std::string prefix, FindCheckpoint(directory));
  ASSIGN_OR_RETURN(auto state, ReadCheckpoint(prefix));
  for (const VariablePtr& v : trainer.variables()) {
    auto found = state.find("model/" + v->name);
    if (found == state.end() || found->second.type() != v->type())
      return BadInput("'", prefix, "' has no 'model/", v->name, "' of type ", v->type());
    std::memcpy(v->tensor().data(), found->second.data(), found->second.bytes());
    out->emplace_back("before/" + v->name, found->second);
  }
  return OkStatus();
}

Status Step(Function& step, Trainer& trainer, const Value& x, const Value& y, const std::string& prefix, Tensors* out) {
  trainer.optimizer().SetLearningRate();
  std::vector<Value> results = step({x, y});
  const std::vector<VariablePtr>& trained = trainer.optimizer().variables();
  for (size_t i = 0; i < 1 + trained.size(); ++i) {
    ASSIGN_OR_RETURN(Tensor t, results[i].Read());
    out->emplace_back(prefix + (i == 0 ? std::string("/loss") : "/gradient/" + trained[i - 1]->name), t.Clone());
  }
  for (const VariablePtr& v : trainer.variables()) out->emplace_back(prefix + "/after/" + v->name, v->tensor().Clone());
  return OkStatus();
}

Status Run(const std::string& config, const std::string& checkpoint, const std::string& batch, int64_t steps,
           const std::string& file) {
  ASSIGN_OR_RETURN(TrainConfig c, ReadTrainConfig(config, {}));
  ASSIGN_OR_RETURN(Tensors arrays, npz::ReadNpz(batch));
  ASSIGN_OR_RETURN(Tensor raw, Find(arrays, "x"));
  ASSIGN_OR_RETURN(Tensor y, Find(arrays, "y"));
  ASSIGN_OR_RETURN(Tensor x, Preprocess(c.preprocess, Value(raw)).Read());
  c.model->SetSeed(c.seed);
  ASSIGN_OR_RETURN(auto trainer,
                   Trainer::Create(c.model, x.type(), y.type(), {.loss = c.loss, .optimizer = c.optimizer}));
  Tensors out;
  RETURN_IF_ERROR(RestoreModel(checkpoint, *trainer, &out));
  Function step("training_probe", [&](std::span<const Value> in) {
    std::vector<Value> gradients, results = trainer->TrainStep(in, &gradients);
    results.insert(results.end(), gradients.begin(), gradients.end());
    return results;
  });
  for (int64_t k = 0; k < steps; ++k)
    RETURN_IF_ERROR_AT(Step(step, *trainer, Value(x), Value(y), StrCat(k), &out), StrCat("step ", k));
  return npz::WriteNpz(file, out);
}

}  // namespace

}  // namespace slipway::train

int main(int argc, char** argv) {
  auto steps = argc == 6 ? slipway::ParseNumber<int64_t>(argv[4]) : std::nullopt;
  if (!steps) {
    std::fprintf(stderr, "usage: training_probe CONFIG.yaml CHECKPOINT_DIR BATCH.npz STEPS OUT.npz\n");
    return 2;
  }
  slipway::Status s = slipway::train::Run(argv[1], argv[2], argv[3], *steps, argv[5]);
  if (!s.ok()) std::fprintf(stderr, "training_probe: %s\n", s.message().c_str());
  return s.ok() ? 0 : 1;
}
