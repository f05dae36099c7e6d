#pragma once
// The flags that `convert` and `quantize` share, and the work behind them.

#include "cli/flags.h"
#include "ir/graph.h"
#include "quantize/quantize.h"

namespace slipway::cli {

void AddQuantizeFlags(Flags&);
Result<quantize::Recipe> RecipeFrom(const Flags&);
// "float32" or "none" -> none, "dynamic", "float16", "int8".
Result<quantize::Mode> ModeFrom(const std::string& name);
const char* ModeName(quantize::Mode);

// Calibrates where the recipe needs it and quantizes.
Result<ir::Module> QuantizeByFlags(ir::Module, const Flags&, quantize::QuantizeReport*,
                                   std::vector<std::string>* warnings);

}  // namespace slipway::cli
