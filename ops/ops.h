#pragma once
// Every op header, for the tables and for nobody else.

#include "ops/assign_variable/assign_variable.h"
#include "ops/read_variable/read_variable.h"
#include "ops/concat/concat.h"
#include "ops/pad/pad.h"
#include "ops/reshape/reshape.h"
#include "ops/softmax/softmax.h"
#include "ops/transpose/transpose.h"
