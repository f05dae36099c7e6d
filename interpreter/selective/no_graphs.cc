// In place of interpreter/graph_step.cc, for models without operators that run graphs: no step is made.
#include "interpreter/graph_step.h"

namespace slipway::interpreter {

GraphStep::GraphStep(Executor& caller, const Plan& plan, const PlanStep& step)
    : caller_(caller),
      execution_(caller.execution_),
      plan_(plan),
      op_(caller.graph().ops[static_cast<size_t>(step.op)]) {}

Status GraphStep::Run(EvalContext&) { return Unsupported("operators that run graphs are not part of this build"); }

}  // namespace slipway::interpreter
