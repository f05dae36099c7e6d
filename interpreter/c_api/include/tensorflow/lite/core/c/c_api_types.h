/* The same header by its other path. */
#include "tensorflow/lite/c/c_api_types.h"
