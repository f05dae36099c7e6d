#pragma once
// `slipway quantize --max_drop`: the search for a mix of modes that keeps a metric on validation data.

#include <nlohmann/json_fwd.hpp>

#include "cli/flags.h"
#include "quantize/search.h"

namespace slipway::cli {

void AddSearchFlags(Flags&);

struct FoundMix {
  quantize::SearchResult result;
  std::string metric;
  double max_drop = 0, of_float = 0;  // the budget, and the metric of the float model
};

Result<FoundMix> SearchByFlags(ir::Module, const Flags&, const quantize::Recipe&, std::vector<std::string>* warnings);

// What was kept, and why: for people, and as "search" of the JSON report.
std::string Describe(const FoundMix&, const quantize::Recipe& base);
nlohmann::ordered_json SearchJson(const FoundMix&);

}  // namespace slipway::cli
