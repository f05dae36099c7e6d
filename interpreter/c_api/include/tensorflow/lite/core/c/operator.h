/* The same header by its other path. */
#include "tensorflow/lite/c/operator.h"
