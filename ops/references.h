#pragma once
// Every reference, for tables/reference.cc and for nobody else.

#include "ops/softmax/reference.h"
