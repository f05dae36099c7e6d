#pragma once
// Golden records: raw inputs with the outputs that the trained model gave, which travel in assets.extra/slipway_golden
// of an export and are replayed after every later stage.

#include <string>
#include <vector>

#include "interpreter/interpreter.h"

namespace slipway::cli {

struct GoldenResult {
  std::string signature, output;
  double max_abs = 0;  // largest difference; exact types: number of differing elements
  bool exact = false;  // integers, bools, strings
};

// The signatures of a SavedModel directory that have golden records.
std::vector<std::string> GoldenSignatures(const std::string& saved_model);
// Replays one signature's record on a model.
Result<std::vector<GoldenResult>> ReplayGolden(const std::string& saved_model, const std::string& signature,
                                               interpreter::Interpreter&);

}  // namespace slipway::cli
