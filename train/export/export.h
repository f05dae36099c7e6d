#pragma once
// Export: a trained model as a SavedModel whose signatures take what callers have.
//
// Every signature decodes its own input (a tensor, serialized tf.Examples, raw bytes) to the same raw features; the one
// serving function (preprocessing and model, in inference) follows in all of them, so what was trained is what is
// served. Golden raw inputs with the outputs that the model gives now travel in
// assets.extra/slipway_golden/KEY.{inputs,outputs}.npz.

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "train/apply.h"

namespace slipway::train {

enum class SignatureInput {
  kTensor,   // features as they are, batch first
  kExample,  // a vector of serialized tf.Examples
  kRaw,      // a vector of byte strings, one element of raw_dtype per feature element
};

struct ExportSignature {
  std::string key;
  SignatureInput input = SignatureInput::kTensor;
  std::string argument;  // what callers name the operand
};

// What one example is before preprocessing.
struct RawFeature {
  std::string name = "features";  // its key in tf.Examples
  DType dtype = DType::kF32;      // f32 or i64
  Shape shape;                    // without the batch
  DType raw_dtype = DType::kU8;   // of the elements in raw bytes
};

// Raw features [batch, shape...] to named outputs, in the order that callers see them. Called in a trace and eagerly.
using ServingFunction = std::function<std::vector<std::pair<std::string, Value>>(const Value& features)>;

struct ExportRequest {
  std::string directory;
  RawFeature feature;
  std::vector<ExportSignature> signatures;
  ServingFunction serve;
  Tensor golden;  // a few rows of raw features, of the feature's dtype
};

// Writes beside `directory` and renames into place; a failed export leaves an old one whole.
Status ExportModel(const ExportRequest&);

}  // namespace slipway::train
