#pragma once
// .tflite -> ir: the crossing that reads, for the quantizer, compare and inspect (the interpreter plans from the file
// itself).

#include "formats/tflite/model.h"
#include "ir/graph.h"

namespace slipway::wire {

// One graph per subgraph, in order; signatures as in the file (a file without any gets "serving_default" over subgraph
// 0, with its tensor names). Collects every operator that we do not know into one error.
Result<ir::Module> ImportTflite(const tflite::Model&);

}  // namespace slipway::wire
