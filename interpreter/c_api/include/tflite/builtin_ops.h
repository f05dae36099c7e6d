/* The same header by its other path. */
#include "tensorflow/lite/builtin_ops.h"
