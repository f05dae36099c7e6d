#pragma once
// Writes a SavedModel that TensorFlow's loaders all accept: tf.saved_model.load, the Session loader, the C++ loader of
// TF Serving, saved_model_cli, Keras' TFSMLayer and the TFLite converter.
//
// Graph-level form (placeholders, one call per signature, variables, tables, saver, both forms of the init op) and
// object graph (variables by the parts of their names, a function per signature, `signatures`, Keras' lists of
// variables) say the same. Equal input gives equal bytes. Everything is written into a directory beside `directory` and
// renamed into place, so an error leaves what was there before.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/status.h"
#include "formats/savedmodel/model.h"

namespace slipway::savedmodel {

struct ExportVariable {
  std::string name;  // "dense/kernel": an object `dense` with the attribute `kernel`
  Tensor value;
  bool trainable = true;
};

// Filled when the model is loaded, by both of its forms.
struct ExportTable {
  std::string name;
  Tensor keys, values;
};

struct ExportArgument {
  std::string name;  // what callers say
  DType dtype = DType::kInvalid;
  Shape shape;
  // Inputs: the name of the argument in the body. Outputs: reference to a tensor of the body, "node:output:0" or the
  // name of an argument.
  std::string ref = {};
};

struct ExportCapture {
  std::string argument;  // its name in the body, where it is a resource
  int variable = 0;      // index into ExportModel::variables, or tables
  bool is_table = false;
};

// One signature and the body of its function. Argument and node names are unique in the body.
struct ExportSignature {
  std::string key;
  std::vector<ExportArgument> inputs, outputs;
  std::vector<ExportCapture> captures;
  std::vector<Node> nodes;
  std::vector<std::string> effects;  // nodes that must run although no output needs them
};

struct ExportAsset {
  std::string filename;  // in assets/
  std::string source;    // the file to copy
};

struct ExportModel {
  std::vector<ExportVariable> variables;
  std::vector<ExportTable> tables;
  std::vector<ExportSignature> signatures;
  std::vector<ExportAsset> assets;
  std::vector<Function> functions;                 // called from bodies
  std::map<std::string, std::string> extra_files;  // path below assets.extra/ -> bytes
};

// kUsage for what TensorFlow would not take (a path with '[', a directory that holds something else, two signatures of
// one key), kUnsupported above protobuf's limit of 2 GiB for the graph, kMachine for failed writes.
Status WriteSavedModel(const std::string& directory, const ExportModel& model);

// A valid node name: other characters than letters, digits and _ . / > - become '_'.
std::string NodeName(std::string_view name);
// A valid name for a function's argument: lower case letters, digits and '_'.
std::string ArgumentName(std::string_view name);
// `name`, or `name` with the first of _1, _2, ... that is not in `taken`; the result is added.
// `reserved`: names that only those who ask for exactly them get.
std::string UniqueName(std::string name, std::map<std::string, int, std::less<>>& taken,
                       const std::set<std::string>& reserved = {});

}  // namespace slipway::savedmodel
