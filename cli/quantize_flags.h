#pragma once
// The flags that `convert` and `quantize` share, and the work behind them.

#include "cli/flags.h"
#include "ir/graph.h"
#include "quantize/quantize.h"

namespace slipway::cli {

void AddQuantizeFlags(Flags&);
// --quantize, --recipe and the types of inputs and outputs.
Result<quantize::Recipe> RecipeFrom(const Flags&);
// "int8", "mixed (int8 and 3 rules)": for people.
std::string RecipeName(const quantize::Recipe&);

// What the tensors on codes are stored as, and what samples showed of them.
nlohmann::ordered_json TensorsJson(const quantize::QuantizeReport&);

// Samples for the recipe's modes, if one needs them. A model without inputs computes the same every time.
Result<std::vector<quantize::Sample>> SamplesByFlags(const Flags&, const quantize::Recipe&, const ir::Module&,
                                                     std::vector<std::string>* warnings);
// A few of --representative_data, spread over what there is, to check rewrites on; none without it.
Result<std::vector<quantize::Sample>> SamplesToCheck(const Flags&, const ir::Module&,
                                                     std::vector<std::string>* warnings);
// All processors; shows progress, stops when interrupted.
quantize::CalibrateOptions CalibrateWith(Progress*);

// --strict: an error that lists operators which were to compute on codes and stayed float.
Status CheckStrict(const Flags&, const quantize::QuantizeReport&);

// Calibrates where the recipe needs it and quantizes.
Result<ir::Module> QuantizeByFlags(ir::Module, const Flags&, const quantize::Recipe&, quantize::QuantizeReport*,
                                   std::vector<std::string>* warnings);

}  // namespace slipway::cli
