#pragma once
// Every reference, for tables/reference.cc and for nobody else.

#include "ops/binary/reference.h"
#include "ops/compare/reference.h"
#include "ops/concat/reference.h"
#include "ops/pad/reference.h"
#include "ops/reduce/reference.h"
#include "ops/reshape/reference.h"
#include "ops/softmax/reference.h"
#include "ops/transpose/reference.h"
#include "ops/unary/reference.h"
