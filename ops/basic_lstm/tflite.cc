#include "ops/tables/tflite.h"
#include "ops/basic_lstm/basic_lstm.h"

namespace slipway::ops {

// Kernel type BASIC; what else the options say means nothing to it.
static void Options(auto& v, auto& kernel) { v.Int(3, "kernel_type", kernel, 0, tflite::Wire::kI8); }

bool BasicLstm::IsTflite(const TfliteOperator& in) {
  int kernel = 0;
  Status read = ReadOptions(in, OptionsType::LSTMOptions, kernel, [](auto& v, auto& k) { Options(v, k); });
  return read.ok() && kernel == 1;
}

// Old files hand h and c on as ordinary tensors.
Status BasicLstm::FromTflite(const TfliteOperator& in, BasicLstm* op) {
  op->keeps_states = in.IsVariable(1) || in.IsVariable(4);
  return OkStatus();
}

Result<TfliteForm> ToTflite(const BasicLstm&, const TfliteTypes&) {
  const int kernel = 1;
  return MakeForm(Builtin::LSTM, 2, OptionsType::LSTMOptions, kernel, [](auto& v, auto& k) { Options(v, k); });
}

}  // namespace slipway::ops
