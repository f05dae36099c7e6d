#pragma once
// Control flow of TensorFlow 1: Switch, Merge, Enter, Exit, NextIteration and LoopCond become If and While with
// functions, as TensorFlow 2 writes them.

#include "formats/savedmodel/model.h"

namespace slipway::wire {

// Loops and conditions as tf.while_loop and tf.cond build them; whatever else uses these operators stays as it is.
void MakeFunctional(savedmodel::Graph& graph);

}  // namespace slipway::wire
