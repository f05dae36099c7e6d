#pragma once
// Search: which operators must not be quantized as the others are, so that a model stays within a budget of accuracy.
//
// 1. Each operator alone is quantized; how much noise that makes at the outputs is its sensitivity. Operators that only
//    move elements go with what they move.
// 2. For each milder mode (int16x8, float16, float32 for int8) the fewest of the most sensitive operators that must
// have
//    it are looked for by bisection.
// 3. The nearest mode that holds is taken, or a milder one that needs it for no more than half as many; then operators,
//    the least sensitive first, go back as long as the budget holds.

#include <functional>
#include <string>
#include <vector>

#include "quantize/quantize.h"

namespace slipway::quantize {

struct SearchOptions {
  double max_drop = 0;
  // How much worse the model is than the float one; and a measure of its outputs' noise, cheap and finer.
  std::function<Result<double>(const ir::Module&)> drop, noise;
  // Called before each evaluation; false stops.
  std::function<bool(const std::string& phase, int64_t done, int64_t total)> progress;
};

// An operator that got a milder mode than the recipe's.
struct Spared {
  std::string op, name;  // "CONV_2D", the layer
  Mode mode = Mode::kNone;
  double noise = 0;  // that it makes alone
};

struct SearchResult {
  bool holds = false;  // else no mix keeps the budget, and `drop` is the least that was found
  Recipe recipe;
  ir::Module module;
  QuantizeReport report;
  double drop = 0, drop_of_base = 0;
  std::vector<Spared> spared;  // the most sensitive first
  int64_t candidates = 0, evaluations = 0;
};

// The modes that a search may fall back to from this one, the nearest first.
std::vector<Mode> MilderModes(Mode);

// Operators that a rule of the recipe names keep its mode.
Result<SearchResult> Search(const Quantizer&, const Recipe&, const SearchOptions&);

}  // namespace slipway::quantize
