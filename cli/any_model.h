#pragma once
// A model of any kind that can run: .tflite, SavedModel directory, frozen GraphDef.

#include <memory>
#include <string>
#include <vector>

#include "interpreter/interpreter.h"

namespace slipway::cli {

struct AnyModel {
  std::string path, kind;  // kind: "tflite", "saved_model", "graph_def"
  uint64_t bytes = 0;
  std::shared_ptr<const interpreter::Model> model;
};

// "tflite", "saved_model", "graph_def", "checkpoint", "tfrecord", "events", or an error that says what it is not.
Result<std::string> KindOf(const std::string& path);
// Bytes of a file, or of all files below a directory.
uint64_t BytesBelow(const std::string& path);

// Without keys a SavedModel's serving_default, or its only signature. Keys that a bare .tflite lacks are an error.
Result<AnyModel> LoadAnyModel(const std::string& path, const std::vector<std::string>& signature_keys = {});
// The runner of a signature; empty: serving_default, or the only one, or the main graph of a model without signatures.
Result<interpreter::Runner*> FindRunner(interpreter::Interpreter&, const std::string& signature_key);

// {"name","dtype","shape"} lists as `inspect --json` shows them.
struct NamedType {
  std::string name;
  TensorType type;
};
std::vector<NamedType> InputsOf(const interpreter::Model&, const interpreter::PlanSignature&);
std::vector<NamedType> OutputsOf(const interpreter::Model&, const interpreter::PlanSignature&);

}  // namespace slipway::cli
