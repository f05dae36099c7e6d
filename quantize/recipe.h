#pragma once
// What to quantize, and how: the choices of one quantization, for a whole model or operator by operator.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/tflite/target_runtime.h"
#include "ir/graph.h"
#include "quantize/arithmetic.h"

namespace slipway::quantize {

enum class Mode {
  kNone,
  kDynamic,  // int8 weights, float activations quantized per row at run time
  kFloat16,  // weights stored as float16
  kInt8,     // weights and activations int8
  kInt16x8,  // weights int8, activations int16 around zero, biases int64
  kInt4,     // weights stored as int4, computed with as floats
};

// "float32", "dynamic", "float16", "int8", "int16x8", "int4".
const char* ModeName(Mode);
// "none" is float32, too. An error names the nearest mode.
Result<Mode> ModeFromName(std::string_view);

// What becomes of one operator.
struct Choice {
  Mode mode = Mode::kNone;
  bool per_channel = true;  // scales of weights
  int rule = -1;            // in Recipe::rules; -1: no rule names the operator
};

struct Rule {
  // Of the layer or of one of its results, with * and ?; empty: any.
  std::string name;
  // "CONV_2D" as inspect shows it, or "Conv2D"; case and underscores do not count. Empty: any.
  std::string op;
  Choice choice;
};

// Instead of what samples show.
struct UserRange {
  std::string tensor;  // with * and ?
  Range range;
};

// How ranges follow from samples (quantize/histogram.h).
struct CalibrationMethod {
  enum class Kind { kMinMax, kPercentile, kMse, kKl } kind = Kind::kMinMax;  // kKl: of int8; int16 takes all
  double percentile = 99.99;                                                 // kPercentile
};
// "minmax", "percentile", "mse", "kl".
const char* CalibrationName(CalibrationMethod::Kind);
Result<CalibrationMethod::Kind> CalibrationFromName(std::string_view);

struct Recipe {
  Mode mode = Mode::kNone;  // of operators that no rule names
  bool per_channel = true;
  DType input_type = DType::kF32, output_type = DType::kF32;  // kInt8: also i8 or u8; kInt16x8: also i16
  int64_t dynamic_min_elements = 1024;                        // kDynamic, kInt4: smaller weights stay float
  int64_t block_size = 0;   // kInt4: of dense layers' weights, 32, 64, 128 or 256 with a scale each; 0: one per channel
  std::vector<Rule> rules;  // the first that names an operator decides
  std::vector<UserRange> ranges;
  CalibrationMethod calibration;
  tflite::TargetRuntime target;  // what it has no kernel for stays float

  bool Has(Mode) const;    // for some operator, if rules name one
  bool Quantizes() const;  // some operator, at all
};

// What activations are stored as where whole ops compute on codes; kF32 in the other modes.
constexpr DType ActivationType(Mode mode) {
  return mode == Mode::kInt8 ? DType::kI8 : mode == Mode::kInt16x8 ? DType::kI16 : DType::kF32;
}

// That rules name operators that exist, ranges are ranges, and types of inputs and outputs fit the modes.
Status CheckRecipe(const Recipe&);
// OK if there is an operator of that name; the error names the nearest.
Status CheckOpName(std::string_view name);
// Does `pattern` (* and ? stand for any characters and for one) fit the whole name?
bool FitsName(std::string_view pattern, std::string_view name);

// The choice of each node, by graph and NodeId. Rules and names that decide nothing are warned of.
using Choices = std::vector<std::vector<Choice>>;
Choices Choose(const ir::Module&, const Recipe&, std::vector<std::string>* warnings);

// "rule 2 (name 'head/*', op SOFTMAX)"
std::string RuleName(const Recipe&, size_t rule);

}  // namespace slipway::quantize
