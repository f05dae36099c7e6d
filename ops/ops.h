#pragma once
// Every op header, for the tables and for nobody else.

#include "ops/assign_variable/assign_variable.h"
#include "ops/read_variable/read_variable.h"
#include "ops/softmax/softmax.h"
