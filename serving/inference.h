#pragma once
// classify and regress: tf.Examples in, classes or values out, by TF Serving's rules. Protocol-free.
//
// A signature for them has the one input "inputs" (string [n], serialized examples) and the results "classes" (string
// [n, k]) and "scores" (float [n, k]), of which one may be missing; or "outputs" (float [n] or [n, 1]).

#include <string>
#include <vector>

#include "serving/servable.h"

namespace slipway::serving {

inline constexpr const char kClassifyMethod[] = "tensorflow/serving/classify";
inline constexpr const char kRegressMethod[] = "tensorflow/serving/regress";

struct ExampleInputs {
  std::string signature;              // empty: serving_default
  std::vector<std::string> examples;  // serialized, at least one
  bool check_method_name = false;     // the signature's method_name must be the one of the call
};

struct ScoredClass {
  std::string label;  // empty without "classes"
  float score = 0;    // 0 without "scores"
};
using Classification = std::vector<ScoredClass>;  // of one example, in the model's order

RpcStatus Classify(Servable&, const ExampleInputs&, Call&, std::vector<Classification>*);
RpcStatus Regress(Servable&, const ExampleInputs&, Call&, std::vector<float>*);

}  // namespace slipway::serving
