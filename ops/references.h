#pragma once
// Every reference, for tables/reference.cc and for nobody else.

#include "ops/concat/reference.h"
#include "ops/pad/reference.h"
#include "ops/reshape/reference.h"
#include "ops/softmax/reference.h"
#include "ops/transpose/reference.h"
