#pragma once
// Every op header, for the tables and for nobody else.

#include "ops/softmax/softmax.h"
