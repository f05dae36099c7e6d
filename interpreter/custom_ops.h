#pragma once
// CustomOps: who gives custom operators of .tflite files their meaning, when a model is loaded.
//
//   class MyOps : public CustomOps { ... Find returns functions for "Sin" ... } ops;
//   ASSIGN_OR_RETURN(auto model, Model::Load("model.tflite", &ops));
//
// It is asked before the operators that are built in, so it may replace them. It must live until the model is loaded;
// the functions live as long as the model.

#include <memory>
#include <span>
#include <string_view>

#include "ops/custom_op/custom_op.h"

namespace slipway::interpreter {

// One node of a file.
struct CustomNode {
  std::string_view name;
  int version = 1;
  std::string_view options;  // lives as long as the file's bytes
  int graph = 0;
  std::span<const int32_t> inputs, outputs;  // tensors of the graph; -1: left out
};

class CustomOps {
 public:
  // nullptr: not one of these.
  virtual Result<std::shared_ptr<const ops::CustomFunctions>> Find(const CustomNode&) = 0;

 protected:
  ~CustomOps() = default;
};

}  // namespace slipway::interpreter
