#pragma once
// LSTM, GRU, SimpleRNN and Bidirectional over [batch, steps, features] with a known number of steps, which become so
// many copies of the cell in the graph (Keras' unroll). Variables as Keras': lstm/lstm_cell/kernel, recurrent_kernel
// and bias; gates in the order i, f, c, o and z, r, h.

#include "train/nn/layer.h"

namespace slipway::train::nn {

enum class RecurrentCell { kLstm, kGru, kSimple };

struct RecurrentOptions {
  RecurrentCell cell = RecurrentCell::kLstm;
  int64_t units = 0;  // required
  std::string activation = "tanh", recurrent_activation = "sigmoid";
  bool use_bias = true;
  Initializer kernel_initializer = GlorotUniform(), recurrent_initializer = {.kind = InitializerKind::kOrthogonal},
              bias_initializer = Zeros();
  bool unit_forget_bias = true;  // LSTM: the forget gate's bias begins with 1
  bool reset_after = true;       // GRU: the reset gate comes after the product with the recurrent kernel
  Regularizer kernel_regularizer = {}, recurrent_regularizer = {}, bias_regularizer = {};
  bool return_sequences = false;  // results of all steps, not of the last alone
  bool go_backwards = false;      // from the last step to the first
  static constexpr const char* kRequired[] = {"units"};
  static void Fields(auto& o, auto&& f) {
    f("units", o.units);
    f("activation", o.activation);
    if (o.cell != RecurrentCell::kSimple) f("recurrent_activation", o.recurrent_activation);
    f("use_bias", o.use_bias);
    f("kernel_initializer", o.kernel_initializer);
    f("recurrent_initializer", o.recurrent_initializer);
    f("bias_initializer", o.bias_initializer);
    if (o.cell == RecurrentCell::kLstm) f("unit_forget_bias", o.unit_forget_bias);
    if (o.cell == RecurrentCell::kGru) f("reset_after", o.reset_after);
    f("kernel_regularizer", o.kernel_regularizer);
    f("recurrent_regularizer", o.recurrent_regularizer);
    f("bias_regularizer", o.bias_regularizer);
    f("return_sequences", o.return_sequences);
    f("go_backwards", o.go_backwards);
  }
};

class Recurrent final : public Layer {
 public:
  explicit Recurrent(RecurrentOptions options, std::string name = {});
  const RecurrentOptions& options() const { return options_; }

 private:
  struct State {
    Value h, c;  // absent before the first step
  };
  Status Build(const std::vector<TensorType>& inputs) override;
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  // One step; x is its input's product with the kernel.
  void StepLstm(const Value& x, State* s) const;
  void StepGru(const Value& x, State* s) const;
  void StepSimple(const Value& x, State* s) const;

  RecurrentOptions options_;
  VariablePtr kernel_, recurrent_, bias_;
};

enum class BidirectionalMerge { kConcat, kSum, kMul, kAve };
inline std::span<const char* const> EnumNames(BidirectionalMerge) {
  static constexpr const char* kNames[] = {"concat", "sum", "mul", "ave"};
  return kNames;
}

// A recurrent layer and its like in the other direction.
class Bidirectional final : public Layer {
 public:
  explicit Bidirectional(RecurrentOptions layer, BidirectionalMerge merge = BidirectionalMerge::kConcat,
                         std::string name = {});
  std::vector<VariablePtr> variables() const override;
  std::vector<RegularizedVariable> regularized() const override;
  void SetSeed(uint64_t seed) override;

 private:
  Status Build(const std::vector<TensorType>& inputs) override;
  Value Call(const std::vector<Value>& inputs, const CallContext& context) override;
  BidirectionalMerge merge_;
  std::shared_ptr<Recurrent> forward_, backward_;
};

}  // namespace slipway::train::nn
