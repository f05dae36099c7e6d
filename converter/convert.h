#pragma once
// SavedModel, frozen GraphDef (.pb, .pbtxt) or .tflite -> .tflite.
//
// Signature keys, argument names and their order stay; outputs are in the signature's order. Everything that cannot be
// converted is reported at once. Nothing is written here: the caller writes the model it gets.

#include <map>
#include <string>
#include <vector>

#include "converter/legality.h"
#include "formats/tflite/model.h"
#include "ir/graph.h"
#include "ir/rewrite.h"

namespace slipway::converter {

struct ConvertOptions {
  // Empty: serving_default (or the only one), of a .tflite all; {"all"}: every one.
  std::vector<std::string> signature_keys;
  std::vector<std::string> tags = {"serve"};
  std::vector<std::string> input_arrays, output_arrays;  // for GraphDefs: tensors that become inputs and outputs
  std::vector<Shape> input_shapes;  // in the order of input_arrays, else of the (first) signature's inputs
  bool allow_custom_ops = false;
  tflite::TargetRuntime target;
  ir::RewriteOptions rewrite;
};

struct ConvertReport {
  std::map<std::string, int> ops;       // TFLite operator -> count
  std::map<std::string, int> rewrites;  // rule -> how often
  std::vector<ir::Declined> declined_rewrites;
  std::vector<std::string> warnings;
  std::vector<Offender> unsupported;
  int checked_rewrites = 0, unchecked_rewrites = 0;  // with RewriteOptions::check
  std::vector<ir::ChangedNumber> changed_numbers;    // by rules that were switched off therefore
};

// All that happens between import and export, in place. The report tells what was rewritten and what cannot be written.
Status RewriteForTflite(ir::Module&, const ConvertOptions&, ConvertReport*);
// Import alone: the graph of any of the forms that convert takes. What cannot be imported is in the report.
Result<ir::Module> ImportModel(const std::string& path, const ConvertOptions&, ConvertReport*);
// Import and rewrite: the graph that will be written.
Result<ir::Module> Prepare(const std::string& path, const ConvertOptions&, ConvertReport*);
Result<tflite::Model> Convert(const std::string& path, const ConvertOptions&, ConvertReport*);

}  // namespace slipway::converter
