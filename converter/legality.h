#pragma once
// What stands between a graph and a .tflite file, collected whole.

#include <string>
#include <vector>

#include "ir/graph.h"
#include "ops/tables/tflite.h"

namespace slipway::converter {

// What the .tflite form of a node depends on.
ops::TfliteTypes TypesOf(const ir::Graph&, const ir::Node&);

struct Offender {
  std::string op, node, reason;
};
// What a user can do about it.
std::string WayOut(const Offender&);

// Ops without a builtin form (with `allow_custom_ops` they are written as custom operators of ours), variables that are
// written, filters that are not in TFLite's layout, types that .tflite lacks, operators that the target lacks.
std::vector<Offender> FindOffenders(const ir::Module&, bool allow_custom_ops, const tflite::TargetRuntime& = {});
// OK for none; else one sentence and a line per offender, with the way out.
Status Refusal(const std::vector<Offender>&);

}  // namespace slipway::converter
