#pragma once
// Every op header, for the tables and for nobody else.

#include "ops/assign_variable/assign_variable.h"
#include "ops/binary/binary.h"
#include "ops/compare/compare.h"
#include "ops/concat/concat.h"
#include "ops/pad/pad.h"
#include "ops/read_variable/read_variable.h"
#include "ops/reduce/reduce.h"
#include "ops/reshape/reshape.h"
#include "ops/softmax/softmax.h"
#include "ops/transpose/transpose.h"
#include "ops/unary/unary.h"
