#pragma once
// From a verified .tflite model to what the planner reads: the other way in, beside interpreter/graph.

#include "formats/tflite/model.h"
#include "interpreter/custom_ops.h"
#include "interpreter/plan_graph.h"

namespace slipway::interpreter {

// An operator's origin is the name of its first result. Everything that is not supported is collected into one error.
// Elements of constants are shared with the file's bytes.
// `custom` (nullptr: nobody) is asked for each custom operator.
Result<PlanModule> ToPlanModule(const tflite::Model& model, CustomOps* custom = nullptr);

}  // namespace slipway::interpreter
