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

// Calibrates where the recipe needs it and quantizes.
Result<ir::Module> QuantizeByFlags(ir::Module, const Flags&, const quantize::Recipe&, quantize::QuantizeReport*,
                                   std::vector<std::string>* warnings);

}  // namespace slipway::cli
