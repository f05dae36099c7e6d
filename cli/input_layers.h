#pragma once
// The flags by which TFLite's benchmark_model describes inputs: --input_layer, --input_layer_shape,
// --input_layer_value_range, --input_layer_value_files.

#include <string>

#include "interpreter/interpreter.h"

namespace slipway::cli {

struct InputLayers {
  std::string names;         // "a,b"
  std::string shapes;        // "1,224,224,3:1,10", in their order
  std::string value_ranges;  // "a,0,255:b,-1,1"
  std::string value_files;   // "a:FILE,b:FILE", raw elements
};

// Seeded elements for every input; unknown dimensions are 1 unless a shape is given. UsageError names the wrong part.
Status FeedRandom(interpreter::Runner&, const InputLayers& = {});

}  // namespace slipway::cli
