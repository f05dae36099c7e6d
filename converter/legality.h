#pragma once
// What stands between a graph and a .tflite file, collected whole.

#include <string>
#include <vector>

#include "ir/graph.h"

namespace slipway::converter {

struct Offender {
  std::string op, node, reason;
};

// Ops without a builtin form (with `allow_custom_ops` they are written as custom operators of ours), variables that are
// written, filters that are not in TFLite's layout, types that .tflite lacks.
std::vector<Offender> FindOffenders(const ir::Module&, bool allow_custom_ops);
// One sentence and a line per offender, with the way out.
Status CheckLegal(const ir::Module&, bool allow_custom_ops);

}  // namespace slipway::converter
